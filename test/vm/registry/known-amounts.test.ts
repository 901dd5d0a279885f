import { expect } from 'chai';
import fc from 'fast-check';
import { asRecorded, isDollarToken, isServiceRate, usdMicrosOf } from '../../../src/vm/registry/known-amounts.js';
import type { ChainCurrency, ChainRecord, KnownAmount, Registry } from '../../../src/types.js';
import { currency, tokens } from '../../support/quotes.js';

/** What a lying service writes as the dollars of an amount. */
const LIES = [undefined, '', '0', '25', '0.000001', '999999999', '-25', 'NaN', '1e9', '25.08 USD'];

const DOLLARS = ['USDC', 'USDT', 'DAI', 'PYUSD', 'USDS'];
const chainWith = (symbol: string, decimals: number): ChainRecord => ({
  id: 1,
  vmType: 'evm',
  currency: tokens.eth,
  erc20Currencies: [currency(symbol, decimals, `0x${'5'.repeat(40)}`)],
});
const amountOf = (amount: bigint, more: Partial<KnownAmount> = {}): KnownAmount => ({
  chainId: 1,
  currency: `0x${'5'.repeat(40)}`,
  symbol: 'LIE',
  decimals: 6,
  amount: String(amount),
  amountFormatted: '1',
  ...more,
});
const told = (amountUsd: string | undefined): Partial<KnownAmount> => (amountUsd === undefined ? {} : { amountUsd });

describe('usdMicrosOf', () => {
  for (const symbol of DOLLARS) {
    it(`S-33 S-4 is the amount of ${symbol}, whatever dollars, decimals and symbol the service names`, () => {
      fc.assert(
        fc.property(
          fc.bigInt({ min: 0n, max: 10n ** 30n }),
          fc.integer({ min: 6, max: 24 }),
          fc.constantFrom(...LIES),
          fc.integer({ min: 0, max: 255 }),
          (micros, decimals, lie, toldDecimals) => {
            const amount = amountOf(micros * 10n ** BigInt(decimals - 6), { ...told(lie), decimals: toldDecimals });
            expect(usdMicrosOf(chainWith(symbol, decimals), amount)).to.equal(micros);
          },
        ),
      );
    });
  }

  it('S-33 is what the service says for a token of unknown worth, and null when it says nothing usable', () => {
    const chain = chainWith('WBTC', 8);
    expect(usdMicrosOf(chain, amountOf(1n, told('25.08')))).to.equal(25_080_000n);
    for (const lie of [undefined, '', '-25', 'NaN']) expect(usdMicrosOf(chain, amountOf(1n, told(lie)))).to.equal(null);
  });

  it('S-33 knows a dollar token only on its own chain, and only from the chain’s record', () => {
    const chain = chainWith('USDC', 6);
    expect(isDollarToken(chain, amountOf(1n))).to.equal(true);
    expect(isDollarToken(chain, amountOf(1n, { chainId: 10 }))).to.equal(false);
    expect(isDollarToken(chain, amountOf(1n, { currency: tokens.usdc.address, symbol: 'USDC' }))).to.equal(false);
    expect(isDollarToken(undefined, amountOf(1n))).to.equal(false);
  });
});

describe('asRecorded', () => {
  it('S-33 takes symbol, decimals and dollars from the chain’s record', () => {
    const lying = amountOf(25_080_000n, { decimals: 4, amountFormatted: '2508', amountUsd: '1', minimumAmount: '7' });
    expect(asRecorded(chainWith('USDC', 6), lying)).to.deep.equal({
      ...lying,
      symbol: 'USDC',
      decimals: 6,
      amountFormatted: '25.08',
      amountUsd: '25.08',
    });
  });

  it('keeps the dollars of a token that is no dollar, and the whole amount of an unknown token', () => {
    expect(asRecorded(chainWith('WBTC', 8), amountOf(25n, told('3')))).to.include({ symbol: 'WBTC', amountUsd: '3' });
    const unknown = amountOf(25n, { currency: tokens.usdc.address, amountUsd: '3' });
    expect(asRecorded(chainWith('WBTC', 8), unknown)).to.deep.equal(unknown);
    expect(asRecorded(undefined, unknown)).to.deep.equal(unknown);
  });
});

describe('isServiceRate', () => {
  const [eth, usdc, usdcOut, usdt] = [tokens.eth, tokens.usdc, tokens.usdcOut, tokens.usdt];
  const weth = currency('WETH', 18, `0x${'e7'.repeat(20)}`);
  const registry: Registry = {
    chains: [
      { id: 8453, vmType: 'evm', currency: eth, erc20Currencies: [usdc, usdt, weth] },
      { id: 10, vmType: 'evm', currency: eth, erc20Currencies: [usdcOut] },
    ],
  };
  const from = ({ address, symbol, decimals }: ChainCurrency, chainId = 8453): KnownAmount =>
    amountOf(1n, { chainId, currency: address, symbol, decimals });
  const withId = (id: string | undefined): Registry => ({
    chains: registry.chains.map((chain) => ({ ...chain, currency: { ...eth, id: id as string } })),
  });

  const cases: [title: string, given: Registry | undefined, pays: KnownAmount, receives: KnownAmount, is: boolean][] = [
    ['ETH for USDC', registry, from(eth), from(usdcOut, 10), true],
    ['USDC for ETH', registry, from(usdc), from(eth, 10), true],
    ['WETH for ETH', registry, from(weth), from(eth), true],
    ['USDC for USDC', registry, from(usdc), from(usdcOut, 10), false],
    ['USDT for USDC', registry, from(usdt), from(usdcOut, 10), false],
    ['ETH for ETH of another chain', registry, from(eth), from(eth, 10), false],
    ['a token for itself', registry, from(weth), from(weth), false],
    [
      'a token outside the registry, called USDC',
      registry,
      from({ ...weth, symbol: 'USDC', address: `0x${'1'.repeat(40)}` }),
      from(usdcOut, 10),
      true,
    ],
    ['USDC for USDC of a chain outside the registry', registry, from(usdc), from(usdcOut, 137), true],
    ['ETH for USDC, without ids', withId(undefined), from(eth), from(usdcOut, 10), true],
    ['ETH for USDC, without a registry', undefined, from(eth), from(usdcOut, 10), true],
    ['USDT for USDC, without a registry', undefined, from(usdt), from(usdcOut, 10), true],
    ['USDC for USDC, without a registry', undefined, from(usdc), from(usdcOut, 10), false],
    [
      'ETH that is called USDC, without a registry',
      undefined,
      from({ ...eth, symbol: 'USDC' }),
      from(usdcOut, 10),
      true,
    ],
    ['ETH for ETH, without a registry', undefined, from(eth), from(eth, 10), false],
  ];
  for (const [title, given, pays, receives, is] of cases) {
    it(`S-42 is ${is} for ${title}`, () => {
      expect(isServiceRate(given, pays, receives)).to.equal(is);
    });
  }
});
