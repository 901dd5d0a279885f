/**
 * Maps a wallet's error codes to refusals, but not the error's text, because one such as "nonce rejected" does not mean
 * that the payer rejected the request.
 */
import type { ErrorCode } from '../errors.js';

/** The error codes after which the wallet has certainly sent no transaction. */
export type WalletRefusal = Extract<ErrorCode, 'wallet-rejected' | 'wallet-busy' | 'wallet-locked'>;

/**
 * The error codes of EIP-1193, EIP-1474, WalletConnect and the library ethers after which the wallet has sent no
 * transaction, while it may have sent one after any other code.
 */
const refusals: ReadonlyMap<unknown, WalletRefusal> = new Map<unknown, WalletRefusal>([
  [4001, 'wallet-rejected'],
  [5000, 'wallet-rejected'],
  ['ACTION_REJECTED', 'wallet-rejected'],
  [-32002, 'wallet-busy'],
  [4100, 'wallet-locked'],
]);

/** Returns the refusal that the error's code means, or null if the wallet may have sent a transaction. */
export const refusalOf = (error: unknown): WalletRefusal | null => refusals.get(codeOf(error)) ?? null;

/** Returns the error's `code`, or undefined if the error has no code. */
export const codeOf = (error: unknown): unknown => (error as { code?: unknown } | null | undefined)?.code;

/**
 * Returns the wallet's error text for the `details` of a `HubPayError`, shortened and without long hex such as calldata
 * or a signature.
 */
export function walletMessage(error: unknown): string {
  const { message } = Object(error) as { message?: unknown };
  const text = [message, error].find((each) => typeof each === 'string') ?? '';
  const code = codeOf(error);
  return [code, text.replace(/0x[0-9a-f]{65,}/gi, '0x…').slice(0, 200)].filter(Boolean).join(': ');
}
