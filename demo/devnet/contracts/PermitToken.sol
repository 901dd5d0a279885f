// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {Token} from "./Token.sol";

// Recovers the signer of typed data (EIP-712) in a contract's domain.
library Signed {
    bytes32 private constant DOMAIN =
        keccak256("EIP712Domain(string name,string version,uint256 chainId,address verifyingContract)");

    function domain(string memory name, string memory version) internal view returns (bytes32) {
        return
            keccak256(
                abi.encode(DOMAIN, keccak256(bytes(name)), keccak256(bytes(version)), block.chainid, address(this))
            );
    }

    // Returns the address of the signer, or the zero address if the signature is invalid.
    function signer(bytes32 separator, bytes32 hash, bytes memory signature) internal pure returns (address) {
        if (signature.length != 65) return address(0);
        bytes32 r;
        bytes32 s;
        uint8 v;
        assembly ("memory-safe") {
            r := mload(add(signature, 32))
            s := mload(add(signature, 64))
            v := byte(0, mload(add(signature, 96)))
        }
        return ecrecover(keccak256(abi.encodePacked(hex"1901", separator, hash)), v, r, s);
    }
}

// Adds EIP-2612: an allowance by signature.
contract PermitToken is Token {
    bytes32 private constant PERMIT =
        keccak256("Permit(address owner,address spender,uint256 value,uint256 nonce,uint256 deadline)");

    string public constant version = "1";
    mapping(address => uint256) public nonces;

    constructor(string memory name_, string memory symbol_, uint8 decimals_) Token(name_, symbol_, decimals_) {}

    function DOMAIN_SEPARATOR() public view returns (bytes32) {
        return Signed.domain(name, version);
    }

    function permit(
        address owner,
        address spender,
        uint256 value,
        uint256 deadline,
        uint8 v,
        bytes32 r,
        bytes32 s
    ) external {
        require(block.timestamp <= deadline, "ERC2612: expired");
        bytes32 hash = keccak256(abi.encode(PERMIT, owner, spender, value, nonces[owner]++, deadline));
        address who = Signed.signer(DOMAIN_SEPARATOR(), hash, abi.encodePacked(r, s, v));
        require(who != address(0) && who == owner, "ERC2612: invalid signature");
        _approve(owner, spender, value);
    }
}

// Adds EIP-3009: a transfer by signature.
contract AuthorizationToken is PermitToken {
    bytes32 private constant TRANSFER =
        keccak256(
            "TransferWithAuthorization(address from,address to,uint256 value,uint256 validAfter,uint256 validBefore,bytes32 nonce)"
        );
    bytes32 private constant RECEIVE =
        keccak256(
            "ReceiveWithAuthorization(address from,address to,uint256 value,uint256 validAfter,uint256 validBefore,bytes32 nonce)"
        );

    event AuthorizationUsed(address indexed authorizer, bytes32 indexed nonce);

    mapping(address => mapping(bytes32 => bool)) public authorizationState;

    struct Authorization {
        address from;
        address to;
        uint256 value;
        uint256 validAfter;
        uint256 validBefore;
        bytes32 nonce;
    }

    constructor(string memory name_, string memory symbol_, uint8 decimals_) PermitToken(name_, symbol_, decimals_) {}

    function transferWithAuthorization(
        address from,
        address to,
        uint256 value,
        uint256 validAfter,
        uint256 validBefore,
        bytes32 nonce,
        bytes calldata signature
    ) external {
        _use(TRANSFER, Authorization(from, to, value, validAfter, validBefore, nonce), signature);
    }

    function receiveWithAuthorization(
        address from,
        address to,
        uint256 value,
        uint256 validAfter,
        uint256 validBefore,
        bytes32 nonce,
        bytes calldata signature
    ) external {
        require(to == msg.sender, "FiatTokenV2: caller must be the payee");
        _use(RECEIVE, Authorization(from, to, value, validAfter, validBefore, nonce), signature);
    }

    function _use(bytes32 kind, Authorization memory a, bytes memory signature) private {
        require(block.timestamp > a.validAfter, "FiatTokenV2: authorization is not yet valid");
        require(block.timestamp < a.validBefore, "FiatTokenV2: authorization is expired");
        require(!authorizationState[a.from][a.nonce], "FiatTokenV2: authorization is used");
        bytes32 hash = keccak256(abi.encode(kind, a.from, a.to, a.value, a.validAfter, a.validBefore, a.nonce));
        address who = Signed.signer(DOMAIN_SEPARATOR(), hash, signature);
        require(who != address(0) && who == a.from, "FiatTokenV2: invalid signature");
        authorizationState[a.from][a.nonce] = true;
        emit AuthorizationUsed(a.from, a.nonce);
        _transfer(a.from, a.to, a.value);
    }
}
