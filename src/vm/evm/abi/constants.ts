/** Defines fixed values of EVM chains. */

/** The number of characters of a 32-byte word in hex, including the prefix `0x`. */
export const WORD = 66;

/** The largest uint256. */
export const MAX_UINT256: bigint = 2n ** 256n - 1n;

/** The first topic of the log of an ERC-20 transfer: Keccak-256 of `Transfer(address,address,uint256)`. */
export const TRANSFER_TOPIC = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef';

/**
 * The first topic of the log in which an ERC-4337 entry point reports the end of an operation: Keccak-256 of
 * `UserOperationEvent(bytes32,address,address,uint256,bool,uint256,uint256)`.
 */
export const OPERATION_TOPIC = '0x49628fd1471006c1482da88028e9ce4dbb080b815c9b0344d39e5a8e6ec1419f';
