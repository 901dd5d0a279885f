/** Decodes and encodes calldata. Rejects calldata whose decoded call gives other bytes when it is encoded again. */
import type { Abi, DecodeFunctionDataReturnType, Hex } from 'viem';
import { decodeAbiParameters, encodeFunctionData, toFunctionSelector } from 'viem/utils';
import { allowedCalls, harmfulCalls, ruleOfCall } from './allowed-calls.js';

/** A decoded call: the function's name, which is in `allowedCalls`, and its arguments. */
export type AbiCall = DecodeFunctionDataReturnType<typeof allowedCalls>;

/**
 * The allowed calls by function selector. Without this table, viem would compute selectors for each call that it
 * decodes.
 */
const bySelector: Readonly<Record<string, (typeof allowedCalls)[number]>> = Object.fromEntries(
  allowedCalls.map((each) => [toFunctionSelector(each), each]),
);

/**
 * Decodes calldata in lower case. Returns null if the call is not allowed, or if it gives other bytes than `data` when
 * it is encoded again.
 */
export function decode(data: string): AbiCall | null {
  try {
    const selector = selectorOf(data) as Hex;
    const item = bySelector[selector];
    if (!item) return null;
    const args = item.inputs.length > 0 ? decodeAbiParameters(item.inputs, `0x${data.slice(10)}`) : undefined;
    const again = encodeFunctionData({ abi: [item] as Abi, functionName: selector, args });
    return again === data ? ({ functionName: item.name, args } as AbiCall) : null;
  } catch {
    return null;
  }
}

/** Encodes a call as calldata, in lower-case hex. */
export const encode = (call: AbiCall): Hex => encodeFunctionData<typeof allowedCalls>({ abi: allowedCalls, ...call });

/** Returns the function selector of the calldata, in lower case. */
export const selectorOf = (data: string): string => data.slice(0, 10).toLowerCase();

/** Returns the violated rule, the path and the message for calldata that `decode` does not accept. */
export function refusalOf(selector: string, path: string): [rule: string, path: string, message: string] {
  const harmful = harmfulCalls[selector];
  const rule = ruleOfCall[selector];
  if (harmful) return [rule ?? 'G17', path, `calls ${harmful}, which no payment needs`];
  if (rule) return [rule, path, 'is not exactly one call with its arguments'];
  return ['G17', path, `calls a function that is not allowed (${selector})`];
}
