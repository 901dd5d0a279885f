/** Walks every way that a journal entry can take, and holds what must never happen against each step. */
import { expect } from 'chai';
import { errorInfo, HubPayError } from '../../../src/errors.js';
import { isUnsent, STAGES, type JournalEntry, type Stage } from '../../../src/payment/journal/entry.js';
import {
  advance,
  blocksNewPayment,
  contradictsToldEnd,
  endedEntry,
  isEnd,
  isEnded,
  isLastEnd,
  isUnfinished,
  isWatched,
  toldEnds,
  TRANSITIONS,
  type LifecycleEvent,
} from '../../../src/payment/journal/lifecycle.js';
import { storedMoney } from '../../../src/payment/journal/stored-money.js';
import type { PaymentResult, RefundResult } from '../../../src/types.js';
import { entryOf, NOW } from '../../support/samples.js';
import { DAY } from '../../support/times.js';

type Type = LifecycleEvent['type'];
type Step = (entry: JournalEntry, event: LifecycleEvent) => JournalEntry;

const problem = errorInfo(new HubPayError('replaced', 'for the test'));
const receipt = {} as PaymentResult;
const refundOf = (confirmed: boolean): RefundResult => ({ requestId: '', reference: null, returned: null, confirmed });

/** Every event that can happen to the entry, as the code of the payment makes it. */
function eventsOf({ payment, prompt, emitted }: JournalEntry): LifecycleEvent[] {
  const step = { id: 'deposit', index: 0, count: 1, kind: 'transaction' } as const;
  const asked = { step, chainId: 1, nonce: '0', expected: null };
  const calls = { size: 68, id: '0x1' };
  const told = (end: string): { emits?: string } => (emitted.includes(end) ? {} : { emits: end });
  const ofBatch: LifecycleEvent[] = [
    { type: 'batch-refused' },
    { type: 'wallet-reported', calls },
    { type: 'batch-accepted', payment: { ...payment, batched: true } },
  ];
  return [
    { type: 'asked', prompt: asked },
    { type: 'prompted', prompt: asked },
    { type: 'prompted', prompt: { ...asked, calls } },
    ...(prompt?.calls ? ofBatch : []),
    { type: 'submitted', payment: { ...payment, payingHash: '0x2' } },
    { type: 'signed', payment: { ...payment, signed: true } },
    { type: 'rejected', problem },
    { type: 'seen', payment },
    { type: 'status', status: 'pending' },
    { type: 'doubted' },
    { type: 'contradicted' },
    { type: payment.batched ? 'batch-lost' : 'rewritten' },
    { type: 'proved-unpaid', problem },
    { type: 'given-up', isConfirmed: true },
    { type: 'given-up', isConfirmed: false },
    { type: 'left' },
    { type: payment.deposit ? 'shown-again' : 'rewritten' },
    { type: 'delivered', receipt, ...told('hub-success') },
    { type: 'refunded', refund: refundOf(true), ...told('hub-refund') },
    { type: 'refunded', refund: refundOf(false), ...told('hub-refund') },
    { type: 'failed', problem, ...told('hub-failure') },
    { type: 'reopened' },
    { type: 'noted', payment },
    emitted.includes('hub-sent') ? { type: 'rewritten' } : { type: 'told', emits: 'hub-sent' },
    { type: 'rewritten' },
    { type: 'reset' },
  ];
}

/** The proofs and the answers of the payer that let the payer pay again, by the stage of the payment that blocks. */
const FREES: Partial<Record<Stage, readonly Type[]>> = {
  prompted: ['batch-refused', 'rejected', 'proved-unpaid', 'given-up'],
  sent: ['proved-unpaid', 'given-up'],
  failed: ['given-up', 'reset'],
  settled: ['given-up', 'reset'],
};
const ENDS: readonly Type[] = ['delivered', 'refunded', 'failed'];
const TOLD_ENDS = ['hub-success', 'hub-refund'];
const NONE: ReadonlySet<string> = new Set();

/** What must hold for each step. Returns the broken rules. */
function broken(before: JournalEntry, { type }: LifecycleEvent, after: JournalEntry): string[] {
  const told = TOLD_ENDS.filter((end) => before.emitted.includes(end));
  const isFreed = FREES[before.stage]?.includes(type) === true;
  const rules: Record<string, boolean> = {
    'from perhaps sent to payable only by proof or by the payer’s answer':
      !isUnfinished(before) || isUnfinished(after) || isFreed || ENDS.includes(type),
    'a blocking payment stops blocking only by proof, by the payer’s answer, or after its end':
      !blocksNewPayment(before, NONE) || blocksNewPayment(after, NONE) || isFreed,
    'a paid order is shown as paid until the payer or the page says otherwise':
      !endedEntry([before], before.order ?? [], true) ||
      endedEntry([after], after.order ?? [], true) !== undefined ||
      ['given-up', 'reset', 'reopened', 'refunded'].includes(type),
    'one end is told': TOLD_ENDS.filter((end) => after.emitted.includes(end)).length <= 1,
    'a told end is not untold': told.length === 0 || !isEnded(before) || isEnded(after) || type === 'given-up',
    'a payment that was refused or never asked for is perhaps sent only if somebody shows it or the wallet is asked':
      !isUnsent(before) ||
      isUnsent(after) ||
      ['prompted', 'submitted', 'signed', 'seen', 'batch-accepted', ...ENDS].includes(type),
    'what was told stays told': before.emitted.every((name) => after.emitted.includes(name)),
    'the wallet is asked to pay once': type !== 'prompted' || before === after || before.stage === 'prepared',
  };
  return Object.keys(rules).filter((rule) => !rules[rule]);
}

/** What the rules and the table read of an entry. Two entries with the same key take the same ways. */
const keyOf = ({ id, stage, reset, unconfirmed, status, emitted, payment, prompt }: JournalEntry): string =>
  [
    id,
    stage,
    reset,
    unconfirmed === true,
    status === 'success',
    [...emitted].sort(),
    payment.batched,
    prompt && prompt.calls !== undefined,
  ].join();

/**
 * Walks every reachable entry. Returns the number of entries and steps, and the broken rules.
 * @param rule ends the walk when this rule is broken
 */
function walk(step: Step, rule?: string): { entries: number; steps: number; types: Set<Type>; faults: Set<string> } {
  const deposit = { ...entryOf(2).payment, deposit: { address: '0xdd', extraDeposits: [] } };
  const order = ['order'];
  const starts = [
    entryOf(1, { stage: 'prepared', prompt: null, order }),
    entryOf(2, { stage: 'awaiting-deposit', prompt: null, order, payment: deposit }),
    entryOf(3, { stage: 'sent', prompt: null, order, digest: '' }),
    entryOf(4, { stage: 'prompted', prompt: null, order, digest: '' }),
  ];
  const known = new Map(starts.map((entry) => [keyOf(entry), entry]));
  const faults = new Set<string>();
  const types = new Set<Type>();
  let steps = 0;
  // A map's iterator also visits the entries that are added during the walk.
  for (const before of known.values()) {
    for (const event of eventsOf(before)) {
      const after = step(before, event);
      steps += 1;
      types.add(event.type);
      const found = broken(before, event, after);
      for (const each of found) faults.add(`${each}: ${event.type} of ${before.stage}`);
      if (rule !== undefined && found.some((each) => each.startsWith(rule)))
        return { entries: known.size, steps, types, faults };
      if (!known.has(keyOf(after))) known.set(keyOf(after), after);
    }
  }
  return { entries: known.size, steps, types, faults };
}

describe('the life of a payment in the journal', () => {
  it('keeps every rule on each way that an entry can take', () => {
    const { entries, steps, types, faults } = walk(advance);
    expect([...faults]).to.deep.equal([]);
    expect([...types].sort()).to.deep.equal(Object.keys(TRANSITIONS).sort());
    expect(entries, 'reachable entries').to.be.at.least(500);
    console.log(`the walk took ${steps} steps between ${entries} entries`);
  });

  /** Wrong cells of the table, and the rule that each of them breaks. */
  const FAULTS: readonly (readonly [Type, Stage, Stage, rule: string])[] = [
    ['rejected', 'sent', 'cancelled', 'a blocking payment stops blocking'],
    ['reset', 'sent', 'prepared', 'from perhaps sent to payable'],
    ['doubted', 'sent', 'abandoned', 'from perhaps sent to payable'],
    ['prompted', 'prompted', 'prompted', 'the wallet is asked to pay once'],
    ['reopened', 'settled', 'prepared', 'a told end is not untold'],
    ['status', 'cancelled', 'sent', 'a payment that was refused or never asked for'],
    ['noted', 'settled', 'cancelled', 'a paid order is shown as paid'],
    ['asked', 'sent', 'prepared', 'from perhaps sent to payable'],
  ];
  for (const [type, from, to, rule] of FAULTS)
    it(`the rules notice if ${type} moves a payment from ${from} to ${to}`, () => {
      const { faults } = walk((entry, event) => {
        if (event.type !== type || entry.stage !== from) return advance(entry, event);
        return { ...entry, ...('prompt' in event && { prompt: event.prompt }), stage: to };
      }, rule);
      expect([...faults].filter((fault) => fault.startsWith(rule))).not.to.deep.equal([]);
    });

  it('the rules notice a second end', () => {
    const SECOND_END = 'one end is told';
    const { faults } = walk(
      (entry, event) =>
        event.type === 'refunded' && entry.stage === 'settled' && event.emits
          ? { ...entry, emitted: [...entry.emitted, event.emits] }
          : advance(entry, event),
      SECOND_END,
    );
    expect([...faults].filter((fault) => fault.startsWith(SECOND_END))).not.to.deep.equal([]);
  });

  it('lets a payment leave each stage', () => {
    const left = STAGES.filter((stage) =>
      Object.values(TRANSITIONS).some((row) => row[stage] !== undefined && row[stage] !== stage),
    );
    expect(left).to.deep.equal([...STAGES]);
  });

  it('knows the same stages as the look at the storage that needs no journal', () => {
    for (const stage of STAGES) {
      const stored = { [`hub-pay/1/${'0'.repeat(16)}`]: JSON.stringify([{ v: 1, stage }]) };
      expect(
        storedMoney(() => stored),
        stage,
      ).to.equal(isUnsent({ stage }) ? 'not-sent' : 'unknown');
    }
  });
});

describe('the end of a payment', () => {
  const ENDED = { success: 'delivered', refund: 'refunded', failure: 'failed' } as const;
  const told = (...ends: string[]): JournalEntry =>
    entryOf(1, { stage: 'sent', emitted: ['hub-sent', ...ends.map((end) => `hub-${end}`)] });

  it('is a status of the service that no other status follows, or a failure', () => {
    const words = [
      'waiting',
      'pending',
      'sent',
      'delivered',
      'hub-success',
      'success',
      'refund',
      'failure',
      'toString',
    ];
    expect(words.filter(isEnd)).to.deep.equal(Object.keys(ENDED));
    expect(words.filter(isLastEnd)).to.deep.equal(['success', 'refund']);
  });

  it('is told by the event with its name', () => {
    expect(toldEnds(told())).to.deep.equal([]);
    expect(toldEnds(told('failure', 'refund'))).to.deep.equal(['refund', 'failure']);
  });

  it('I10 contradicts a told delivery or refund, for an answer of the service and for an event of the journal', () => {
    for (const [end, type] of Object.entries(ENDED)) {
      for (const before of Object.keys(ENDED)) {
        const isOther = before !== 'failure' && before !== end;
        const entry = told(before);
        expect(contradictsToldEnd(entry, end), `${end} after ${before}`).to.equal(isOther);
        const event = eventsOf(entry).find((each) => each.type === type)!;
        expect(advance(entry, event) === entry, `${type} after ${before}`).to.equal(isOther);
      }
    }
    expect(contradictsToldEnd(told('success'), 'pending'), 'progress is no end').to.equal(false);
    const settled = { ...told('success'), stage: 'settled' } as const;
    expect(advance(settled, { type: 'reopened' })).to.equal(settled);
  });
});

describe('a payment in the stage', () => {
  const stages: Record<Stage, { blocks: boolean; watchedFor: number }> = {
    prepared: { blocks: false, watchedFor: 0 },
    prompted: { blocks: true, watchedFor: Infinity },
    'awaiting-deposit': { blocks: false, watchedFor: 7 * DAY },
    sent: { blocks: true, watchedFor: Infinity },
    abandoned: { blocks: false, watchedFor: 7 * DAY },
    failed: { blocks: true, watchedFor: DAY },
    cancelled: { blocks: false, watchedFor: 0 },
    settled: { blocks: true, watchedFor: 0 },
  };
  for (const stage of STAGES) {
    const { blocks, watchedFor } = stages[stage];
    it(`${stage} ${blocks ? 'blocks another payment' : 'lets the payer pay again'} and is watched for ${watchedFor / DAY} days`, () => {
      const entry = entryOf(1, { stage });
      expect(blocksNewPayment(entry, NONE)).to.equal(blocks);
      expect(isUnfinished(entry)).to.equal(watchedFor === Infinity);
      // With a negative number, the clock was set back after the payment.
      for (const days of [-400, -1, 0, 0.5, 1.5, 8, 400]) {
        expect(isWatched(entry, NOW + days * DAY), `${days} days`).to.equal(Math.max(days, 0) * DAY < watchedFor);
      }
    });
  }
});
