import { expect } from 'chai';
import type { PaymentContext } from '../../../src/payment/context/context.js';
import type { JournalEntry, Stage } from '../../../src/payment/journal/entry.js';
import { createJournal } from '../../../src/payment/journal/storage.js';
import { tryLock } from '../../../src/payment/journal/tab-lock.js';
import { beginPayment, type NewPayment } from '../../../src/payment/pay/begin-payment.js';
import type { PaymentIntent } from '../../../src/types.js';
import { VirtualClock } from '../../support/clock.js';
import { people } from '../../support/quotes.js';
import { SharedLocks, SharedStorage } from '../../support/world/world-platform.js';
import { account, ADDRESS, entryOf, idOf, NOW, payment, paymentOf, quote } from '../../support/samples.js';

const KEY = 'hub-pay/1/test';

function setUp({ ended = [] as string[], change = {} } = {}) {
  const clock = new VirtualClock(NOW);
  const storage = new SharedStorage();
  const journal = createJournal(storage, KEY, clock);
  const locks = new SharedLocks().of({});
  const context = {
    deps: { clock, storage, random: (bytes: number) => new Uint8Array(bytes) },
    options: { baseUrl: 'https://hub.test', reference: 'order-7' },
    key: KEY,
    journal,
    locks,
    settledBefore: () => new Set(ended),
    orderHashes: () => ['a'],
  } as unknown as PaymentContext;
  const ongoing: (string | null)[] = [];
  const begun: JournalEntry[] = [];
  const left = new AbortController();
  const newPayment: NewPayment = {
    context,
    quote: { summary: { ...quote, requestId: idOf(9) }, requests: [], digest: '0xd9', quotedAt: NOW },
    intent: payment.intent,
    account,
    signal: left.signal,
    onOngoing: (entry) => ongoing.push(entry?.id ?? null),
    ...change,
  };
  const begin = (): Promise<void> => beginPayment(newPayment, (entry) => void begun.push(entry));
  return { journal, storage, locks, ongoing, begun, left, begin };
}

describe('beginPayment', () => {
  it('I3 writes the entry before the payment goes on when nothing blocks it', async () => {
    const { begin, begun, journal } = setUp();
    await begin();
    expect(begun).to.have.length(1);
    expect(journal.find(begun[0]!.id)).to.deep.equal({ ...begun[0], isOwnStage: true });
    expect(begun[0]).to.deep.include({ stage: 'prepared', digest: '0xd9', prompt: null, status: 'waiting' });
    expect(begun[0]!.payment).to.deep.include({ requestId: idOf(9), reference: 'order-7', account, submissions: [] });
  });

  it('writes an awaited deposit without an account when the quote has a deposit address', async () => {
    const deposit = { address: ADDRESS, extraDeposits: [] };
    const { begin, begun } = setUp({ change: { account: null, deposit } });
    await begin();
    expect(begun[0]).to.include({ stage: 'awaiting-deposit' });
    expect(begun[0]!.payment).to.deep.include({ account: null, deposit });
  });

  it('I23 stores no calldata when the merchant sets calls, and hands the whole intent on', async () => {
    const txs = [{ to: people.attacker, value: '0', data: '0x4e71d92d' }];
    const intent: PaymentIntent = { ...payment.intent, txs };
    const { begin, begun, storage, journal } = setUp({ change: { intent } });
    await begin();
    expect(begun[0]!.payment.intent.txs).to.deep.equal(txs);
    expect(JSON.stringify([...storage.items])).not.to.include('4e71d92d');
    expect(journal.read()[0]!.payment.intent, 'in page memory').to.deep.equal(intent);
    expect(intent.txs).to.deep.equal(txs);
  });

  it('F-20 throws quote-unsafe when the request id was paid for another order on this device', async () => {
    const { begin, begun, storage, journal } = setUp();
    const paid = { ...entryOf(9), stage: 'settled' as const };
    createJournal(storage, 'hub-pay/1/0123456789abcdef', new VirtualClock(NOW)).write(paid);
    const error = await begin().catch((cause: unknown) => cause);
    expect(error).to.include({ code: 'quote-unsafe' });
    expect([begun.length, journal.read().length]).to.deep.equal([0, 0]);
  });

  const blocking: [stage: Stage, ended: string[], blocks: boolean][] = [
    ['prompted', [], true],
    ['sent', [], true],
    ['failed', [], true],
    ['settled', [], true],
    ['settled', ['entry-1'], false],
    ['prepared', [], false],
    ['cancelled', [], false],
  ];
  for (const [stage, ended, blocks] of blocking) {
    const seen = ended.length > 0 ? 'seen ' : '';
    it(`I2 ${blocks ? 'reports' : 'ignores'} a ${seen}payment of the order when its stage is ${stage}`, async () => {
      const { begin, begun, ongoing, journal } = setUp({ ended });
      journal.write(entryOf(1, { stage }));
      await begin();
      expect(ongoing).to.deep.equal(blocks ? ['entry-1'] : []);
      expect(begun).to.have.length(blocks ? 0 : 1);
    });
  }

  it('I18 reports the payment of the other tab, or null, when that tab holds the lock', async () => {
    const { begin, begun, ongoing, locks, journal } = setUp();
    const release = await tryLock(locks, KEY);
    await begin();
    journal.write(entryOf(1, { stage: 'prompted' }));
    await begin();
    release!();
    expect(ongoing).to.deep.equal([null, 'entry-1']);
    expect(begun).to.deep.equal([]);
  });

  it('rejects and writes nothing when the payer has left, and releases the lock', async () => {
    const { begin, begun, left, locks, journal, ongoing } = setUp();
    left.abort(new Error('left'));
    const error = await begin().catch((reason: unknown) => reason);
    expect(error).to.have.property('message', 'left');
    expect([begun, ongoing, journal.read()]).to.deep.equal([[], [], []]);
    expect(await tryLock(locks, KEY)).to.be.a('function');
  });

  it('rejects with quote-unsafe when the request id was paid before', async () => {
    const { begin, begun, journal } = setUp({ ended: ['entry-1'] });
    journal.write(entryOf(1, { stage: 'settled', payment: paymentOf(9) }));
    const error = await begin().catch((reason: unknown) => reason);
    expect(error).to.have.property('code', 'quote-unsafe');
    expect(begun).to.deep.equal([]);
  });
});
