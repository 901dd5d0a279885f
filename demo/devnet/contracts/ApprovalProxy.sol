// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {Permit2, PermitBatchTransferFrom, SignatureTransferDetails} from "./Permit2.sol";
import {PermitToken} from "./PermitToken.sol";
import {Call, Router} from "./Router.sol";

struct Permit {
    PermitToken token;
    address owner;
    uint256 value;
    uint256 deadline;
    uint8 v;
    bytes32 r;
    bytes32 s;
}

// A spender that a payer may approve. The proxy pulls tokens only from msg.sender, or from a payer whose signature the
// solver submits. The proxy sends these tokens only to the router.
contract ApprovalProxy {
    Permit2 private constant PERMIT2 = Permit2(0x000000000022D473030F116dDEE9F6B43aC78BA3);
    bytes32 private constant CALL = keccak256("Call3Value(address target,bool allowFailure,uint256 value,bytes callData)");
    bytes32 private constant WITNESS =
        keccak256(
            "HuberWitness(address huber,address refundTo,address nftRecipient,Call3Value[] call3Values)Call3Value(address target,bool allowFailure,uint256 value,bytes callData)"
        );
    string private constant WITNESS_TYPE =
        "HuberWitness witness)Call3Value(address target,bool allowFailure,uint256 value,bytes callData)HuberWitness(address huber,address refundTo,address nftRecipient,Call3Value[] call3Values)TokenPermissions(address token,uint256 amount)";

    Router public immutable router;
    address public immutable solver = msg.sender;

    error PullFailed();
    error NotSolver();

    constructor(Router target) {
        router = target;
    }

    // Selector: 0xc2b2cbdf
    function transferAndMulticall(
        address[] calldata tokens,
        uint256[] calldata amounts,
        Call[] calldata calls,
        address refundTo
    ) external payable {
        _pull(tokens, amounts);
        router.multicall{value: msg.value}(calls, refundTo, address(0));
    }

    // Selector: 0x30875056
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

    // Selector: 0xf9e4bab4
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

    // The signature covers the caller (msg.sender), the calls and the receiver of the rest. So the signature permits
    // nothing else.
    function permit2TransferAndMulticall(
        address user,
        PermitBatchTransferFrom calldata permit,
        Call[] calldata calls,
        address refundTo,
        address nftRecipient,
        bytes calldata signature
    ) external {
        SignatureTransferDetails[] memory details = new SignatureTransferDetails[](permit.permitted.length);
        for (uint256 i; i < details.length; i++) {
            details[i] = SignatureTransferDetails(address(router), permit.permitted[i].amount);
        }
        bytes32 witness = keccak256(abi.encode(WITNESS, msg.sender, refundTo, nftRecipient, _hash(calls)));
        PERMIT2.permitWitnessTransferFrom(permit, details, user, witness, WITNESS_TYPE, signature);
        router.multicall(calls, refundTo, nftRecipient);
    }

    // A permit does not cover the calls, so only the solver may use it. Another account may already have submitted the
    // permit to the token.
    function permitTransferAndMulticall(
        Permit calldata permit,
        Call[] calldata calls,
        address refundTo,
        address nftRecipient
    ) external {
        if (msg.sender != solver) revert NotSolver();
        try
            permit.token.permit(
                permit.owner,
                address(this),
                permit.value,
                permit.deadline,
                permit.v,
                permit.r,
                permit.s
            )
        {} catch {}
        _pullFrom(address(permit.token), permit.owner, permit.value);
        router.multicall(calls, refundTo, nftRecipient);
    }

    function _hash(Call[] calldata calls) private pure returns (bytes32) {
        bytes32[] memory hashes = new bytes32[](calls.length);
        for (uint256 i; i < calls.length; i++) {
            hashes[i] = keccak256(
                abi.encode(
                    CALL,
                    calls[i].target,
                    calls[i].allowFailure,
                    calls[i].value,
                    keccak256(calls[i].callData)
                )
            );
        }
        return keccak256(abi.encodePacked(hashes));
    }

    function _pull(address[] calldata tokens, uint256[] calldata amounts) private {
        for (uint256 i; i < tokens.length; i++) {
            _pullFrom(tokens[i], msg.sender, amounts[i]);
        }
    }

    function _pullFrom(address token, address from, uint256 amount) private {
        (bool ok, bytes memory answer) = token.call(
            abi.encodeWithSignature("transferFrom(address,address,uint256)", from, address(router), amount)
        );
        if (!ok || (answer.length != 0 && !abi.decode(answer, (bool)))) revert PullFailed();
    }
}
