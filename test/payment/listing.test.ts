import { expect } from 'chai';
import { HubPayError } from '../../src/errors.js';
import { createListing } from '../../src/payment/listing.js';
import type { ChainRecord } from '../../src/types.js';
import { contracts, makeRegistry, people } from '../support/quotes.js';

const { signal } = new AbortController();

function client(...answers: (ChainRecord[] | Error)[]) {
  const asked = { count: 0 };
  return {
    asked,
    async chains(): Promise<ChainRecord[]> {
      const answer = answers[Math.min(asked.count++, answers.length - 1)]!;
      if (answer instanceof Error) throw answer;
      return answer;
    },
  };
}

const down = new HubPayError('service-down', 'no');
const live = (): ChainRecord[] => makeRegistry().chains;

describe('the listing', () => {
  it('is asked for once, however many want it', async () => {
    const hub = client(live());
    const listing = createListing(hub, undefined, signal);
    expect(listing.loaded).to.equal(false);
    await Promise.all([listing.load(signal), listing.load(signal)]);
    await listing.load(signal);
    expect([hub.asked.count, listing.loaded]).to.deep.equal([1, true]);
    expect(listing.chains().map(({ id }) => id)).to.deep.equal([8453, 10, 792703809]);
  });

  it('F-21 that cannot be loaded rejects, and is asked for again by the next who wants it', async () => {
    const hub = client(down, live());
    const listing = createListing(hub, undefined, signal);
    expect(await listing.load(signal).catch((error: unknown) => error)).to.equal(down);
    expect(listing.loaded).to.equal(false);
    await listing.load(signal);
    expect(listing.payable(8453)).to.have.property('name', 'base');
  });

  it('F-21 a registry works alone', async () => {
    const listing = createListing(client(down), makeRegistry(), signal);
    await listing.load(signal);
    expect(listing.payable(8453)).to.include({ id: 8453 }).and.not.have.property('disabled', true);
    expect(listing.chains()).to.have.length(3);
  });

  it('one who gives up waiting takes the listing from nobody else', async () => {
    const leaving = new AbortController();
    const hub = {
      chains: ({ signal: given }: { signal?: AbortSignal } = {}) =>
        new Promise<ChainRecord[]>((resolve, reject) => {
          given?.addEventListener('abort', () => reject(given.reason as Error));
          setTimeout(() => resolve(live()));
        }),
    };
    const listing = createListing(hub, undefined, signal);
    const first = listing.load(leaving.signal).catch(() => 'left');
    const second = listing.load(signal).then(
      () => 'loaded',
      () => 'lost',
    );
    leaving.abort(new Error('left'));
    expect([await first, await second]).to.deep.equal(['left', 'loaded']);
  });

  it('T01 the live listing only narrows what is pinned: its addresses are never read', async () => {
    const evil = live().map((chain) => ({ ...chain, protocol: { v2: { depository: people.attacker } } }));
    const listing = createListing(client(evil), makeRegistry(), signal);
    await listing.load(signal);
    expect(listing.payable(8453)).to.have.nested.property('protocol.v2.depository', contracts.depository);
    expect(JSON.stringify(listing.registry())).not.to.include(people.attacker);
  });

  it('F-22 a chain that the live listing disables, or no longer holds, cannot be paid from', async () => {
    const [base, ...others] = live();
    for (const answer of [[{ ...base!, disabled: true }, ...others], others]) {
      const listing = createListing(client(answer), makeRegistry(), signal);
      await listing.load(signal);
      expect(listing.payable(8453)).to.have.property('disabled', true);
    }
  });

  it('T01 what a pinned chain’s tokens are is the registry’s word, whatever the live listing says', async () => {
    const fake = live().map((chain) => ({
      ...chain,
      erc20Currencies: chain.erc20Currencies?.map((each) => ({ ...each, address: people.attacker, decimals: 5 })) ?? [],
    }));
    const listing = createListing(client(fake), makeRegistry(), signal);
    await listing.load(signal);
    expect(listing.chains()).to.deep.equal(makeRegistry().chains);
    expect(JSON.stringify(listing.listed())).to.include(people.attacker);
  });

  it('a chain that only the live listing holds can be paid to and not from', async () => {
    const listing = createListing(client(live()), { chains: makeRegistry().chains.slice(0, 1) }, signal);
    await listing.load(signal);
    expect(listing.payable(10)).to.equal(undefined);
    expect(listing.chains().some(({ id }) => id === 10)).to.equal(true);
  });
});
