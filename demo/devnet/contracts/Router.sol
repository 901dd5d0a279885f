// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

struct Call {
    address target;
    bool allowFailure;
    uint256 value;
    bytes callData;
}

// Executes calls with the money that it received in the same transaction. Payers never approve the router. They approve
// the proxy.
contract Router {
    error CallFailed(uint256 index, bytes reason);
    error SendFailed();

    receive() external payable {}

    // Selector: 0x30be5567
    function multicall(Call[] calldata calls, address refundTo, address) external payable {
        _run(calls, refundTo);
    }

    // Selector: 0xcd6e13f7
    function multicall(Call[] calldata calls, address refundTo, address, bytes calldata) external payable {
        _run(calls, refundTo);
    }

    // An amount of 0 means the whole balance. Selector: 0x3b2253c8
    function cleanupErc20s(
        address[] calldata tokens,
        address[] calldata recipients,
        uint256[] calldata amounts
    ) external {
        _cleanup(tokens, recipients, amounts);
    }

    // Selector: 0x9bb43718
    function cleanupErc20s(
        address[] calldata tokens,
        address[] calldata recipients,
        uint256[] calldata amounts,
        bytes calldata
    ) external {
        _cleanup(tokens, recipients, amounts);
    }

    // Selector: 0x5de81e3f
    function cleanupNative(uint256 amount, address recipient) external {
        _send(recipient, amount == 0 ? address(this).balance : amount);
    }

    // Selector: 0xa6bd8c96
    function cleanupNative(uint256 amount, address recipient, bytes calldata) external {
        _send(recipient, amount == 0 ? address(this).balance : amount);
    }

    function _run(Call[] calldata calls, address refundTo) private {
        for (uint256 i; i < calls.length; i++) {
            (bool ok, bytes memory reason) = calls[i].target.call{value: calls[i].value}(calls[i].callData);
            if (!ok && !calls[i].allowFailure) revert CallFailed(i, reason);
        }
        if (refundTo != address(0) && address(this).balance > 0) _send(refundTo, address(this).balance);
    }

    function _cleanup(
        address[] calldata tokens,
        address[] calldata recipients,
        uint256[] calldata amounts
    ) private {
        for (uint256 i; i < tokens.length; i++) {
            uint256 amount = amounts[i];
            if (amount == 0) {
                (, bytes memory data) = tokens[i].staticcall(
                    abi.encodeWithSignature("balanceOf(address)", address(this))
                );
                amount = abi.decode(data, (uint256));
            }
            (bool ok, ) = tokens[i].call(
                abi.encodeWithSignature("transfer(address,uint256)", recipients[i], amount)
            );
            if (!ok) revert SendFailed();
        }
    }

    function _send(address to, uint256 amount) private {
        (bool ok, ) = to.call{value: amount}("");
        if (!ok) revert SendFailed();
    }
}
