// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

// Holds deposits until its owner, the solver, moves them. The contract also pays the refunds. The solver reads only the
// contract's events.
contract Depository {
    event NativeDeposited(address indexed depositor, uint256 amount, bytes32 indexed id);
    event Erc20Deposited(address indexed depositor, address indexed token, uint256 amount, bytes32 indexed id);

    address public immutable owner = msg.sender;

    error NotOwner();
    error Failed();

    function depositNative(address depositor, bytes32 id) external payable {
        emit NativeDeposited(depositor == address(0) ? msg.sender : depositor, msg.value, id);
    }

    // The event reports the received amount, which is less than `amount` for tokens with a transfer fee.
    function depositErc20(address depositor, address token, uint256 amount, bytes32 id) external {
        uint256 before = _balance(token);
        _must(
            token,
            abi.encodeWithSignature("transferFrom(address,address,uint256)", msg.sender, address(this), amount)
        );
        emit Erc20Deposited(depositor == address(0) ? msg.sender : depositor, token, _balance(token) - before, id);
    }

    function release(address token, address payable to, uint256 amount) external {
        if (msg.sender != owner) revert NotOwner();
        if (token == address(0)) {
            (bool sent, ) = to.call{value: amount}("");
            if (!sent) revert Failed();
        } else {
            _must(token, abi.encodeWithSignature("transfer(address,uint256)", to, amount));
        }
    }

    function _balance(address token) private view returns (uint256) {
        (, bytes memory data) = token.staticcall(abi.encodeWithSignature("balanceOf(address)", address(this)));
        return abi.decode(data, (uint256));
    }

    // A token may return nothing, but it must not return false.
    function _must(address token, bytes memory data) private {
        (bool ok, bytes memory answer) = token.call(data);
        if (!ok || token.code.length == 0 || (answer.length != 0 && !abi.decode(answer, (bool)))) revert Failed();
    }
}
