import { expect } from 'chai';
import type { QuoteBody } from '../../../src/api/requests/types.js';
import { HubPayError } from '../../../src/errors.js';
import { createQuoteBook } from '../../../src/payment/quote/quote-book.js';
import { pause } from '../../../src/shared/time/clock.js';
import { settle, VirtualClock } from '../../support/clock.js';

const { signal } = new AbortController();
const bodyOf = (amount: string, more: Partial<QuoteBody> = {}) => ({ amount, ...more }) as QuoteBody;
const o = { isFirst: false, signal };

/** A service that needs 100 ms. `refuse` returns the refusal of the n-th request. */
function open(refuse: (asked: number) => HubPayError | undefined = () => undefined) {
  const clock = new VirtualClock(0);
  const sent: [at: number, amount: string][] = [];
  let until = 0;
  const book = createQuoteBook(
    {
      get quotePause() {
        return Math.max(until - clock.now(), 0);
      },
      async quote(body, { signal: given } = {}) {
        sent.push([clock.now(), body.amount]);
        const asked = sent.length;
        await pause(100, clock, given);
        const refusal = refuse(asked);
        until = clock.now() + (refusal?.retryAfter ?? 0) * 1000;
        if (refusal) throw refusal;
        return { asked };
      },
    },
    clock,
  );
  return { clock, sent, book };
}

describe('quote-book', () => {
  it('P-26 returns a price quote once when the same body is taken up to five seconds after its answer', async () => {
    const { clock, book } = open();
    void book.price(bodyOf('1'), o);
    void book.price(bodyOf('2'), o);
    await clock.advance(5_100);
    expect(await book.take(bodyOf('1'), signal)).to.deep.equal({ quotedAt: 0, answer: { asked: 1 } });
    expect(await book.take(bodyOf('1'), signal), 'a quote is used once').to.equal(null);
    await clock.advance(1);
    expect(await book.take(bodyOf('2'), signal), 'the answer is too old').to.equal(null);
  });

  it('keeps a newer price quote when an older request for the same body fails late', async () => {
    for (const newer of ['has its answer', 'is running'] as const) {
      const clock = new VirtualClock(0);
      let asked = 0;
      const quote = async (): Promise<unknown> => {
        const name = (asked += 1);
        await pause(name === 1 ? 1_000 : newer === 'is running' ? 1_500 : 100, clock);
        if (name === 1) throw new HubPayError('service-down', 'late');
        return name;
      };
      const book = createQuoteBook({ quotePause: 0, quote }, clock);
      void book.price(bodyOf('1'), o).catch(() => undefined);
      void book.price(bodyOf('1'), o);
      await clock.advance(1_000);
      const taken = book.take(bodyOf('1'), signal);
      await clock.advance(1_000);
      expect(await taken, newer).to.have.property('answer', 2);
    }
  });

  it('waits for a price quote that was sent at most two seconds ago, and not for an older one', async () => {
    const clock = new VirtualClock(0);
    const book = createQuoteBook({ quotePause: 0, quote: () => new Promise(() => undefined) }, clock);
    for (const amount of ['1', '2']) void book.price(bodyOf(amount), o);
    await clock.advance(2_000);
    const left = new AbortController();
    const joined = book.take(bodyOf('1'), left.signal).catch(() => 'left');
    await clock.advance(1);
    expect(await book.take(bodyOf('2'), signal)).to.equal(null);
    left.abort(new Error('the payer left'));
    expect(await joined).to.equal('left');
  });

  it('returns nothing when the body differs in any field', async () => {
    const { clock, book } = open();
    void book.price(bodyOf('1'), o);
    await clock.advance(100);
    for (const other of [bodyOf('2'), bodyOf('1', { overridePriceImpact: true }), bodyOf('1', { user: '0x1' })])
      expect(await book.take(other, signal)).to.equal(null);
  });

  for (const name of ['usePermit', 'useDepositAddress'] as const) {
    it(`never returns a quote when its body has ${name}`, async () => {
      const { clock, book } = open();
      void book.price(bodyOf('1', { [name]: true }), o);
      await clock.advance(100);
      expect(await book.take(bodyOf('1', { [name]: true }), signal)).to.equal(null);
    });
  }

  it('waits for the price quote and sends no second one when the quote is on its way', async () => {
    const { clock, sent, book } = open();
    void book.price(bodyOf('1'), o);
    await clock.advance(50);
    const taken = book.take(bodyOf('1'), signal);
    await clock.advance(50);
    expect(await taken).to.deep.equal({ quotedAt: 0, answer: { asked: 1 } });
    expect(sent).to.have.length(1);
  });

  it('rejects with the refusal when the quote on its way is refused, and forgets it', async () => {
    const refusal = new HubPayError('no-route', 'no');
    const { clock, book } = open(() => refusal);
    const priced = book.price(bodyOf('1'), o).catch((error: unknown) => error);
    const taken = book.take(bodyOf('1'), signal).catch((error: unknown) => error);
    await clock.advance(100);
    expect([await priced, await taken]).to.deep.equal([refusal, refusal]);
    void book.price(bodyOf('1'), o).catch(() => undefined);
    await clock.advance(100);
    expect(await book.take(bodyOf('1'), signal)).to.equal(null);
  });

  it('returns nothing when the asset list stops its quote, and rejects when the review stops', async () => {
    const { book } = open();
    const [list, review] = [new AbortController(), new AbortController()];
    book.price(bodyOf('1'), { ...o, signal: list.signal }).catch(() => undefined);
    book.price(bodyOf('2'), o).catch(() => undefined);
    const [first, second] = [book.take(bodyOf('1'), signal), book.take(bodyOf('2'), review.signal)];
    list.abort(new Error('list'));
    review.abort(new Error('review'));
    expect(await first).to.equal(null);
    expect(await second.catch(String)).to.equal('Error: review');
  });

  it('I24 sends at most six quotes at the same time, and the quote with isFirst before the waiting ones', async () => {
    const { clock, sent, book } = open();
    for (let at = 1; at <= 8; at += 1) void book.price(bodyOf(String(at)), o);
    void book.price(bodyOf('first'), { ...o, isFirst: true });
    await settle();
    expect(sent).to.have.length(6);
    await clock.advance(100);
    expect(sent.slice(6)).to.deep.equal([
      [100, 'first'],
      [100, '7'],
      [100, '8'],
    ]);
  });

  it('F-4 pauses all quotes and sends the refused quote once more when the service names a Retry-After', async () => {
    const limit = new HubPayError('rate-limited', 'no', { retryAfter: 7 });
    const { clock, sent, book } = open((asked) => (asked <= 2 ? limit : undefined));
    const first = book.price(bodyOf('1'), o);
    await clock.advance(100);
    const second = book.price(bodyOf('2'), o);
    await clock.advance(6_999);
    expect(sent).to.deep.equal([[0, '1']]);
    const failed = first.catch((error: unknown) => error);
    await clock.advance(20_000);
    expect(await failed, 'asked twice, refused twice').to.equal(limit);
    expect(await second).to.deep.equal({ asked: 3 });
    expect(sent).to.deep.equal([
      [0, '1'],
      [7_100, '1'],
      [7_100, '2'],
    ]);
  });

  it('sends no second request when the service refuses without a Retry-After', async () => {
    const { clock, sent, book } = open(() => new HubPayError('rate-limited', 'no'));
    const failed = book.price(bodyOf('1'), o).catch(() => 'refused');
    await clock.advance(60_000);
    expect([await failed, sent.length]).to.deep.equal(['refused', 1]);
  });
});
