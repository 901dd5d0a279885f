/**
 * Maps a wallet's error codes to refusals. Ignores the error's text, because a text such as "nonce rejected" is not a
 * refusal by the payer.
 */
import type { ErrorCode } from '../errors.js';

/** Wallet errors that prove that the wallet sent nothing. */
export type WalletRefusal = Extract<ErrorCode, 'wallet-rejected' | 'wallet-busy' | 'wallet-locked'>;

/**
 * Codes of EIP-1193, EIP-1474, WalletConnect and the library ethers. After an error with any other code, nobody knows
 * whether the wallet sent something.
 */
const refusals: ReadonlyMap<unknown, WalletRefusal> = new Map<unknown, WalletRefusal>([
  [4001, 'wallet-rejected'],
  [5000, 'wallet-rejected'],
  ['ACTION_REJECTED', 'wallet-rejected'],
  [-32002, 'wallet-busy'],
  [4100, 'wallet-locked'],
]);

/** The refusal that the error's code means. Null if the outcome is unknown. */
export const refusalOf = (error: unknown): WalletRefusal | null => refusals.get(codeOf(error)) ?? null;

/** The error's `code`; undefined if it has none. */
export const codeOf = (error: unknown): unknown => (error as { code?: unknown } | null | undefined)?.code;

/** The wallet's error text for the `details` of a `HubPayError`: shortened, without calldata and signatures. */
export function walletMessage(error: unknown): string {
  const { message } = Object(error) as { message?: unknown };
  const text = [message, error].find((each) => typeof each === 'string') ?? '';
  const code = codeOf(error);
  return [code, text.replace(/0x[0-9a-f]{65,}/gi, '0x…').slice(0, 200)].filter(Boolean).join(': ');
}
