/** A decoded transaction, as the EVM guard reads it. */
import { nativeAddress } from '../../registry.js';
import { sameAddress } from '../../addresses.js';
import type { GuardContext } from '../../adapter.js';
import type { Call } from './calldata.js';

export type Note = (rule: string, path: string, message: string) => void;
/** `call` is null for a plain transfer of the native currency; `tail` is what stands after it, hex without 0x. */
export type Transaction = { to: string; value: bigint; call: Call | null; tail: string };
/** How much of the paying token is taken with an allowance, and by whom; null: by any that may be approved. */
export type Pull = { amount: bigint; by: string | null };
export const isNative = ({ chain, intent }: GuardContext): boolean =>
  sameAddress(intent.originCurrency, nativeAddress(chain) ?? '');
