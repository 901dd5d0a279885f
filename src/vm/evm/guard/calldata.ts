/** Decodes and encodes calldata. It rejects calldata that changes when it is decoded and encoded again. */
import type { DecodeFunctionDataReturnType, Hex } from 'viem';
import { decodeFunctionData, encodeFunctionData, toFunctionSelector } from 'viem/utils';
import { allowedCalls, harmfulCalls, ruleOfCall } from './allowed-calls.js';

/** A decoded call: one of `allowedCalls` by name, with its arguments. */
export type AbiCall = DecodeFunctionDataReturnType<typeof allowedCalls>;

/** The allowed calls by selector, because viem searches a list more slowly. */
const bySelector: Readonly<Record<string, readonly [(typeof allowedCalls)[number]]>> = Object.fromEntries(
  allowedCalls.map((each) => [toFunctionSelector(each), [each]]),
);

/** Decodes calldata. Returns null if encoding the result again does not give the same bytes. */
export function decode(data: string): AbiCall | null {
  try {
    const abi = bySelector[selectorOf(data)];
    if (!abi) return null;
    const call = decodeFunctionData({ abi, data: data as Hex });
    return encode(call) === data ? call : null;
  } catch {
    return null;
  }
}

/** The calldata of a call, in lower-case hex. */
export const encode = (call: AbiCall): Hex => encodeFunctionData<typeof allowedCalls>({ abi: allowedCalls, ...call });

/** The function selector of the calldata, in lower case. */
export const selectorOf = (data: string): string => data.slice(0, 10).toLowerCase();

/** The violated rule, the path and the message for calldata that cannot be decoded. */
export function refusalOf(selector: string, path: string): [rule: string, path: string, message: string] {
  const harmful = harmfulCalls[selector];
  const rule = ruleOfCall[selector];
  if (harmful) return [rule ?? 'G17', path, `calls ${harmful}, which no payment needs`];
  if (rule) return [rule, path, 'is not exactly one call with its arguments'];
  return ['G17', path, `calls a function that is not allowed (${selector})`];
}
