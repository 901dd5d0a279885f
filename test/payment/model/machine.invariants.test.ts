import { expect } from 'chai';
import fc from 'fast-check';
import { transition } from '../../../src/payment/model/machine.js';
import { isCommitted } from '../../../src/payment/model/state.js';
import type { StateName } from '../../../src/events.js';
import type { PaymentEvent, PaymentState } from '../../../src/payment/model/state.js';
import { anyEvent, leadingEvent, loss } from './events.js';
import { deepFreeze } from '../../../src/shared/deep-freeze.js';
import { states } from '../../support/samples.js';
import { runsOf, seedOf } from '../../support/thorough.js';

type Step = { from: PaymentState; event: PaymentEvent; to: PaymentState };

/** The state after the service has warned of a price impact. */
const warned = transition(states.quoting, { type: 'quote-refused', problem: loss });

/** Applies random events to the machine. The values are frozen, so a test fails if the machine changes a value. */
const runs = fc
  .tuple(
    // The acceptance of a loss is rare among all events, so more runs begin before it.
    fc.oneof(fc.constantFrom<PaymentState>(...Object.values(states)), fc.constant(warned)),
    fc.array(fc.oneof(anyEvent, leadingEvent), { maxLength: 40 }),
  )
  .map(([start, events]): Step[] => {
    let from = deepFreeze(start);
    return events.map((event) => {
      const step = { from, event: deepFreeze(event), to: deepFreeze(transition(from, event)) };
      from = step.to;
      return step;
    });
  });

function everyStep(check: (step: Step) => void): void {
  fc.assert(
    fc.property(runs, (steps) => steps.forEach(check)),
    { numRuns: runsOf(3_000), seed: seedOf(5) },
  );
}

const requestIdOf = (state: PaymentState): string | null => ('payment' in state ? state.payment.requestId : null);

describe('machine with random events', () => {
  it('authorizes a payment only when its quote was reviewed and pressed', () => {
    everyStep(({ from, to }) => {
      if (to.name !== 'authorizing' || from.name === 'authorizing') return;
      expect(from).to.deep.include({ name: 'reviewing', confirming: true });
    });
  });

  it('F-27 quotes with an override only when the payer has just accepted the loss', () => {
    let asked = 0;
    everyStep(({ from, event, to }) => {
      if (to.name === 'selecting') expect(to.intent).not.to.have.property('overridePriceImpact');
      if (to.name !== 'quoting' || from.name === 'quoting' || !to.intent['overridePriceImpact']) return;
      asked += 1;
      expect([from.name, event.type]).to.deep.equal(['selecting', 'loss-accepted']);
    });
    expect(asked, 'it happens in these runs').to.be.above(0);
  });

  it('never quotes again when the payer’s money may be out', () => {
    everyStep(({ from, to }) => {
      if (isCommitted(from)) expect(to.name).not.to.equal('quoting');
    });
  });

  it('leaves a committed payment for the list when abandoned or approving, for the review only when nothing was sent', () => {
    everyStep(({ from, event, to }) => {
      if (!isCommitted(from)) return;
      // Before the paying prompt, the payer can leave an approval that nothing confirms.
      const isApproved = from.name === 'authorizing' && from.phase === 'confirming' && event.type === 'back';
      // The wallet sent nothing, and the page asks for something else than the payment, or has been reloaded.
      const isUnpaid = ['abandoned', 'rejected', 'reverted', 'cancelled'].includes(event.type);
      if (to.name === 'selecting' && !isApproved) expect(isUnpaid, event.type).to.equal(true);
      if (to.name !== 'reviewing') return;
      const proofs: Partial<Record<StateName, string[]>> = {
        authorizing: ['rejected'],
        processing: ['reverted', 'cancelled'],
      };
      expect(proofs[from.name]).to.include(event.type);
    });
  });

  it('I10 leaves success and refund only when reset, and failure only for success, refund or a reset', () => {
    everyStep(({ from, event, to }) => {
      if (to.name === from.name) return;
      if (from.name === 'succeeded' || from.name === 'refunded') {
        expect(to.name).to.equal('idle');
        expect(['reset', 'intent-changed']).to.include(event.type);
      }
      if (from.name === 'failed') expect(['refunded', 'succeeded', 'idle']).to.include(to.name);
    });
  });

  it('I12 shows an outcome only when the event that names it arrives', () => {
    const proofs: Partial<Record<StateName, string>> = {
      succeeded: 'succeeded',
      refunded: 'refunded',
      failed: 'failure-confirmed',
    };
    everyStep(({ from, event, to }) => {
      if (to.name !== from.name && to.name in proofs) expect(event.type).to.equal(proofs[to.name]);
    });
  });

  it('I25 shows one payment from its confirmation to its outcome when events name other payments', () => {
    everyStep(({ from, to }) => {
      if (!isCommitted(from) || !isCommitted(to)) return;
      expect(requestIdOf(to)).to.equal(requestIdOf(from));
      if (to.name === 'succeeded') expect(to.receipt.requestId).to.equal(requestIdOf(to));
      if (to.name === 'refunded') expect(to.refund.requestId).to.equal(requestIdOf(to));
    });
  });

  it('holds no amount as a number in any state', () => {
    const counts = new Set([
      'chainId',
      'decimals',
      'since',
      'at',
      'index',
      'count',
      'timeEstimate',
      'originChainId',
      'destinationChainId',
    ]);
    const numbers = (value: unknown, name: string): string[] => {
      if (typeof value === 'number') return [name];
      return typeof value === 'object' && value !== null
        ? Object.entries(value).flatMap(([key, each]) => numbers(each, key))
        : [];
    };
    everyStep(({ to }) => {
      expect(numbers(to, '').filter((name) => !counts.has(name))).to.deep.equal([]);
    });
  });

  it('gives each state exactly its own members when it replaces another state', () => {
    const members: Record<StateName, string[]> = {
      idle: ['problem', 'unfinished'],
      selecting: [
        'intent',
        'receives',
        'destinations',
        'accounts',
        'assets',
        'wallets',
        'connecting',
        'loading',
        'asset',
        'payerFields',
        'depositAddressFields',
        'stalled',
        'problem',
      ],
      quoting: ['intent', 'account', 'asset', 'quote', 'problem', 'selection'],
      reviewing: ['intent', 'account', 'asset', 'quote', 'problem', 'selection', 'confirming'],
      authorizing: ['payment', 'step', 'phase', 'steps', 'stalled', 'problem', 'selection', 'otherPayment'],
      'awaiting-deposit': ['payment', 'depositAddress', 'amount', 'selection'],
      processing: [
        'payment',
        'status',
        'since',
        'slow',
        'sent',
        'wallet',
        'problem',
        'again',
        'selection',
        'otherPayment',
      ],
      succeeded: ['payment', 'receipt', 'at', 'otherPayment'],
      refunded: ['payment', 'refund', 'otherPayment'],
      failed: ['payment', 'problem', 'otherPayment'],
    };
    everyStep(({ to }) => {
      expect(['name', ...members[to.name]], to.name).to.include.members(Object.keys(to));
    });
  });
});
