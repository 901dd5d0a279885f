/** Calldata into calls and back: what cannot be written again to the byte is not understood. */
import type { DecodeFunctionDataReturnType, Hex } from 'viem';
import { decodeFunctionData, encodeFunctionData, toFunctionSelector } from 'viem/utils';
import { allowedCalls, harmfulCalls, ruleOfCall } from './abi.js';

export type AbiCall = DecodeFunctionDataReturnType<typeof allowedCalls>;

/** Hashed once: a list is searched by hashing each signature in it anew. */
const bySelector: Readonly<Record<string, readonly [(typeof allowedCalls)[number]]>> = Object.fromEntries(
  allowedCalls.map((each) => [toFunctionSelector(each), [each]]),
);

/** Null unless encoding what was decoded gives the same bytes: none after the arguments, none in the padding. */
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

export const encode = (call: AbiCall): Hex => encodeFunctionData<typeof allowedCalls>({ abi: allowedCalls, ...call });

/** In lower case; shorter where the calldata is. */
export const selectorOf = (data: string): string => data.slice(0, 10).toLowerCase();

/** Why calldata that was not understood is refused. */
export function refusalOf(selector: string, path: string): [rule: string, path: string, message: string] {
  const harmful = harmfulCalls[selector];
  const rule = ruleOfCall[selector];
  if (harmful) return [rule ?? 'G17', path, `calls ${harmful}, which no payment needs`];
  if (rule) return [rule, path, 'is not exactly one call with its arguments'];
  return ['G17', path, `calls a function that is not allowed (${selector})`];
}
