// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {Call} from "./Router.sol";

// A contract account, like a Safe or an ERC-4337 account. Its owner makes the account execute calls. If one call fails,
// all calls revert.
contract SmartAccount {
    address public immutable owner;

    error NotOwner();
    error CallFailed(uint256 index, bytes reason);

    constructor(address owner_) {
        owner = owner_;
    }

    receive() external payable {}

    function execute(Call[] calldata calls) external {
        if (msg.sender != owner) revert NotOwner();
        for (uint256 i; i < calls.length; i++) {
            (bool ok, bytes memory reason) = calls[i].target.call{value: calls[i].value}(calls[i].callData);
            if (!ok) revert CallFailed(i, reason);
        }
    }
}
