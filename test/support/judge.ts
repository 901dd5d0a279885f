/** Calls `guardQuote` with a case and returns the result. */
import { guardQuote } from '../../src/payment/guard/guard-quote.js';
import type { GuardNote, GuardResult } from '../../src/types.js';
import type { Case } from './quotes.js';

export const judge = ({ quote, intent, registry }: Case): Promise<GuardResult> => guardQuote(quote, intent, registry);

export const passed = async (each: Case): Promise<Extract<GuardResult, { ok: true }>> => {
  const result = await judge(each);
  if (!result.ok) throw new Error(`blocked: ${JSON.stringify(result.blocks)}`);
  return result;
};

export const blocks = async (each: Case): Promise<GuardNote[]> => {
  const result = await judge(each);
  if (result.ok) throw new Error('let through');
  return result.blocks;
};

export const places = (notes: readonly GuardNote[]): string[] => notes.map(({ rule, path }) => `${rule} ${path}`);
