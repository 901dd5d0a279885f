// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {Signed} from "./PermitToken.sol";

struct TokenPermissions {
    address token;
    uint256 amount;
}

struct PermitBatchTransferFrom {
    TokenPermissions[] permitted;
    uint256 nonce;
    uint256 deadline;
}

struct SignatureTransferDetails {
    address to;
    uint256 requestedAmount;
}

// The function of Uniswap's Permit2 that moves several tokens by one signature with additional witness data.
contract Permit2 {
    bytes32 private constant DOMAIN =
        keccak256("EIP712Domain(string name,uint256 chainId,address verifyingContract)");
    bytes32 private constant PERMISSIONS = keccak256("TokenPermissions(address token,uint256 amount)");
    string private constant STUB =
        "PermitBatchWitnessTransferFrom(TokenPermissions[] permitted,address spender,uint256 nonce,uint256 deadline,";

    mapping(address => mapping(uint256 => uint256)) public nonceBitmap;

    error SignatureExpired(uint256 deadline);
    error InvalidNonce();
    error InvalidSigner();
    error LengthMismatch();
    error InvalidAmount(uint256 most);
    error TransferFailed();

    function DOMAIN_SEPARATOR() public view returns (bytes32) {
        return keccak256(abi.encode(DOMAIN, keccak256("Permit2"), block.chainid, address(this)));
    }

    function permitWitnessTransferFrom(
        PermitBatchTransferFrom calldata permit,
        SignatureTransferDetails[] calldata details,
        address owner,
        bytes32 witness,
        string calldata witnessTypeString,
        bytes calldata signature
    ) external {
        if (block.timestamp > permit.deadline) revert SignatureExpired(permit.deadline);
        if (details.length != permit.permitted.length) revert LengthMismatch();
        bytes32 kind = keccak256(abi.encodePacked(STUB, witnessTypeString));
        address who = Signed.signer(DOMAIN_SEPARATOR(), _hash(kind, permit, witness), signature);
        if (who == address(0) || who != owner) revert InvalidSigner();
        _use(owner, permit.nonce);
        _moveAll(permit.permitted, details, owner);
    }

    function _hash(
        bytes32 kind,
        PermitBatchTransferFrom calldata permit,
        bytes32 witness
    ) private view returns (bytes32) {
        bytes32[] memory hashes = new bytes32[](permit.permitted.length);
        for (uint256 i; i < hashes.length; i++) {
            hashes[i] = keccak256(abi.encode(PERMISSIONS, permit.permitted[i].token, permit.permitted[i].amount));
        }
        bytes32 permitted = keccak256(abi.encodePacked(hashes));
        return keccak256(abi.encode(kind, permitted, msg.sender, permit.nonce, permit.deadline, witness));
    }

    function _use(address owner, uint256 nonce) private {
        uint256 bit = 1 << (nonce & 255);
        uint256 word = nonceBitmap[owner][nonce >> 8];
        if (word & bit != 0) revert InvalidNonce();
        nonceBitmap[owner][nonce >> 8] = word | bit;
    }

    function _moveAll(
        TokenPermissions[] calldata permitted,
        SignatureTransferDetails[] calldata details,
        address owner
    ) private {
        for (uint256 i; i < details.length; i++) {
            uint256 amount = details[i].requestedAmount;
            if (amount > permitted[i].amount) revert InvalidAmount(permitted[i].amount);
            _move(permitted[i].token, owner, details[i].to, amount);
        }
    }

    function _move(address token, address from, address to, uint256 amount) private {
        (bool ok, bytes memory answer) = token.call(
            abi.encodeWithSignature("transferFrom(address,address,uint256)", from, to, amount)
        );
        if (!ok || (answer.length != 0 && !abi.decode(answer, (bool)))) revert TransferFailed();
    }
}
