import { expect } from 'chai';
import {
  chainReader,
  fetchRecord,
  accountKind,
  notifyService,
  transactionRef,
} from '../../../src/payment/context/readers.js';
import type { PaymentContext } from '../../../src/payment/context/context.js';
import { VirtualClock } from '../../support/clock.js';
import { fakeChain } from '../../support/fake-chain.js';
import { account, idOf, payment, selection } from '../../support/samples.js';

const HASH = idOf(9);
const chain = fakeChain();
const life = new AbortController();
const never = life.signal;

const contextOf = (change: object): PaymentContext =>
  ({
    loadChains: () => Promise.resolve(),
    chain: (id: number) => ({ id, vmType: 'evm', httpRpcUrl: 'http://node.example' }),
    deps: { fetch: chain.fetch, clock: new VirtualClock() },
    ...change,
  }) as unknown as PaymentContext;

describe('transactionRef', () => {
  const urlOf = (explorerUrl?: string): string | null =>
    transactionRef(
      contextOf({
        options: {
          registry: { chains: [{ id: 1, vmType: 'evm', ...(explorerUrl !== undefined && { explorerUrl }) }] },
        },
      }),
      1,
      HASH,
    ).url;

  it('returns the explorer’s page when the explorer has an https address', () => {
    expect(urlOf('https://scan.example')).to.equal(`https://scan.example/tx/${HASH}`);
    expect(urlOf('https://scan.example/base/')).to.equal(`https://scan.example/base/tx/${HASH}`);
  });

  it('S-18 returns no page when the merchant pins no registry, or not this chain', () => {
    const unpinned = contextOf({
      options: {},
      chain: () => ({ id: 1, vmType: 'evm', explorerUrl: 'https://evil.example' }),
    });
    expect(transactionRef(unpinned, 1, HASH)).to.deep.equal({ chainId: 1, hash: HASH, url: null });
    const other = contextOf({
      options: { registry: { chains: [{ id: 2, vmType: 'evm', explorerUrl: 'https://scan.example' }] } },
    });
    expect(transactionRef(other, 1, HASH).url).to.equal(null);
  });

  it('returns no page when the explorer’s address is missing, invalid or not https', () => {
    for (const url of [undefined, '', 'scan.example', 'http://scan.example', 'javascript:alert(1)'])
      expect(urlOf(url), url).to.equal(null);
  });
});

describe('fetchRecord', () => {
  const read = (...ids: string[]) => {
    const requests = ids.map((id) => ({ id, status: 'success' }));
    return fetchRecord(contextOf({ client: { requests: () => Promise.resolve({ requests }) } }), idOf(10), never);
  };

  it('returns the record with the id, in any case', async () => {
    expect(await read(idOf(9), idOf(10).toUpperCase().replace('0X', '0x'))).to.have.property('status', 'success');
  });

  it('returns null when the service answers with other records', async () => {
    expect(await read(idOf(9))).to.equal(null);
    expect(await read()).to.equal(null);
  });
});

describe('notifyService', () => {
  const request = { from: '0x01', to: '0x02', data: '0x03', value: '4', step: 'deposit', chainId: 8453 };
  const { chainId } = payment.quote.pays;
  const reported = (destination: number, times = 1, options: object = {}): unknown[] => {
    const calls: unknown[] = [];
    const client = {
      singleTransaction: (body: unknown) => calls.push(['single', body]),
      indexTransaction: (body: unknown) => calls.push(['index', body]),
    };
    const { quote } = payment;
    const to = { ...payment, quote: { ...quote, receives: { ...quote.receives, chainId: destination } } };
    const context = contextOf({ client, notified: new Set<string>(), options });
    for (let n = 0; n < times; n += 1) notifyService(context, to, HASH, { kind: 'transaction', ...request });
    return calls;
  };

  it('W-3 posts the transaction as JSON too when the payment stays on its chain', () => {
    const { from, to, data, value } = request;
    const tx = JSON.stringify({ from, to, data, value, chainId, txHash: HASH });
    expect(reported(chainId)).to.deep.equal([
      ['index', { txHash: HASH, chainId }],
      ['single', { tx, chainId, requestId: payment.requestId }],
    ]);
  });

  it('W-12 posts each hash once, with the referrer', () => {
    const posted = reported(chainId + 1, 3, { referrer: 'shop.example' });
    expect(posted).to.deep.equal([['index', { txHash: HASH, chainId, referrer: 'shop.example' }]]);
  });
});

describe('chainReader', () => {
  it('returns adapter and access when the chain is known, and null otherwise', async () => {
    const reader = await chainReader(contextOf({}), 5, never);
    expect(reader?.access).to.deep.include({ chain: { id: 5, vmType: 'evm', httpRpcUrl: 'http://node.example' } });
    expect(await chainReader(contextOf({ chain: () => undefined }), 5, never)).to.equal(null);
    expect(await chainReader(contextOf({ chain: () => ({ id: 5, vmType: 'suivm' }) }), 5, never)).to.equal(null);
  });
});

describe('accountKind', () => {
  const intent = { ...selection.intent, user: account.address, originChainId: 31337 };

  it('returns null when payer or chain are open, or the chain cannot be read', async () => {
    chain.fault = 'down';
    const { user: _, ...open } = intent;
    expect(await accountKind(contextOf({}), open, never)).to.equal(null);
    expect(await accountKind(contextOf({}), intent, never)).to.equal(null);
  });

  it('F-122 returns contract only when the account has code that no key delegated to it', async () => {
    chain.fault = null;
    expect(await accountKind(contextOf({}), intent, never)).to.equal('key');
    for (const [code, kind] of [
      ['0x6080', 'contract'],
      [`0xef0100${'ab'.repeat(20)}`, 'delegated'],
      [`0xEF0100${'AB'.repeat(20)}`, 'delegated'],
      [`0xef0100${'ab'.repeat(21)}`, 'contract'],
      ['0x', 'key'],
    ]) {
      chain.override('eth_getCode', () => code);
      expect(await accountKind(contextOf({}), intent, never), code).to.equal(kind);
    }
  });
});
