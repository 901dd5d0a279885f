/** Tests the encoding against viem, which the payment code uses. */
import { expect } from 'chai';
import { decodeFunctionResult, encodeFunctionData, parseAbi } from 'viem';
import { decodeCalls, encodeResults, encodeWords, quantity } from '../../src/testing/hex.js';

const abi = parseAbi([
  'function aggregate3((address target, bool allowFailure, bytes callData)[]) returns ((bool success, bytes data)[])',
]);

describe('hex of test mode', () => {
  it('decodes the calls that viem encodes', () => {
    const calls = [
      { target: `0x${'ab'.repeat(20)}`, allowFailure: true, callData: `0x${'01'.repeat(36)}` },
      { target: `0x${'cd'.repeat(20)}`, allowFailure: true, callData: '0x0203' },
    ] as const;
    expect(decodeCalls(encodeFunctionData({ abi, args: [calls] }))).to.deep.equal(
      calls.map(({ target, callData }) => ({ target, data: callData })),
    );
  });

  it('encodes results that viem decodes', () => {
    const data = encodeResults([5n, 2n ** 255n]) as `0x${string}`;
    const results = decodeFunctionResult({ abi, data });
    expect(results.map(({ success, data: word }) => [success, BigInt(word)])).to.deep.equal([
      [true, 5n],
      [true, 2n ** 255n],
    ]);
  });

  it('pads words and writes quantities', () => {
    expect(encodeWords('0xAb', 1)).to.equal(`${'ab'.padStart(64, '0')}${'1'.padStart(64, '0')}`);
    expect(quantity(255n)).to.equal('0xff');
  });
});
