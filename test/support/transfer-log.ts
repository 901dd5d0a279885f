/** Creates the log of a token transfer, as a receipt contains it. */

export const TRANSFER = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef';

/** Returns a number or an address as one word of 32 bytes. */
export const word = (value: bigint | string): string => `0x${BigInt(value).toString(16).padStart(64, '0')}`;

export type Log = { address: string; topics: string[]; data: string };

export const transferLog = (token: string, from: string, to: string, amount: bigint): Log => ({
  address: token,
  topics: [TRANSFER, word(from), word(to)],
  data: word(amount),
});
