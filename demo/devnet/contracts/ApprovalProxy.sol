// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {Call, Router} from "./Router.sol";

// A spender that a payer may approve. It pulls from msg.sender alone and gives to the router alone.
contract ApprovalProxy {
    Router public immutable router;

    error PullFailed();

    constructor(Router target) {
        router = target;
    }

    // 0xc2b2cbdf
    function transferAndMulticall(
        address[] calldata tokens,
        uint256[] calldata amounts,
        Call[] calldata calls,
        address refundTo
    ) external payable {
        _pull(tokens, amounts);
        router.multicall{value: msg.value}(calls, refundTo, address(0));
    }

    // 0x30875056
    function transferAndMulticall(
        address[] calldata tokens,
        uint256[] calldata amounts,
        Call[] calldata calls,
        address refundTo,
        address nftRecipient
    ) external payable {
        _pull(tokens, amounts);
        router.multicall{value: msg.value}(calls, refundTo, nftRecipient);
    }

    // 0xf9e4bab4
    function transferAndMulticall(
        address[] calldata tokens,
        uint256[] calldata amounts,
        Call[] calldata calls,
        address refundTo,
        address nftRecipient,
        bytes calldata metadata
    ) external payable {
        _pull(tokens, amounts);
        router.multicall{value: msg.value}(calls, refundTo, nftRecipient, metadata);
    }

    function _pull(address[] calldata tokens, uint256[] calldata amounts) private {
        for (uint256 i; i < tokens.length; i++) {
            (bool ok, bytes memory answer) = tokens[i].call(
                abi.encodeWithSignature(
                    "transferFrom(address,address,uint256)", msg.sender, address(router), amounts[i]
                )
            );
            if (!ok || (answer.length != 0 && !abi.decode(answer, (bool)))) revert PullFailed();
        }
    }
}
