// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

// The functions of Multicall3 that viem and wagmi call. The devnet places this code at the usual address of Multicall3.
contract Multicall3 {
    struct Call3 { address target; bool allowFailure; bytes callData; }
    struct Result { bool success; bytes returnData; }

    function aggregate3(Call3[] calldata calls) external payable returns (Result[] memory results) {
        results = new Result[](calls.length);
        for (uint256 i; i < calls.length; i++) {
            (results[i].success, results[i].returnData) = calls[i].target.call(calls[i].callData);
            require(results[i].success || calls[i].allowFailure, "Multicall3: call failed");
        }
    }

    function getEthBalance(address account) external view returns (uint256) { return account.balance; }
    function getBlockNumber() external view returns (uint256) { return block.number; }
    function getCurrentBlockTimestamp() external view returns (uint256) { return block.timestamp; }
}
