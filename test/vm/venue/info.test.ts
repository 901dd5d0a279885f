import { expect } from 'chai';
import { platformClock } from '../../../src/shared/time/clock.js';
import { balances, tokenInfo } from '../../../src/vm/venue/info.js';
import type { ChainAccess } from '../../../src/vm/family/sources.js';
import { VirtualClock } from '../../support/clock.js';
import { people } from '../../support/quotes.js';
import { venueChain, venueTokens } from '../../support/venue-quotes.js';

const INFO = 'https://venue.test/info';

type Question = Record<string, string>;

/** A venue that answers each question with this function. */
function venue(answer: (question: Question) => unknown): { questions: Question[]; access: ChainAccess } {
  const questions: Question[] = [];
  const fetch: typeof globalThis.fetch = async (url, init) => {
    expect(url).to.equal(INFO);
    expect(init).to.include({ method: 'POST', redirect: 'error', credentials: 'omit', referrerPolicy: 'no-referrer' });
    const question = JSON.parse(init?.body as string) as Question;
    questions.push(question);
    const found = await answer(question);
    return found instanceof Response ? found : Response.json(found);
  };
  const { signal } = new AbortController();
  return { questions, access: { chain: { ...venueChain(), httpRpcUrl: INFO }, fetch, signal, clock: platformClock } };
}

const { perps, spot, hype, dex } = venueTokens;
const refs = (...tokens: { address: string }[]): { currency: string }[] =>
  tokens.map(({ address }) => ({ currency: address }));

describe('balances at the venue', () => {
  it('read what the payer can withdraw, exactly', async () => {
    for (const [withdrawable, units] of [
      ['140.20', 14_020_000_000n],
      ['0.0', 0n],
      ['0.00000001', 1n],
      ['9007199254740993.12345678', 900_719_925_474_099_312_345_678n],
      ['1.999999999', 199_999_999n],
      ['7', 700_000_000n],
    ] as const) {
      const { access, questions } = venue(() => ({ withdrawable, marginSummary: { accountValue: '1000.0' } }));
      expect(await balances(people.payer, refs(perps), access)).to.deep.equal([units]);
      expect(questions).to.deep.equal([{ type: 'clearinghouseState', user: people.payer }]);
    }
  });

  it('read the account at a DEX by the name of the DEX', async () => {
    const { access } = venue(({ dex: name }) => ({ withdrawable: name === 'xyz' ? '2.5' : '1.0' }));
    expect(await balances(people.payer, refs(perps, dex), access)).to.deep.equal([100_000_000n, 250_000_000n]);
  });

  it('read spot tokens by the index of their id, without what open orders hold', async () => {
    const { access, questions } = venue(({ type }) =>
      type === 'spotMeta'
        ? {
            tokens: [
              { name: 'USDC', index: 0, tokenId: spot.address },
              { name: 'HYPE', index: 150, tokenId: hype.address },
            ],
          }
        : {
            balances: [
              { coin: 'HYPE', token: 150, total: '10.5', hold: '0.25' },
              { coin: 'OTHER', token: 7, total: '1', hold: '0' },
            ],
          },
    );
    expect(await balances(people.payer, refs(hype, spot), access)).to.deep.equal([1_025_000_000n, 0n]);
    expect(questions.map(({ type }) => type).sort()).to.deep.equal(['spotClearinghouseState', 'spotMeta']);
  });

  it('are null for a token that the venue does not know, and for one that is not pinned', async () => {
    const { access } = venue(({ type }) => (type === 'spotMeta' ? { tokens: [] } : { balances: [] }));
    const unknown = { address: `0x${'ab'.repeat(16)}` };
    expect(await balances(people.payer, refs(hype, unknown), access)).to.deep.equal([null, null]);
  });

  it('are null when the info API is down or answers something else', async () => {
    for (const answer of [
      () => new Response('busy', { status: 429 }),
      () => new Response('<html>', { status: 200 }),
      () => null,
      () => [],
      () => ({ withdrawable: 140.2 }),
      () => ({ withdrawable: '-1.0' }),
      () => ({ withdrawable: '1e9' }),
      () => ({ withdrawable: '1,000.0' }),
      () => ({ withdrawable: `1${'0'.repeat(5_000)}` }),
      () => {
        throw new TypeError('Failed to fetch');
      },
    ]) {
      const { access } = venue(answer);
      expect(await balances(people.payer, refs(perps), access)).to.deep.equal([null]);
    }
  });

  it('are null without the address of the info API', async () => {
    const { access, questions } = venue(() => ({ withdrawable: '1.0' }));
    expect(await balances(people.payer, refs(perps), { ...access, chain: venueChain() })).to.deep.equal([null]);
    expect(questions).to.deep.equal([]);
  });

  it('are null when the info API does not answer in ten seconds', async () => {
    const clock = new VirtualClock();
    const { access } = venue(() => new Promise(() => undefined));
    const read = balances(people.payer, refs(perps), { ...access, clock });
    await clock.advance(10_000);
    expect(await read).to.deep.equal([null]);
  });

  it('reject with the reason of an abort', async () => {
    const stop = new AbortController();
    const { access } = venue(() => new Promise(() => undefined));
    const read = balances(people.payer, refs(perps), { ...access, signal: stop.signal });
    stop.abort(new Error('left'));
    expect(await read.catch(String)).to.equal('Error: left');
  });
});

describe('tokenInfo at the venue', () => {
  const meta = { tokens: [{ name: 'HYPE', index: 150, tokenId: hype.address }] };

  it('S-31 knows USDC by its id, and reads the name of any other token from the venue', async () => {
    const { access, questions } = venue(() => meta);
    expect(await tokenInfo(refs(perps, spot), access)).to.deep.equal([
      { symbol: 'USDC', decimals: perps.decimals, isCollectible: false },
      { symbol: 'USDC', decimals: spot.decimals, isCollectible: false },
    ]);
    expect(questions).to.deep.equal([]);
    expect(await tokenInfo(refs(hype), access)).to.deep.equal([
      { symbol: 'HYPE', decimals: hype.decimals, isCollectible: false },
    ]);
    expect(questions).to.deep.equal([{ type: 'spotMeta' }]);
  });

  it('S-31 knows no symbol when the venue does not answer, and nothing of what is no currency', async () => {
    for (const [answer, isUnread] of [
      [() => new Response('busy', { status: 429 }), true],
      [() => ({ tokens: [{ name: 7 }] }), undefined],
      [() => null, undefined],
    ] as const) {
      const [token, none] = await tokenInfo([...refs(hype), { currency: people.payer }], venue(answer).access);
      expect(token).to.deep.equal({
        symbol: null,
        decimals: hype.decimals,
        isCollectible: false,
        ...(isUnread && { isUnread }),
      });
      expect(none).to.equal(null);
    }
  });
});
