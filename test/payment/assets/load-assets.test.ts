import { expect } from 'chai';
import { HubPayError } from '../../../src/errors.js';
import type { HubClient } from '../../../src/api/client.js';
import { createQuoteBook } from '../../../src/payment/quote/quote-book.js';
import { pause } from '../../../src/shared/time/clock.js';
import { loadAssets, onlyChoice, type AssetSearch } from '../../../src/payment/assets/load-assets.js';
import type { PriceBook } from '../../../src/payment/assets/market-price.js';
import { formatUnits } from '../../../src/shared/amounts.js';
import type { Asset, ChainCurrency, ChainRecord, PaymentIntent } from '../../../src/types.js';
import { VirtualClock } from '../../support/clock.js';
import { amountOf, edited, nativeCase, people, tokens } from '../../support/quotes.js';
import { account, asset, NOW } from '../../support/samples.js';

const chain = (id: number, more: Partial<ChainRecord> = {}): ChainRecord => ({
  id,
  vmType: 'evm',
  currency: tokens.eth,
  erc20Currencies: [tokens.usdc, tokens.usdt],
  ...more,
});
const ETH = tokens.eth.address;
const intent: PaymentIntent = {
  tradeType: 'EXACT_OUTPUT',
  amount: '25000000',
  destinationChainId: 10,
  destinationCurrency: tokens.usdcOut.address,
};

type Market = Record<string, { takes: bigint; usd: string | undefined } | HubPayError>;
type Holdings = Record<number, Record<string, bigint | null> | 'never'>;

/** Runs the asset search for 30 s of virtual time. */
async function search(
  holdings: Holdings,
  market: Market,
  o: Partial<Pick<AssetSearch, 'accounts' | 'chains' | 'intent' | 'fixed' | 'listed' | 'last' | 'prices'>> & {
    /** The tokens that the merchant chose. */
    tokens?: readonly string[];
    /** The time that the service and each chain need, in milliseconds. */
    delays?: { service?: number; chains?: Record<number, number> };
    /** The wallet family whose code cannot be loaded. */
    lost?: string;
    /** Changes the fake service's answer before the quote. */
    before?: (asked: number) => HubPayError | undefined;
  } = {},
) {
  const clock = new VirtualClock(NOW);
  const bodies: Record<string, unknown>[] = [];
  const quotedAt: number[] = [];
  const stages: [stage: string, assets: readonly Asset[]][] = [];
  const reportedAt: number[] = [];
  const { delays = {} } = o;
  const balances = async (
    _address: string,
    refs: readonly { currency: string }[],
    { chain: { id } }: { chain: ChainRecord },
  ) => {
    const held = holdings[id]!;
    if (held === 'never') return new Promise<never>(() => undefined);
    if (delays.chains?.[id]) await pause(delays.chains[id], clock);
    return refs.map(({ currency }) => (currency in held ? held[currency]! : 0n));
  };
  const quote: HubClient['quote'] = async (body) => {
    bodies.push({ ...body });
    quotedAt.push(clock.now() - NOW);
    const refusal = o.before?.(bodies.length);
    if (delays.service) await pause(delays.service, clock);
    const currency = body.originCurrency;
    const answer = refusal ?? market[currency];
    if (!answer || answer instanceof HubPayError) throw answer ?? new HubPayError('service-down', 'no');
    const token = allTokens.find(({ address }) => address === currency)!;
    const paid = amountOf(
      body.originChainId,
      token,
      answer.takes,
      answer.usd!,
      formatUnits(answer.takes, token.decimals),
    );
    return edited(nativeCase(), [
      'quote.details.currencyIn',
      answer.usd === undefined ? { ...paid, amountUsd: undefined } : paid,
    ]).quote;
  };
  const stop = new AbortController();
  const chains = o.chains ?? Object.keys(holdings).map((id) => chain(Number(id)));
  void loadAssets({
    accounts: o.accounts ?? [account],
    chains,
    options: { registry: { chains: [...chains] }, ...(o.tokens && { tokens: o.tokens }) },
    intent: o.intent ?? intent,
    fixed: o.fixed ?? null,
    listed: o.listed ?? [],
    last: o.last ?? null,
    book: createQuoteBook({ quotePause: 0, quote }, clock),
    adapterFor: (vmType) =>
      vmType === o.lost
        ? Promise.reject(new HubPayError('service-down', 'The code could not be loaded.'))
        : Promise.resolve({ balances, tokenInfo: () => Promise.reject(new Error('a pinned token is read')) }),
    walletOf: () => Promise.resolve(null),
    prices: o.prices ?? new Map<string, never>(),
    clock,
    fetch,
    signal: stop.signal,
    onChange(assets, stage) {
      stages.push([stage, assets]);
      reportedAt.push(clock.now() - NOW);
    },
  });
  await clock.advance(30_000);
  const rows = stages.at(-1)?.[1] ?? [];
  return {
    rows,
    stages,
    reportedAt,
    bodies,
    quotedAt,
    clock,
    stop,
    names: rows.map(({ chainId, symbol }) => `${symbol}@${chainId}`),
  };
}

/** Six tokens, each with its own price. */
const SIX: ChainCurrency[] = [1, 2, 3, 4, 5, 6].map((at) => ({
  ...tokens.usdc,
  id: `token-${at}`,
  symbol: `A${at}`,
  address: `0x${String(at).repeat(40)}`,
}));
const allTokens = [...Object.values(tokens), ...SIX] as ChainCurrency[];
const sixChain = (id: number): ChainRecord => chain(id, { erc20Currencies: SIX });
const sixHeld = (more = 0n): Record<string, bigint> =>
  Object.fromEntries(SIX.map(({ address }, at) => [address, 30_000_000n + more * BigInt(at)]));
const sixMarket: Market = Object.fromEntries(SIX.map(({ address }) => [address, { takes: 25_000_000n, usd: '25' }]));

const cheap: Market = {
  [ETH]: { takes: 10n ** 16n, usd: '25' },
  [tokens.usdc.address]: { takes: 25_100_000n, usd: '25.1' },
  [tokens.usdt.address]: { takes: 25_000_000n, usd: '25' },
};

describe('load-assets', () => {
  const rich = {
    1: { [ETH]: 10n ** 17n, [tokens.usdc.address]: 900_000_000n },
    2: { [tokens.usdt.address]: 3_000_000n },
  };

  it('lists held assets in the listing’s order, and tells which cannot pay, when no price was known', async () => {
    const { names, rows } = await search(rich, cheap);
    expect(names).to.deep.equal(['ETH@1', 'USDC@1', 'USDT@2']);
    expect(rows.map(({ disabled }) => disabled)).to.deep.equal([null, null, 'insufficient-funds']);
    expect(rows[1]).to.have.nested.property('balance.amountUsd', '900');
    expect(rows[1]).to.have.nested.property('needed.amountFormatted', '25.1');
  });

  it('lists the most valuable assets first and those that cannot pay last when all prices were known', async () => {
    const prices: PriceBook = new Map();
    await search(rich, cheap, { prices });
    const poor = { ...rich, 1: { ...rich[1], [ETH]: 1n } };
    expect((await search(rich, cheap, { prices })).names).to.deep.equal(['USDC@1', 'ETH@1', 'USDT@2']);
    expect((await search(poor, cheap, { prices })).names).to.deep.equal(['USDC@1', 'USDT@2', 'ETH@1']);
  });

  it('lists only the tokens that the merchant chose, in the merchant’s order, also when others are worth more', async () => {
    const prices: PriceBook = new Map();
    await search(rich, cheap, { prices });
    const listed = async (...words: string[]): Promise<readonly string[]> =>
      (await search({ ...rich, 2: { [tokens.usdt.address]: 30_000_000n } }, cheap, { prices, tokens: words })).names;
    expect(await listed('USDT', 'USDC')).to.deep.equal(['USDT@2', 'USDC@1']);
    expect(await listed('-ETH')).to.deep.equal(['USDC@1', 'USDT@2']);
    expect(await listed('USDT', '*', '1:native')).to.deep.equal(['USDT@2', 'USDC@1', 'ETH@1']);
  });

  it('keeps the fixed asset, whatever tokens the merchant chose', async () => {
    const { names } = await search(rich, cheap, {
      chains: [chain(1)],
      fixed: { chainId: 1, currency: ETH },
      tokens: ['USDC'],
    });
    expect(names).to.deep.equal(['ETH@1']);
  });

  it('never chooses the last used asset by itself when the merchant excludes this asset', async () => {
    const { rows } = await search(rich, cheap, { last: { chainId: 1, currency: ETH }, tokens: ['-ETH'] });
    expect(rows.map(({ symbol }) => symbol)).to.deep.equal(['USDC', 'USDT']);
  });

  it('lists the last used asset first, and unverified tokens after verified ones', async () => {
    const unverified = { ...tokens.usdc, metadata: { verified: false } };
    const { names } = await search({ 1: rich[1], 2: { [ETH]: 10n ** 18n } }, cheap, {
      chains: [chain(1, { erc20Currencies: [unverified] }), chain(2)],
      last: { chainId: 2, currency: ETH },
    });
    expect(names).to.deep.equal(['ETH@2', 'ETH@1', 'USDC@1']);
  });

  it('lists the first usable asset of each account at the top when two wallets are connected', async () => {
    const svm = { address: people.svmRecipient, vmType: 'svm', wallet: 'Two' } as const;
    const chains = [chain(1), chain(2), chain(3, { vmType: 'svm' })];
    const held = { 1: rich[1], 2: { [tokens.usdc.address]: 50_000_000n }, 3: { [ETH]: 1n, [tokens.usdt.address]: 2n } };
    const prices: PriceBook = new Map();
    const both = { accounts: [account, svm], chains, prices };
    expect((await search(held, cheap, both)).names.slice(0, 2)).to.deep.equal(['ETH@1', 'ETH@3']);
    const { names } = await search(held, cheap, both);
    expect(names, 'no row of the SVM account can pay').to.deep.equal(['USDC@1', 'ETH@1', 'USDC@2', 'USDT@3', 'ETH@3']);
    const able = { ...held, 3: { [ETH]: 10n ** 17n, [tokens.usdt.address]: 2n } };
    expect((await search(able, cheap, both)).names).to.deep.equal(['USDC@1', 'ETH@3', 'ETH@1', 'USDC@2', 'USDT@3']);
  });

  it('P-23 never moves a row and prices all rows within 900 ms when six assets need 400 ms each', async () => {
    const { stages, reportedAt, quotedAt } = await search({ 1: sixHeld(9_000_000n) }, sixMarket, {
      chains: [sixChain(1)],
      delays: { service: 400 },
    });
    expect(quotedAt).to.deep.equal([0, 0, 0, 0, 0, 0]);
    const shown = stages.map(([, assets]) => assets.map(({ symbol }) => symbol).join());
    expect(new Set(shown)).to.deep.equal(new Set(['A1,A2,A3,A4,A5,A6']));
    const priced = stages.findIndex(([, assets]) => assets.every(({ balance }) => balance?.amountUsd));
    expect(reportedAt[priced]! - reportedAt[0]!).to.be.within(1, 900);
    expect(stages[0]![1].map(({ pricing }) => pricing)).to.deep.equal(Array.from(SIX, () => true));
    expect(stages.at(-1)![1].some(({ pricing }) => pricing)).to.equal(false);
  });

  it('I24 keeps at most six price quotes on their way when the payer holds more', async () => {
    const { quotedAt } = await search(
      { 1: { ...sixHeld(), [ETH]: 10n ** 18n }, 2: { [tokens.usdt.address]: 10n ** 9n } },
      { ...sixMarket, ...cheap },
      { chains: [sixChain(1), chain(2)], delays: { service: 400 } },
    );
    expect(quotedAt).to.deep.equal([0, 0, 0, 0, 0, 0, 400, 400]);
  });

  it('P-23 appends the rows of a late chain and keeps the other rows in place', async () => {
    const { stages, reportedAt } = await search({ 1: { [ETH]: 10n ** 18n }, 2: { [ETH]: 10n ** 19n } }, cheap, {
      delays: { chains: { 1: 2_000 } },
    });
    expect(reportedAt[0], 'the list waits half a second for a late chain').to.equal(500);
    const shown = stages.map(([, assets]) => assets.map(({ chainId }) => chainId).join());
    expect([...new Set(shown)]).to.deep.equal(['2', '2,1']);
  });

  it('P-23 reports the price of the last used asset at once when other prices and chains are late', async () => {
    const last = { chainId: 2, currency: tokens.usdc.address };
    const held = { [ETH]: 10n ** 18n, [tokens.usdc.address]: 10n ** 9n };
    const { stages, reportedAt, bodies } = await search({ 1: held, 2: held, 3: held }, cheap, {
      last,
      delays: { service: 100, chains: { 1: 50, 2: 100, 3: 5_000 } },
    });
    const known = stages.findIndex(([, assets]) => onlyChoice(assets, last, false));
    expect([reportedAt[known], stages[known]![0]]).to.deep.equal([200, 'balances']);
    expect(bodies.map((body) => [body['originChainId'], body['originCurrency']])).to.deep.equal([
      [1, ETH],
      [2, tokens.usdc.address],
    ]);
  });

  it('sets the logo when one of the chain’s token lists has a valid logoURI', async () => {
    const logoURI = 'https://logos.example/usdc.png';
    const odd = { ...tokens.usdt, metadata: { logoURI: 5 as unknown as string } };
    const { rows } = await search({ 1: { [ETH]: 1n, [tokens.usdc.address]: 9n, [tokens.usdt.address]: 9n } }, cheap, {
      chains: [chain(1, { featuredTokens: [{ ...tokens.usdc, metadata: { logoURI } }, odd] })],
    });
    expect(Object.fromEntries(rows.map(({ symbol, logo }) => [symbol, logo]))).to.deep.equal({
      ETH: undefined,
      USDC: logoURI,
      USDT: undefined,
    });
  });

  it('lists the assets of the other chains when one chain never answers', async () => {
    const { stages, names } = await search({ 1: 'never', 2: { [ETH]: 10n ** 18n } }, cheap);
    expect(new Set(stages.map(([stage]) => stage))).to.deep.equal(new Set(['balances']));
    expect(names).to.deep.equal(['ETH@2']);
  });

  it('prices the currency of the last used asset when the code for the chain of this asset cannot be loaded', async () => {
    const svm = { address: people.svmRecipient, vmType: 'svm', wallet: 'Two' } as const;
    const home = chain(9, { vmType: 'svm', erc20Currencies: [{ ...tokens.usdc, address: people.svmRecipient }] });
    for (const chains of [
      [home, chain(1)],
      [chain(1), home],
    ]) {
      const { rows, stages } = await search({ 1: { [tokens.usdc.address]: 10n ** 9n } }, cheap, {
        accounts: [account, svm],
        chains,
        last: { chainId: 9, currency: people.svmRecipient },
        lost: 'svm',
      });
      expect(stages.at(-1)?.[0]).to.equal('priced');
      expect(rows.map(({ needed, pricing }) => [needed?.amount, pricing])).to.deep.equal([['25100000', undefined]]);
    }
  });

  it('I24 requests one price per currency when several chains hold the currency', async () => {
    const holdings = Object.fromEntries(
      [1, 2, 3, 4].map((id) => [id, { [ETH]: 10n ** 18n, [tokens.usdc.address]: 10n ** 9n }]),
    );
    const { bodies, quotedAt } = await search(holdings, cheap);
    expect(bodies.map(({ originCurrency }) => originCurrency)).to.deep.equal([ETH, tokens.usdc.address]);
    expect(quotedAt).to.deep.equal([0, 0]);
  });

  it('reuses a price when it is less than five minutes old', async () => {
    const prices: PriceBook = new Map();
    await search({ 1: { [ETH]: 10n ** 18n } }, cheap, { prices });
    expect((await search({ 1: { [ETH]: 10n ** 18n } }, cheap, { prices })).bodies).to.deep.equal([]);
    for (const price of prices.values()) price.at -= 300_000;
    expect((await search({ 1: { [ETH]: 10n ** 18n } }, cheap, { prices })).bodies).to.have.length(1);
  });

  it('requests an indicative quote with the payment’s amount and the payer’s address', async () => {
    const { bodies } = await search({ 1: { [ETH]: 10n ** 18n } }, cheap);
    expect(bodies[0]).to.include({
      user: people.payer,
      recipient: people.payer,
      refundTo: people.payer,
      amount: '25000000',
      tradeType: 'EXACT_OUTPUT',
      originChainId: 1,
    });
  });

  it('requests an EXACT_INPUT price for the held balance when the payment’s amount is open', async () => {
    const { amount: _, ...open } = intent;
    const { bodies, rows } = await search({ 1: { [ETH]: 3n * 10n ** 16n } }, cheap, { intent: open });
    expect(bodies[0]).to.include({ tradeType: 'EXACT_INPUT', amount: String(3n * 10n ** 16n) });
    expect(rows[0]).to.include({ disabled: null }).and.not.have.property('needed');
    expect(rows[0]).to.have.nested.property('balance.amountUsd', '75');
  });

  it('F-93 lists only the native currency, with an unknown balance, when the chain cannot be read', async () => {
    const { rows } = await search(
      { 1: { [ETH]: null, [tokens.usdc.address]: null, [tokens.usdt.address]: null } },
      cheap,
    );
    expect(rows.map(({ symbol, balance, disabled }) => [symbol, balance, disabled])).to.deep.equal([
      ['ETH', null, null],
    ]);
  });

  it('F-30 omits the USD value and lists the asset after priced assets when its price is known to be unknown', async () => {
    const prices: PriceBook = new Map();
    const held = { 1: { [ETH]: 10n ** 20n, [tokens.usdc.address]: 30_000_000n } };
    const market = { ...cheap, [ETH]: { takes: 10n ** 16n, usd: undefined } };
    await search(held, market, { prices });
    const { names, rows } = await search(held, market, { prices });
    expect(names).to.deep.equal(['USDC@1', 'ETH@1']);
    expect(rows[1]?.balance).not.to.have.property('amountUsd');
    expect(rows[1]?.disabled).to.equal(null);
  });

  it('F-1 disables the rows of a currency when the service refuses its route, but not when the service is down', async () => {
    const held = {
      1: { [ETH]: 10n ** 18n, [tokens.usdc.address]: 10n ** 9n, [tokens.usdt.address]: 10n ** 9n },
      2: { [tokens.usdc.address]: 10n ** 9n },
    };
    const { rows } = await search(held, {
      ...cheap,
      [tokens.usdc.address]: new HubPayError('no-route', 'no'),
      [tokens.usdt.address]: new HubPayError('service-down', 'no'),
    });
    const disabled = Object.fromEntries(
      rows.map(({ symbol, chainId, disabled: code }) => [`${symbol}@${chainId}`, code]),
    );
    expect(disabled).to.deep.equal({ 'ETH@1': null, 'USDT@1': null, 'USDC@1': 'no-route', 'USDC@2': 'no-route' });
  });

  it('F-27 keeps an asset selectable and lists it after assets without loss when a loss is known', async () => {
    const loss = new HubPayError('price-impact', 'no');
    const held = { 1: { [ETH]: 10n ** 18n, [tokens.usdc.address]: 30_000_000n, [tokens.usdt.address]: 1_000_000n } };
    const prices: PriceBook = new Map();
    await search(held, { ...cheap, [ETH]: loss }, { prices });
    const { rows } = await search(held, { ...cheap, [ETH]: loss }, { prices });
    expect(rows.map(({ symbol, highPriceImpact: losing, disabled }) => [symbol, losing, disabled])).to.deep.equal([
      ['USDC', undefined, null],
      ['ETH', true, null],
      ['USDT', undefined, 'insufficient-funds'],
    ]);
    const { amount: _, ...open } = intent;
    const all = await search(held, { ...cheap, [ETH]: loss }, { intent: open });
    expect(
      all.rows.some(({ highPriceImpact: losing }) => losing),
      'what all of it loses says nothing of a part',
    ).to.equal(false);
  });

  it('F-22 disables the rows with chain-paused and requests no price when the chain takes no deposits', async () => {
    const { rows, bodies } = await search({ 1: { [ETH]: 10n ** 18n } }, cheap, {
      chains: [chain(1, { depositEnabled: false })],
    });
    expect(rows.map(({ disabled }) => disabled)).to.deep.equal(['chain-paused']);
    expect(bodies).to.deep.equal([]);
  });

  it('F-23 disables a row with amount-too-high only when its price exceeds the limit of a partly disabled chain', async () => {
    const held = { [ETH]: 10n ** 18n, [tokens.usdc.address]: 10n ** 9n };
    const disabled = async (partialDisableLimit: number): Promise<Record<string, string | null>> => {
      const { rows } = await search({ 1: held }, cheap, { chains: [chain(1, { partialDisableLimit })] });
      return Object.fromEntries(rows.map(({ symbol, disabled: code }) => [symbol, code]));
    };
    expect(await disabled(25.05)).to.deep.equal({ ETH: null, USDC: 'amount-too-high' });
    expect(await disabled(25.1)).to.deep.equal({ ETH: null, USDC: null });
    expect(await disabled(0)).to.deep.equal({ ETH: null, USDC: null });
  });

  it('lists only the merchant’s fixed asset when the payer holds none of it', async () => {
    const { names, rows } = await search({ 1: { [ETH]: 10n ** 18n } }, cheap, {
      fixed: { chainId: 1, currency: tokens.usdc.address },
    });
    expect(names).to.deep.equal(['USDC@1']);
    expect(rows[0]).to.include({ disabled: 'insufficient-funds' });
  });

  it('shows the same needed amount when the currency has other decimals on another chain', async () => {
    const wide = { ...tokens.usdc, decimals: 18 };
    const { rows } = await search(
      { 1: { [tokens.usdc.address]: 50_000_000n }, 2: { [tokens.usdc.address]: 25n * 10n ** 18n } },
      cheap,
      { chains: [chain(1), chain(2, { erc20Currencies: [wide] })] },
    );
    expect(rows.map(({ chainId, needed, disabled }) => [chainId, needed?.amountFormatted, disabled])).to.deep.equal([
      [1, '25.1', null],
      [2, '25.1', 'insufficient-funds'],
    ]);
  });

  it('stops and leaves no timer when its signal aborts', async () => {
    const { stop, stages, clock, quotedAt } = await search({ 1: 'never', 2: { [ETH]: 10n ** 18n } }, cheap);
    stop.abort(new Error('gone'));
    const before = stages.length;
    await clock.advance(60_000);
    expect([stages.length, quotedAt.length, clock.pending]).to.deep.equal([before, 1, 0]);
  });
});

describe('onlyChoice', () => {
  const needed = asset.balance!;
  const row = (chainId: number, more: Partial<Asset> = {}): Asset => ({ ...asset, chainId, needed, ...more });

  it('returns the last used asset when it still covers the payment', () => {
    const last = { chainId: 2, currency: asset.currency };
    expect(onlyChoice([row(1), row(2)], last, true)?.chainId).to.equal(2);
    expect(onlyChoice([row(1), row(3), row(2, { disabled: 'insufficient-funds' })], last, true)).to.equal(undefined);
  });

  it('returns an asset without a last used one only when exactly one asset can pay', () => {
    expect(onlyChoice([row(1), row(2, { disabled: 'no-route' })], null, true)?.chainId).to.equal(1);
    expect(onlyChoice([row(1), row(2)], null, true)).to.equal(undefined);
    expect(onlyChoice([], null, true)).to.equal(undefined);
  });

  it('returns the last used asset, but not the only usable asset, when other prices are unknown', () => {
    const { needed: _, ...unknown } = row(1);
    expect(onlyChoice([unknown, row(2)], { chainId: 2, currency: asset.currency }, false)?.chainId).to.equal(2);
    expect(onlyChoice([row(2)], null, false)).to.equal(undefined);
  });

  it('returns undefined when the needed amount of an asset is unknown', () => {
    const { needed: _, ...unknown } = row(1);
    expect(onlyChoice([unknown], null, true)).to.equal(undefined);
    expect(onlyChoice([unknown, row(2)], null, true)).to.equal(undefined);
  });

  it('F-27 skips an asset that loses value, even when the payer used it last', () => {
    const losing = row(1, { highPriceImpact: true });
    expect(onlyChoice([losing], losing, true)).to.equal(undefined);
    expect(onlyChoice([losing, row(2)], losing, true)?.chainId).to.equal(2);
  });
});
