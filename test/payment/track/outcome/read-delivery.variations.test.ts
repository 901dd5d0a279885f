/** Variations of findings about what was delivered: other lies about the delivery, and true deliveries beside them. */
import { expect } from 'chai';
import { journalKey } from '../../../../src/payment/journal/keys.js';
import { createJournal } from '../../../../src/payment/journal/storage.js';
import type { PaymentResult } from '../../../../src/types.js';
import { people, tokens } from '../../../support/quotes.js';
import { HOUR, MINUTE } from '../../../support/times.js';
import { transferLog, word } from '../../../support/transfer-log.js';
import { OPTIONS, type World } from '../../../support/world.js';
import { sent, type Sent } from '../../sent.js';

const FILL = `0x${'fe'.repeat(32)}`;
const OTHER_FILL = `0x${'fd'.repeat(32)}`;
const { recipient, attacker, payer } = people;
const usdcOut = tokens.usdcOut.address;

const to = (account: string, amount: bigint, token = usdcOut): object => transferLog(token, attacker, account, amount);

type Mined = Readonly<Record<string, readonly object[]>>;

function delivers({ destinationChain: chain }: World, mined: Mined, status = '0x1'): void {
  chain.override('eth_getTransactionReceipt', ([hash]) => {
    const logs = mined[String(hash)];
    return logs ? { transactionHash: hash, blockHash: word(1n), status, logs } : null;
  });
}

const warningsOf = ({ tab }: Sent): string[] =>
  ((tab.detail('hub-success') as PaymentResult).warnings ?? []).map(({ path }) => path);

const SHORT = ['received.amount'];
const UNSEEN = ['destination'];
const rows: readonly (readonly [what: string, warnings: string[], mined: Mined, status?: string])[] = [
  ['another token of the name arrives', UNSEEN, { [FILL]: [to(recipient, 25_000_000n, tokens.usdc.address)] }],
  ['the money arrives at the payer', UNSEEN, { [FILL]: [to(payer, 25_000_000n)] }],
  ['the transaction of the delivery reverted', UNSEEN, { [FILL]: [to(recipient, 25_000_000n)] }, '0x0'],
  [
    'two fills together are one unit short',
    SHORT,
    {
      [FILL]: [to(recipient, 12_500_000n)],
      [OTHER_FILL]: [to(recipient, 12_499_999n)],
    },
  ],
  ['a stranger gets nearly all of it', SHORT, { [FILL]: [to(attacker, 24_999_999n), to(recipient, 1n)] }],
  ['it arrives in two fills', [], { [FILL]: [to(recipient, 12_500_000n)], [OTHER_FILL]: [to(recipient, 12_500_000n)] }],
  ['it arrives with something more for a stranger', [], { [FILL]: [to(recipient, 25_000_000n), to(attacker, 1n)] }],
];

describe('a variation of a delivery', () => {
  const ZERO = `0x${'0'.repeat(40)}`;
  for (const [what, mined] of [
    ['it arrives', { [FILL]: [to(recipient, 25_000_000n)] }],
    ['the token burns a fee of it', { [FILL]: [to(recipient, 25_000_000n), to(ZERO, 1n)] }],
    ['the transaction burns another amount', { [FILL]: [to(ZERO, 90_000_000n)] }],
    ['the service names no transaction', {}],
  ] as [string, Mined][]) {
    it(`S-15 says the quoted amount and warns of nothing when only an earlier page knows the recipient, and ${what}`, async () => {
      const one = await sent();
      one.tab.kill();
      delivers(one.world, mined);
      one.say('success', { txHashes: Object.keys(mined) });
      const next = one.world.open({ recipient: 'payer' });
      await next.reach('succeeded');
      expect(warningsOf({ ...one, tab: next })).to.deep.equal([]);
      expect(next.detail('hub-success')).to.have.nested.property('received.amount', '25000000');
    });
  }

  for (const [what, warnings, mined, status] of rows) {
    it(`S-15 warns of ${warnings.join() || 'nothing'} when ${what}`, async () => {
      const one = await sent();
      delivers(one.world, mined, status);
      one.say('success', { txHashes: Object.keys(mined) });
      await one.tab.reach('succeeded');
      expect(warningsOf(one)).to.deep.equal(warnings);
    });
  }

  it('S-15 warns of the shortfall after a reload too, and tells the page', async () => {
    const one = await sent();
    one.tab.kill();
    delivers(one.world, { [FILL]: [to(recipient, 1n)] });
    one.say('success', { txHashes: [FILL] });
    const tab = one.world.open();
    await tab.reach('succeeded');
    expect(warningsOf({ ...one, tab })).to.deep.equal(SHORT);
  });
});

const transfer = (token: string, from: string, account: string, amount: bigint): object =>
  transferLog(token, from, account, amount);
const usdc = tokens.usdc.address;
const OWED = 25_000_000n;

/** True if a payment within one chain ends as paid by this receipt. The service does not know the payment. */
async function isPaidBy(logs: readonly object[], change: (given: Sent) => void = () => undefined): Promise<boolean> {
  const given = await sent();
  const { world, tab, hash } = given;
  world.service.outages.set('/intents/status/v3', { status: 404, json: { message: 'Request not found' } });
  const journal = createJournal(tab.storage, journalKey(OPTIONS), world.clock);
  const [entry] = journal.read();
  const { payment } = entry!;
  const receives = { ...payment.quote.receives, chainId: 8453, currency: usdc };
  journal.remember({ ...entry!, payment: { ...payment, quote: { ...payment.quote, receives } } });
  const receipt = { transactionHash: hash, blockHash: `0x${'b7'.repeat(32)}`, status: '0x1', logs };
  world.chain.override('eth_getTransactionReceipt', ([wanted]) => (wanted === hash ? receipt : null));
  world.chain.mine();
  change(given);
  await world.clock.advance(10 * MINUTE);
  return tab.state.name === 'succeeded';
}

describe('a variation of a payment within one chain', () => {
  for (const [what, isPaid, logs, change] of [
    ['nothing arrives', false, []],
    ['the money arrives at a stranger', false, [transfer(usdc, payer, attacker, OWED)]],
    ['another token arrives', false, [transfer(tokens.usdt.address, payer, recipient, OWED)]],
    [
      'the recipient passes the money on at once',
      true,
      [transfer(usdc, payer, recipient, OWED), transfer(usdc, recipient, attacker, OWED)],
    ],
    [
      'the service says that it waits',
      true,
      [transfer(usdc, payer, recipient, OWED)],
      ({ world, say }: Sent) => {
        world.service.outages.clear();
        say('waiting');
      },
    ],
    ['it arrives in two transfers', true, [OWED - 1n, 1n].map((part) => transfer(usdc, payer, recipient, part))],
    ['more than was promised arrives', true, [transfer(usdc, payer, recipient, OWED + 1n)]],
  ] as const) {
    it(`W-3 ${isPaid ? 'is paid' : 'stays unpaid'} without the service when ${what}`, async () => {
      expect(await isPaidBy(logs, change)).to.equal(isPaid);
    });
  }
});

/** Each read of the service's record gives one of these, the last one for ever. */
const named = async (...answers: object[]): Promise<{ url: unknown; hashes: unknown[]; reads: number }> => {
  const { world, tab, requestId, say } = await sent();
  const record = world.service.ownRecords.get(requestId)!;
  const answer = world.service.answer.bind(world.service);
  let reads = 0;
  world.service.answer = (method, url, body) => {
    if (url.pathname === '/requests/v2' && url.searchParams.has('id')) {
      const data = answers[Math.min(reads, answers.length - 1)];
      reads += 1;
      world.service.records.set(requestId, { ...record, data: { ...(record['data'] as object), ...data } });
    }
    return answer(method, url, body);
  };
  world.chain.mine();
  say('success');
  await tab.reach('succeeded');
  await world.clock.advance(HOUR);
  const { receipt } = tab.state as unknown as { receipt: PaymentResult };
  return { url: receipt.destination[0]?.url, hashes: receipt.destination.map(({ hash }) => hash), reads };
};

describe('a variation of a success without transactions', () => {
  for (const [what, answers, hashes] of [
    ['the record names an empty hash', [{ outTxs: [{ chainId: 10, hash: '' }] }], []],
    ['the record names a transaction of another chain', [{ outTxs: [{ chainId: 1, hash: FILL }] }], []],
    ['the record names its delivery at the third reading', [{}, {}, { outTxs: [{ chainId: 10, hash: FILL }] }], [FILL]],
  ] as const) {
    it(`W-14 shows ${hashes.length} transactions when ${what}`, async () => {
      const found = await named(...answers);
      expect(found.hashes).to.deep.equal(hashes);
      expect(found.reads).to.be.at.most(6);
    });
  }
});
