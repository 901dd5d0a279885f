/** Flips single bits of valid calldata. The guard must block each change that affects the payment. */
import { expect } from 'chai';
import { decodeFunctionData } from 'viem';
import { guardQuote } from '../../../src/payment/guard/guard-quote.js';
import type { GuardResult } from '../../../src/types.js';
import type { Case } from '../../support/quotes.js';
import {
  apply,
  edited,
  leavesOf,
  nativeCase,
  people,
  read,
  resetCase,
  sendCase,
  tokens,
} from '../../support/quotes.js';
import type { Inner } from '../../support/router-quotes.js';
import { proxyCase, routed, routerAbi, swapCase, swapNativeCase, transferCase } from '../../support/router-quotes.js';
import { stride } from '../../support/thorough.js';

const judge = ({ quote, intent, registry }: Case): Promise<GuardResult> => guardQuote(quote, intent, registry);
const calldataOf = ({ quote }: Case): string[] =>
  leavesOf(quote, 'quote').filter((path) => path.endsWith('.data.data'));
/**
 * The bits to flip in a hex digit. In long calldata only one bit per digit is flipped, because most digits are padding.
 */
const bitsAt = (digit: number, data: string): number[] => (data.length > 800 ? [1 << (digit % 4)] : [1, 2, 4, 8]);

/** True if the flipped bit does not affect the payment, for example a bit in the call to a swap contract. */
function isIgnored(honest: string, flipped: string): boolean {
  const [before, after] = [honest, flipped].map((data) => {
    const call = routed(data);
    if (!call) return data;
    return JSON.stringify([call.functionName, call.args, call.calls.map(whereTo)], plain);
  });
  return before === after;
}
/**
 * Returns only those values of an inner call that affect the payment. A cleanup call lists an amount for each receiver.
 * Of these amounts, only the recipient's amount affects the payment.
 */
function whereTo(one: Inner): unknown {
  if (/^0x(49290c1c|e8017952)/.test(one.callData)) return one;
  if (!/^0x(3b2253c8|9bb43718)/.test(one.callData)) return null;
  const { args } = decodeFunctionData({ abi: routerAbi, data: one.callData });
  const [given, receivers] = args as unknown as [string[], string[]];
  return [
    one.target,
    one.allowFailure,
    receivers,
    given.filter((_, at) => receivers[at]!.toLowerCase() === people.recipient),
  ];
}
const plain = (_name: string, value: unknown): unknown => (typeof value === 'bigint' ? String(value) : value);

describe('guardQuote with one flipped calldata bit', () => {
  for (const [name, honest] of Object.entries({
    'a native deposit': nativeCase(),
    'approvals and a deposit': resetCase(),
    'a transfer': sendCase(tokens.usdc),
    'a plain transfer to a solver': transferCase(),
    'a deposit by the proxy': proxyCase(),
    'a swap': swapCase(),
    'a swap of the native currency': swapNativeCase(),
  })) {
    it(`blocks ${name} when any bit that matters is flipped`, async () => {
      const passed: string[] = [];
      const places = calldataOf(honest);
      for (const path of places) {
        const data = String(read(honest, path));
        const mutant = edited(honest);
        for (let digit = 2; digit < data.length; digit += stride) {
          for (const bit of bitsAt(digit, data)) {
            const flipped = (Number.parseInt(data[digit]!, 16) ^ bit).toString(16);
            apply(mutant, [path, data.slice(0, digit) + flipped + data.slice(digit + 1)]);
            if ((await judge(mutant)).ok && !isIgnored(data, String(read(mutant, path)))) {
              passed.push(`${path}, digit ${digit}, bit ${bit}`);
            }
          }
        }
      }
      expect(places).not.to.be.empty;
      expect(passed).to.deep.equal([]);
    }).timeout(60_000);
  }
});
