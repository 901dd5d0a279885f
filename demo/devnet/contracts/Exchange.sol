// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

// Exchanges currencies at fixed prices from its own holdings. The zero address is the native currency.
contract Exchange {
    address public immutable owner = msg.sender;
    // Value of the smallest unit of a currency, in one arbitrary unit for all currencies.
    mapping(address => uint256) public priceOf;

    error NotOwner();
    error Failed();
    error TooLittle();

    receive() external payable {}

    function setPrice(address currency, uint256 price) external {
        if (msg.sender != owner) revert NotOwner();
        priceOf[currency] = price;
    }

    function swap(address from, address to, uint256 amount, uint256 least) external payable {
        uint256 given = (amount * priceOf[from]) / priceOf[to];
        if (given < least || given == 0) revert TooLittle();
        if (from == address(0)) {
            if (msg.value != amount) revert Failed();
        } else {
            _must(
                from,
                abi.encodeWithSignature("transferFrom(address,address,uint256)", msg.sender, address(this), amount)
            );
        }
        if (to == address(0)) {
            (bool sent, ) = msg.sender.call{value: given}("");
            if (!sent) revert Failed();
        } else {
            _must(to, abi.encodeWithSignature("transfer(address,uint256)", msg.sender, given));
        }
    }

    function _must(address token, bytes memory data) private {
        (bool ok, bytes memory answer) = token.call(data);
        if (!ok || (answer.length != 0 && !abi.decode(answer, (bool)))) revert Failed();
    }
}
