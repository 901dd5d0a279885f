import { expect } from 'chai';
import sinon from 'sinon';
import { checkPinned, parseIntent } from '../../../src/payment/quote/parse-intent.js';
import type { SessionOptions } from '../../../src/payment/model/options.js';
import type { ChainRecord, Registry } from '../../../src/types.js';
import { makeRegistry, people, tokens } from '../../support/quotes.js';
import { venueChain } from '../../support/venue-quotes.js';

const chains = makeRegistry().chains;
const options: SessionOptions = {
  baseUrl: 'https://hub.test',
  destinationChainId: 10,
  destinationCurrency: 'USDC',
  amount: '25.00',
  recipient: people.recipient,
};
const parsed = (more: Partial<SessionOptions> = {}, listing: readonly ChainRecord[] = chains) =>
  parseIntent({ ...options, ...more }, listing);

async function refused(more: Partial<SessionOptions>, listing?: readonly ChainRecord[]): Promise<unknown> {
  return parsed(more, listing).then(
    () => null,
    (error: unknown) => {
      const { attribute, code } = error as { code: string; attribute?: string };
      return attribute ?? code;
    },
  );
}

describe('parse-intent', () => {
  it('returns only the fields that the merchant fixed, with the amount in the delivered currency’s smallest unit', async () => {
    const { intent, open, asset, receives } = await parsed();
    expect(intent).to.deep.equal({
      tradeType: 'EXACT_OUTPUT',
      destinationChainId: 10,
      destinationCurrency: tokens.usdcOut.address,
      amount: '25000000',
      recipient: people.recipient,
    });
    expect([open, asset]).to.deep.equal([[], null]);
    expect(receives).to.include({
      chainId: 10,
      symbol: 'USDC',
      decimals: 6,
      amount: '25000000',
      amountFormatted: '25.00',
    });
  });

  it('returns a frozen intent that a page cannot change', async () => {
    const { intent } = await parsed();
    expect(Object.isFrozen(intent)).to.equal(true);
  });

  it('omits the reference and every option that is not a field of the quote', async () => {
    const { intent } = await parsed({ reference: 'order-7', wallets: [], resume: 'off', origins: [8453] });
    expect(JSON.stringify(intent)).not.to.include('order-7');
    expect(intent).not.to.have.any.keys('reference', 'wallets', 'resume', 'origins', 'baseUrl', 'registry');
  });

  it('accepts the currency as a symbol, as an address in any case, or as native', async () => {
    for (const destinationCurrency of ['usdc', tokens.usdcOut.address.toUpperCase().replace('0X', '0x')]) {
      expect((await parsed({ destinationCurrency })).intent.destinationCurrency).to.equal(tokens.usdcOut.address);
    }
    expect((await parsed({ destinationCurrency: 'native' })).intent.destinationCurrency).to.equal(tokens.eth.address);
  });

  it('keeps the letter case of the currency when its address is a Move coin type', async () => {
    const sui = { symbol: 'SUI', name: 'Sui', address: '0x2::sui::SUI', decimals: 9 };
    const listing: ChainRecord[] = [{ id: 103665049, vmType: 'suivm', currency: sui }];
    const recipient = `0x${'ab'.repeat(32)}`;
    for (const destinationCurrency of ['SUI', sui.address]) {
      const { intent, receives } = await parsed(
        { destinationChainId: 103665049, destinationCurrency, recipient },
        listing,
      );
      expect([intent.destinationCurrency, receives?.currency]).to.deep.equal([sui.address, sui.address]);
    }
  });

  it('T01 resolves a symbol only from pinned tokens when the chain has them, and other tokens by address', async () => {
    const foreign = { ...tokens.usdcOut, symbol: 'DAI', address: `0x${'d1'.repeat(20)}`, decimals: 18 };
    const listed = chains.map((chain) => ({
      ...chain,
      erc20Currencies: [{ ...tokens.usdcOut, address: people.attacker, decimals: 5 }, foreign],
    }));
    const both = (destinationCurrency: string): ReturnType<typeof parseIntent> =>
      parseIntent({ ...options, destinationCurrency }, chains, listed);
    const { intent } = await both('USDC');
    expect(intent).to.include({ destinationCurrency: tokens.usdcOut.address, amount: '25000000' });
    expect(await both('DAI').catch((error: unknown) => error)).to.have.property('attribute', 'destinationCurrency');
    expect((await both(foreign.address)).intent.destinationCurrency).to.equal(foreign.address);
    const bare = chains.map(({ erc20Currencies: _e, currency: _c, featuredTokens: _f, ...chain }) => chain);
    const { receives } = await parseIntent({ ...options, destinationCurrency: 'DAI' }, bare, listed);
    expect(receives).to.include({ currency: foreign.address, decimals: 18 });
  });

  it('returns the amount in the paying currency’s unit when the trade type is EXACT_INPUT', async () => {
    const { intent, receives, asset } = await parsed({
      tradeType: 'EXACT_INPUT',
      originChainId: 8453,
      originCurrency: 'native',
      amount: '0.5',
    });
    expect(intent.amount).to.equal('500000000000000000');
    expect(receives).to.include({ chainId: 8453, symbol: 'ETH', decimals: 18 });
    expect(asset).to.deep.equal({ chainId: 8453, currency: tokens.eth.address });
  });

  it('leaves the amount, and a recipient on another kind of chain, open when the merchant omits them', async () => {
    const { amount: _, ...open } = options;
    expect((await parseIntent(open, chains)).open).to.deep.equal(['amount']);
    const { recipient: _r, ...svm } = {
      ...options,
      destinationChainId: 792703809,
      destinationCurrency: tokens.usdcSvm.address,
    };
    const parsed = await parseIntent(svm, chains);
    expect([parsed.open, parsed.payee]).to.deep.equal([['recipient'], 'svm']);
    const { recipient: _own, ...own } = options;
    expect((await parseIntent(own, chains)).open).to.deep.equal([]);
    const { id: destinationChainId, currency: venueCurrency } = venueChain();
    const toVenue = { ...own, destinationChainId, destinationCurrency: venueCurrency!.address };
    const atVenue = await parseIntent(toVenue, [...chains, venueChain()]);
    expect([atVenue.open, atVenue.payee]).to.deep.equal([[], 'evm']);
  });

  it('copies slippage, referrer, refund address and quoteOptions to the intent when they are set', async () => {
    const { intent } = await parsed({
      slippageTolerance: '50',
      referrer: 'shop',
      refundTo: people.payer,
      originChainId: 8453,
      quoteOptions: { maxRouteLength: 3 },
    });
    expect(intent).to.deep.include({
      slippageTolerance: '50',
      referrer: 'shop',
      refundTo: people.payer,
      maxRouteLength: 3,
    });
  });

  it('adds frozen txs when the merchant sets calls, and none when the list is empty', async () => {
    const call = { to: people.recipient, value: '0', data: '0x1234' };
    const { intent } = await parsed({ txs: [call] });
    expect(intent.txs).to.deep.equal([call]);
    expect(Object.isFrozen(intent.txs) && Object.isFrozen(intent.txs![0])).to.equal(true);
    expect(await parsed({ txs: [] })).to.not.have.nested.property('intent.txs');
  });

  it('copies the fee and gas options when they are on, and omits them when they are off', async () => {
    const terms = {
      subsidizeFees: true,
      sponsoredFeeComponents: ['execution', 'relay'],
      maxSubsidizationAmount: '1000000',
      topupGas: true,
      topupGasAmount: '500000',
      appFees: [{ recipient: people.recipient, fee: '25' }],
    };
    expect((await parsed(terms)).intent).to.deep.include(terms);
    const off = await parsed({ subsidizeFees: false, topupGas: false });
    expect(off.intent).not.to.have.any.keys(...Object.keys(terms));
  });

  it('rejects with the attribute quoteOptions when a field of it is invalid, unknown or incomplete', async () => {
    const rows: Record<string, unknown>[] = [
      { maxRouteLength: 0 },
      { txsGasLimit: '21000' },
      { protocolVersion: 'v3' },
      { permitExpiry: '10 minutes' },
      { includedSwapSources: 'one' },
      { strict: true },
      { maxIn: '1' },
      { sliptolerance: '50' },
    ];
    for (const quoteOptions of rows)
      expect(await refused({ quoteOptions }), JSON.stringify(quoteOptions)).to.equal('quoteOptions');
  });

  describe('refuses what can never be paid or delivered:', () => {
    afterEach(() => sinon.restore());

    const svm = { destinationChainId: 792703809, destinationCurrency: tokens.usdcSvm.address };

    it('origins of which no chain can pay, with the reason for each chain', async () => {
      const venue: ChainRecord = { id: 1337, vmType: 'hypevm' };
      const listing = [...chains, venue];
      const message = (origins: number[]): Promise<string> =>
        parsed({ origins }, listing).then(
          () => '',
          (error: unknown) => (error as Error).message,
        );
      expect(await message([101])).to.include('origins: nobody can pay: chain 101 is unknown to the service');
      expect(await message([1337])).to.include('origins: nobody can pay: chain 1337 needs venueExchangeUrl');
      const pinned = parseIntent({ ...options, origins: [8453] }, chains, chains, () => undefined);
      const error = await pinned.then(
        () => null,
        (cause: unknown) => cause as Error,
      );
      expect(error?.message).to.include('chain 8453 is not in the registry');
      expect(await refused({ origins: [1337], venueExchangeUrl: 'https://venue.test/exchange' }, listing)).to.equal(
        null,
      );
    });

    it('but only warns about a chain beside others that can pay', async () => {
      const warn = sinon.stub(console, 'warn');
      expect(await refused({ origins: [8453, 101] })).to.equal(null);
      expect(warn.args).to.deep.equal([['<hub-pay> origins: chain 101 is unknown to the service']]);
      expect(await refused({ origins: [8453] })).to.equal(null);
      expect(warn.callCount).to.equal(1);
    });

    it('a gas top-up on a chain that is not an EVM chain', async () => {
      expect(await refused({ ...svm, recipient: people.svmRecipient, topupGas: true })).to.equal('topupGas');
      expect(await refused({ ...svm, recipient: people.svmRecipient })).to.equal(null);
    });

    it('an app fee for an address that is not an EVM address', async () => {
      expect(await refused({ appFees: [{ recipient: people.svmRecipient, fee: '50' }] })).to.equal('appFees');
    });
  });

  it('rejects with the option’s name when an option is invalid', async () => {
    const twin = chains.map((chain) =>
      chain.id === 10 ? { ...chain, featuredTokens: [{ ...tokens.usdcOut, address: people.payer }] } : chain,
    );
    const flipped = `0x${people.payer.slice(2).toUpperCase().replace('A', 'a')}`;
    const rows: [Partial<SessionOptions>, string, ChainRecord[]?][] = [
      [{ destinationChainId: 99 }, 'destinationChainId'],
      [{ destinationCurrency: 'DOGE' }, 'destinationCurrency'],
      [{ destinationCurrency: 'USDC' }, 'destinationCurrency', twin],
      [{ amount: '25.0000001' }, 'amount'],
      [{ recipient: 'alice.eth' }, 'recipient'],
      [{ recipient: people.svmRecipient }, 'recipient'],
      [{ recipient: flipped }, 'recipient'],
      [{ originChainId: 99 }, 'originChainId'],
      [{ originChainId: 8453, originCurrency: 'DOGE' }, 'originCurrency'],
      [{ originChainId: 8453, refundTo: 'me' }, 'refundTo'],
      [{ topupGasAmount: '5' }, 'topupGasAmount'],
      [{ maxSubsidizationAmount: '5' }, 'maxSubsidizationAmount'],
      [{ sponsoredFeeComponents: ['relay'] }, 'sponsoredFeeComponents'],
      [{ subsidizeFees: true, sponsoredFeeComponents: ['hub'] }, 'sponsoredFeeComponents'],
      [{ appFees: [{ recipient: people.payer, fee: '10001' }] }, 'appFees'],
    ];
    for (const [more, option, listing] of rows)
      expect(await refused(more, listing), JSON.stringify(more)).to.equal(option);
  });

  it('F-190 rejects the recipient when it is the zero address or the dead address', async () => {
    expect(await refused({ recipient: tokens.eth.address })).to.equal('recipient');
    expect(await refused({ recipient: '0x000000000000000000000000000000000000dEaD' })).to.equal('recipient');
  });

  it('F-189 rejects the recipient and the refund address when they are the contract of a listed token', async () => {
    expect(await refused({ recipient: tokens.usdcOut.address })).to.equal('recipient');
    const both = { recipient: tokens.usdt.address, destinationChainId: 8453 };
    expect(await refused(both)).to.equal('recipient');
    expect(await refused({ originChainId: 8453, refundTo: tokens.usdc.address })).to.equal('refundTo');
  });

  it('S-19 rejects with chain-paused when the origin chain takes no deposits, and accepts it as the destination', async () => {
    const closed = (id: number): ChainRecord[] =>
      chains.map((chain) => (chain.id === id ? { ...chain, depositEnabled: false } : chain));
    expect(await refused({ originChainId: 8453 }, closed(8453))).to.equal('chain-paused');
    expect(await refused({ originChainId: 8453 }, closed(10))).to.equal(null);
  });

  it('F-22 rejects with chain-paused instead of a config error when the destination chain is disabled', async () => {
    const paused = chains.map((chain) => (chain.id === 10 ? { ...chain, disabled: true } : chain));
    expect(await refused({}, paused)).to.equal('chain-paused');
  });

  it('throws with the attribute registry when the registry is invalid', () => {
    expect(() => checkPinned({ chains: [{ id: 'x' }] } as unknown as Registry))
      .to.throw()
      .with.property('attribute', 'registry');
    expect(() => checkPinned(undefined)).not.to.throw();
    expect(() => checkPinned(makeRegistry())).not.to.throw();
  });
});
