/** What a wallet's refusal means, by its code alone: "nonce rejected" is no refusal of the payer's. */
import type { ErrorCode } from '../errors.js';

export type WalletRefusal = Extract<ErrorCode, 'wallet-rejected' | 'wallet-busy' | 'wallet-locked'>;

/** EIP-1193, EIP-1474 and WalletConnect's codes, and the word of ethers. Every other code leaves open what happened. */
const refusals: ReadonlyMap<unknown, WalletRefusal> = new Map<unknown, WalletRefusal>([
  [4001, 'wallet-rejected'],
  [5000, 'wallet-rejected'],
  ['ACTION_REJECTED', 'wallet-rejected'],
  [-32002, 'wallet-busy'],
  [4100, 'wallet-locked'],
]);

export const refusalOf = (error: unknown): WalletRefusal | null => refusals.get(codeOf(error)) ?? null;

export const codeOf = (error: unknown): unknown => (error as { code?: unknown } | null | undefined)?.code;

/** A wallet's own words for the details: short, and without calldata or signed bytes. */
export function walletMessage(error: unknown): string {
  const { message } = Object(error) as { message?: unknown };
  const words = typeof message === 'string' ? message : typeof error === 'string' ? error : '';
  const code = codeOf(error);
  return [code, words.replace(/0x[0-9a-f]{65,}/gi, '0x…').slice(0, 200)].filter(Boolean).join(': ');
}
