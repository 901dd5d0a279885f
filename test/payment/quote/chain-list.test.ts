import { expect } from 'chai';
import { HubPayError } from '../../../src/errors.js';
import { createChainList, emptyListing, offeredChains } from '../../../src/payment/quote/chain-list.js';
import type { ChainRecord } from '../../../src/types.js';
import { settle, VirtualClock } from '../../support/clock.js';
import { contracts, makeRegistry, people } from '../../support/quotes.js';
import { VENUE, venueChain } from '../../support/venue-quotes.js';

const { signal } = new AbortController();
const clock = new VirtualClock();

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

describe('chain-list', () => {
  it('gives the venue the merchant’s address of its info API, and never the address of the listing', async () => {
    const listed = [...live(), { ...venueChain(), httpRpcUrl: 'https://evil.test' }];
    for (const url of [undefined, 'https://venue.test/info']) {
      const listing = createChainList(client(listed), undefined, clock, undefined, url);
      await listing.load(signal);
      expect(listing.payable(VENUE)?.httpRpcUrl).to.equal(url);
      expect(listing.chains().find(({ id }) => id === VENUE)?.httpRpcUrl).to.equal(url);
    }
  });

  it('offers the venue only when the merchant has set the address of its exchange', async () => {
    const listing = createChainList(client([...live(), venueChain()]), undefined, clock);
    await listing.load(signal);
    expect(offeredChains(listing, {}).map(({ id }) => id)).not.to.include(VENUE);
    const venueExchangeUrl = 'https://venue.test/exchange';
    expect(offeredChains(listing, { venueExchangeUrl }).map(({ id }) => id)).to.include(VENUE);
  });

  it('offers no payment from the venue when the venue is the destination', async () => {
    const listing = createChainList(client([...live(), venueChain()]), undefined, clock);
    await listing.load(signal);
    const options = { venueExchangeUrl: 'https://venue.test/exchange', destinationChainId: VENUE };
    expect(offeredChains(listing, options).map(({ id }) => id)).not.to.include(VENUE);
  });

  it('requests the list once when several callers load it', async () => {
    const hub = client(live());
    const listing = createChainList(hub, undefined, clock);
    expect(listing.loaded).to.equal(false);
    await Promise.all([listing.load(signal), listing.load(signal)]);
    await listing.load(signal);
    expect([hub.asked.count, listing.loaded]).to.deep.equal([1, true]);
    expect(listing.chains().map(({ id }) => id)).to.deep.equal([8453, 10, 792703809]);
  });

  it('F-21 rejects when the request fails, and requests the list again at the next load', async () => {
    const hub = client(down, live());
    const listing = createChainList(hub, undefined, clock);
    expect(await listing.load(signal).catch((error: unknown) => error)).to.equal(down);
    expect(listing.loaded).to.equal(false);
    await listing.load(signal);
    expect(listing.payable(8453)).to.have.property('name', 'base');
  });

  it('F-21 uses the registry alone when the request fails', async () => {
    const listing = createChainList(client(down), makeRegistry(), clock);
    await listing.load(signal);
    expect(listing.payable(8453)).to.include({ id: 8453 }).and.not.have.property('disabled', true);
    expect(listing.chains()).to.have.length(3);
  });

  it('resolves for the other callers when one caller aborts', async () => {
    const leaving = new AbortController();
    const hub = {
      chains: ({ signal: given }: { signal?: AbortSignal } = {}) =>
        new Promise<ChainRecord[]>((resolve, reject) => {
          given?.addEventListener('abort', () => reject(given.reason as Error));
          setTimeout(() => resolve(live()));
        }),
    };
    const listing = createChainList(hub, undefined, clock);
    const first = listing.load(leaving.signal).catch(() => 'left');
    const second = listing.load(signal).then(
      () => 'loaded',
      () => 'lost',
    );
    leaving.abort(new Error('left'));
    expect([await first, await second]).to.deep.equal(['left', 'loaded']);
  });

  it('T01 keeps the pinned contracts when the live list names other addresses', async () => {
    const evil = live().map((chain) => ({ ...chain, protocol: { v2: { depository: people.attacker } } }));
    const listing = createChainList(client(evil), makeRegistry(), clock);
    await listing.load(signal);
    expect(listing.payable(8453)).to.have.nested.property('protocol.v2.depository', contracts.depository);
    expect(JSON.stringify(listing.registry())).not.to.include(people.attacker);
  });

  it('F-22 disables paying from a chain when the live list disables or omits it', async () => {
    const [base, ...others] = live();
    for (const answer of [[{ ...base!, disabled: true }, ...others], others]) {
      const listing = createChainList(client(answer), makeRegistry(), clock);
      await listing.load(signal);
      expect(listing.payable(8453)).to.have.property('disabled', true);
    }
  });

  it('T01 keeps the pinned tokens of a chain when the live list names others', async () => {
    const fake = live().map((chain) => ({
      ...chain,
      erc20Currencies: chain.erc20Currencies?.map((each) => ({ ...each, address: people.attacker, decimals: 5 })) ?? [],
    }));
    const listing = createChainList(client(fake), makeRegistry(), clock);
    await listing.load(signal);
    expect(listing.chains()).to.deep.equal(makeRegistry().chains);
    expect(JSON.stringify(listing.listed())).to.include(people.attacker);
  });

  it('allows paying to a chain, but not from it, when only the live list has it', async () => {
    const listing = createChainList(client(live()), { chains: makeRegistry().chains.slice(0, 1) }, clock);
    await listing.load(signal);
    expect(listing.payable(10)).to.equal(undefined);
    expect(listing.chains().some(({ id }) => id === 10)).to.equal(true);
  });

  it('requests the list once when two sessions of a page share it', async () => {
    const hub = client(live());
    const shared = emptyListing();
    const [one, two] = [
      createChainList(hub, undefined, clock, shared),
      createChainList(hub, makeRegistry(), clock, shared),
    ];
    await Promise.all([one.load(signal), two.load(signal)]);
    expect([hub.asked.count, one.loaded, two.loaded]).to.deep.equal([1, true, true]);
  });

  it('continues the request for the second session when the first session ends', async () => {
    const leaving = new AbortController();
    let finish: (chains: ChainRecord[]) => void = () => undefined;
    let given: AbortSignal | undefined;
    const hub = {
      chains: (o: { signal?: AbortSignal } = {}) => {
        given = o.signal;
        return new Promise<ChainRecord[]>((resolve) => (finish = resolve));
      },
    };
    const shared = emptyListing();
    const [one, two] = [1, 2].map(() => createChainList(hub, undefined, clock, shared));
    const first = one!.load(leaving.signal).catch(() => 'left');
    const second = two!.load(signal);
    await settle();
    leaving.abort(new Error('left'));
    await settle();
    expect([await first, given?.aborted]).to.deep.equal(['left', false]);
    finish(live());
    await second;
    expect(two!.loaded).to.equal(true);
  });

  it('I24 stops the request and starts another one later when nobody waits for it', async () => {
    const leaving = new AbortController();
    const signals: AbortSignal[] = [];
    const hub = {
      chains: (o: { signal?: AbortSignal } = {}) => {
        signals.push(o.signal!);
        return signals.length === 1 ? new Promise<ChainRecord[]>(() => undefined) : Promise.resolve(live());
      },
    };
    const listing = createChainList(hub, undefined, clock);
    const left = listing.load(leaving.signal).catch(() => 'left');
    await settle();
    leaving.abort(new Error('left'));
    await left;
    expect(signals[0]?.aborted).to.equal(true);
    await listing.load(signal);
    expect([signals.length, listing.loaded]).to.deep.equal([2, true]);
  });

  it('waits for a new list when the list of an earlier session is older than ten minutes', async () => {
    const time = new VirtualClock();
    const hub = client(live(), down, live());
    const shared = emptyListing();
    await createChainList(hub, undefined, time, shared).load(signal);
    await time.advance(600_000);
    await createChainList(hub, undefined, time, shared).load(signal);
    expect(hub.asked.count).to.equal(1);
    await time.advance(1);
    const late = createChainList(hub, undefined, time, shared);
    expect(await late.load(signal).catch((error: unknown) => error)).to.be.instanceOf(Error);
    await late.load(signal);
    expect(hub.asked.count).to.equal(3);
  });

  it('requests the list again only when it is older than a minute, and keeps the old list after a failure', async () => {
    const time = new VirtualClock();
    const hub = client(live(), down, live().slice(0, 1));
    const listing = createChainList(hub, undefined, time);
    expect(await listing.renew(signal)).to.equal(false);
    await listing.load(signal);
    await time.advance(60_000);
    expect([await listing.renew(signal), hub.asked.count]).to.deep.equal([false, 1]);
    await time.advance(1);
    expect([await listing.renew(signal), hub.asked.count, listing.chains().length]).to.deep.equal([false, 2, 3]);
    expect([await listing.renew(signal), hub.asked.count, listing.chains().length]).to.deep.equal([true, 3, 1]);
    expect([await listing.renew(signal), hub.asked.count]).to.deep.equal([false, 3]);
  });
});
