import { expect } from 'chai';
import type { PaymentContext } from '../../../src/payment/context/context.js';
import type { AttestationResult } from '../../../src/vm/family/adapter.js';
import type { SessionOptions } from '../../../src/payment/model/options.js';
import { createChainList } from '../../../src/payment/quote/chain-list.js';
import type { GuardedQuote } from '../../../src/payment/quote/plan-steps.js';
import { attest, intentToQuote, quotePayment, unshownAttestation } from '../../../src/payment/quote/quote-payment.js';
import { pause } from '../../../src/shared/time/clock.js';
import type { Asset, GuardNote } from '../../../src/types.js';
import { settle, VirtualClock } from '../../support/clock.js';
import { claim, ids, makeRegistry, nativeCase, people } from '../../support/quotes.js';
import { asset, eth, quote } from '../../support/samples.js';

const { signal } = new AbortController();
const registry = makeRegistry();

const contextOf = (change: { options?: Partial<SessionOptions>; client?: object; clock?: VirtualClock }) =>
  ({
    options: { ...change.options },
    client: { ...change.client },
    deps: { clock: change.clock ?? new VirtualClock() },
  }) as unknown as PaymentContext;

const codeOf = (error: unknown): unknown => (error as { code?: unknown }).code;

/** Requests a quote while the chain list reports this status for the origin chain. */
async function quoted(status: object, paying?: Asset): Promise<GuardedQuote> {
  const { quote: answer, intent } = nativeCase();
  const live = makeRegistry().chains.map((chain) => (chain.id === 8453 ? { ...chain, ...status } : chain));
  const chainList = createChainList({ chains: () => Promise.resolve(live) }, registry, new VirtualClock());
  await chainList.load(signal);
  const context = contextOf({ client: { quote: () => Promise.resolve(answer) } });
  return quotePayment(context, chainList, intent, { signal, ...(paying && { asset: paying }) });
}

describe('intentToQuote', () => {
  it('sets the merchant’s calls and the payer as recipient when the intent lacks them', () => {
    const { recipient: _r, refundTo: _t, ...open } = nativeCase().intent;
    const intent = intentToQuote(contextOf({ options: { txs: [claim] } }), open);
    expect(intent).to.deep.include({ txs: [claim], recipient: people.payer, refundTo: people.payer });
    expect(intentToQuote(contextOf({}), open)).not.to.have.property('txs');
  });
});

describe('quotePayment', () => {
  it('returns the guarded quote without a warning when both chains are in order', async () => {
    const { summary, requests } = await quoted({}, asset);
    expect(summary).to.deep.include({ requestId: ids.request, warnings: [] });
    expect(requests.map(({ step }) => step)).to.deep.equal(['deposit']);
    expect(Object.isFrozen(summary)).to.equal(true);
  });

  it('F-23 adds the warning of the live listing when the registry is pinned', async () => {
    const { summary } = await quoted({ blockProductionLagging: true });
    expect(summary.warnings.map(({ path }) => path)).to.deep.equal(['chains[8453].blockProductionLagging']);
  });

  it('rejects with insufficient-funds only when an asset pays whose balance does not cover the quote', async () => {
    const poor = { ...asset, balance: eth('8359999999999999', '0.008359999999999999') };
    expect(await quoted({}, poor).catch(codeOf)).to.equal('insufficient-funds');
    expect(await quoted({})).to.have.nested.property('summary.requestId', ids.request);
  });

  it('F-23 rejects with amount-too-high when the price exceeds the chain’s current limit', async () => {
    expect(await quoted({ partialDisableLimit: 20 }).catch(codeOf)).to.equal('amount-too-high');
    expect(await quoted({ partialDisableLimit: 40 })).to.have.nested.property('summary.requestId', ids.request);
  });
});

/** The guard loads this code in real time. The clock of the tests is virtual. */
const evmLoaded = import('../../../src/vm/evm/adapter.js');

describe('quotePayment with a listing that is older than a minute', () => {
  type Chains = ReturnType<typeof makeRegistry>['chains'];
  const status = (change: object): Chains =>
    makeRegistry().chains.map((chain) => (chain.id === 8453 ? { ...chain, ...change } : chain));

  /** The first listing is old. The second one arrives after a second. */
  async function quotedWhileRenewed(old: Chains, renewed: Chains) {
    const { quote: answer, intent } = nativeCase();
    const clock = new VirtualClock();
    let asked = 0;
    const chains = async (): Promise<Chains> => {
      asked += 1;
      if (asked === 1) return old;
      await pause(1_000, clock, signal);
      return renewed;
    };
    const chainList = createChainList({ chains }, undefined, clock);
    await chainList.load(signal);
    await clock.advance(61_000);
    const context = contextOf({ client: { quote: () => Promise.resolve(answer) }, clock });
    const waiting = quotePayment(context, chainList, intent, { signal });
    waiting.catch(() => undefined);
    // The first check loads code, and ends before the new listing arrives.
    await evmLoaded;
    await settle();
    await clock.advance(1_000);
    return waiting;
  }

  it('accepts an honest quote that only the old listing refuses', async () => {
    const old = status({ protocol: { v2: { depository: people.attacker } } });
    const { rechecked, summary } = await quotedWhileRenewed(old, status({}));
    expect(summary.requestId).to.equal(ids.request);
    await rechecked;
  });

  it('rejects the recheck when the newer listing has a new warning, so that the payer sees it', async () => {
    const { rechecked, summary } = await quotedWhileRenewed(status({}), status({ blockProductionLagging: true }));
    expect(summary.warnings).to.deep.equal([]);
    expect(await rechecked.then(() => 'resolved', codeOf)).to.equal('price-moved');
  });

  it('resolves the recheck when the newer listing has only warnings that are shown', async () => {
    const slow = status({ blockProductionLagging: true });
    const { rechecked } = await quotedWhileRenewed(slow, slow);
    await rechecked;
  });
});

describe('attest', () => {
  const attested = async (options: Partial<SessionOptions>): Promise<[AttestationResult, string[]]> => {
    const requested: string[] = [];
    const attestation = (id: string): Promise<never> => {
      requested.push(id);
      return Promise.reject(new Error('no signature'));
    };
    const context = contextOf({ options, client: { attestation } });
    return [await attest(context, quote, nativeCase().intent, signal), requested];
  };

  it('G60 returns valid and requests nothing when the check is off', async () => {
    expect(await attested({})).to.deep.equal(['valid', []]);
    expect(await attested({ registry, attestation: 'off' })).to.deep.equal(['valid', []]);
  });

  it('G60 requests the attestation of the quote when the merchant pins the solver', async () => {
    expect(await attested({ registry })).to.deep.equal(['unavailable', [quote.requestId]]);
  });
});

describe('unshownAttestation', () => {
  const answer = (result: AttestationResult) => (): Promise<AttestationResult> => Promise.resolve(result);
  const unshown = (
    options: Partial<SessionOptions>,
    read: () => Promise<AttestationResult>,
    shown: readonly GuardNote[] = [],
    clock = new VirtualClock(),
  ): Promise<GuardNote | null> => unshownAttestation(contextOf({ options, clock }), read, shown, signal);

  it('G60 returns null and reads nothing when the check is off', async () => {
    let reads = 0;
    const read = (): Promise<AttestationResult> => {
      reads += 1;
      return Promise.resolve('invalid');
    };
    expect([await unshown({}, read), reads]).to.deep.equal([null, 0]);
  });

  it('G60 returns null when the attestation is valid or its warning was shown', async () => {
    expect(await unshown({ registry }, answer('valid'))).to.equal(null);
    const warning = await unshown({ registry }, answer('unavailable'));
    expect(warning).to.have.property('rule', 'G60');
    expect(await unshown({ registry }, answer('unavailable'), [warning!])).to.equal(null);
  });

  it('G60 returns the warning after four seconds when the attestation does not arrive', async () => {
    const clock = new VirtualClock();
    const results: (GuardNote | null)[] = [];
    const silent = new Promise<AttestationResult>(() => undefined);
    void unshown({ registry }, () => silent, [], clock).then((result) => results.push(result));
    await clock.advance(3_999);
    expect(results).to.deep.equal([]);
    await clock.advance(1);
    expect(results.map((note) => note?.rule)).to.deep.equal(['G60']);
    expect(clock.pending).to.equal(0);
  });

  it('G60 rejects with quote-unsafe when the attestation is invalid, or required and unavailable', async () => {
    expect(await unshown({ registry }, answer('invalid')).catch(codeOf)).to.equal('quote-unsafe');
    const required = { registry, attestation: 'required' } as const;
    expect(await unshown(required, answer('unavailable')).catch(codeOf)).to.equal('quote-unsafe');
  });
});
