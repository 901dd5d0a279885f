/** Creates the log of a token transfer, as a receipt contains it. */

export const TRANSFER = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef';

const OPERATION = '0x49628fd1471006c1482da88028e9ce4dbb080b815c9b0344d39e5a8e6ec1419f';

/** Returns a number or an address as one word of 32 bytes. */
export const word = (value: bigint | string): string => `0x${BigInt(value).toString(16).padStart(64, '0')}`;

export type Log = { address: string; topics: string[]; data: string };

export const transferLog = (token: string, from: string, to: string, amount: bigint): Log => ({
  address: token,
  topics: [TRANSFER, word(from), word(to)],
  data: word(amount),
});

/** Creates the log in which an ERC-4337 entry point reports the end of an operation of `sender`. */
export const operationLog = (entryPoint: string, sender: string, success: boolean): Log => ({
  address: entryPoint,
  topics: [OPERATION, word(7n), word(sender), word(0n)],
  data: `0x${[0n, success ? 1n : 0n, 21_000n, 21_000n].map((value) => word(value).slice(2)).join('')}`,
});
