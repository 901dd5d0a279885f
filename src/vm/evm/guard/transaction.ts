/** Defines what several files of the EVM guard use, such as the types of a decoded transaction and of a report. */
import { nativeAddress } from '../../registry/registry.js';
import { sameAddress } from '../../../shared/chain.js';
import type { GuardContext } from '../../family/adapter.js';
import type { AbiCall } from './calldata.js';

/**
 * Reports a violated rule or a warning. `path` leads to the wrong value in the quote, and `message` is the text after
 * the path, such as `is not the payer`.
 */
export type ReportProblem = (rule: string, path: string, message: string, amount?: bigint) => void;

/**
 * A decoded transaction. `call` is null for a plain transfer of the native currency. `tail` is the data after the
 * call's arguments, or all data without a call, as hex without the prefix `0x`.
 */
export type DecodedTransaction = { to: string; value: bigint; call: AbiCall | null; tail: string };

/** The amount of the paying token that the contract `by` pulls from the payer. */
export type TokenPull = { amount: bigint; by: string };

/** Whether the payer pays with the origin chain's native currency. */
export const isNative = ({ chain, intent }: GuardContext): boolean =>
  sameAddress(intent.originCurrency, nativeAddress(chain) ?? '');
