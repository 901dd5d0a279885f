/** Fixed values of EVM chains that several files need. */

/** The largest uint256. */
export const MAX_UINT256: bigint = 2n ** 256n - 1n;

/** Keccak-256 of ERC-20's `Transfer(address,address,uint256)`: the first topic of its log. */
export const TRANSFER_TOPIC = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef';
