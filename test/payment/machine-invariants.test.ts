import { expect } from 'chai';
import fc from 'fast-check';
import { transition } from '../../src/payment/machine.js';
import { isCommitted } from '../../src/payment/state.js';
import type { PaymentEvent, PaymentState, StateName } from '../../src/payment/state.js';
import { anyEvent, leadingEvent, loss } from './events.js';
import { frozen, states } from './samples.js';

type Step = { from: PaymentState; event: PaymentEvent; to: PaymentState };

/** The service has warned of a loss. */
const warned = transition(states.quoting, { type: 'quote-refused', problem: loss });

/**
 * Every step of a random run from any state, all of it frozen: a machine that wrote to what it was given would throw.
 */
const runs = fc
  .tuple(
    fc.constantFrom<PaymentState>(...Object.values(states), warned),
    fc.array(fc.oneof(anyEvent, leadingEvent), { maxLength: 40 }),
  )
  .map(([start, events]): Step[] => {
    let from = frozen(start);
    return events.map((event) => {
      const step = { from, event: frozen(event), to: frozen(transition(from, event)) };
      from = step.to;
      return step;
    });
  });

function everyStep(check: (step: Step) => void): void {
  fc.assert(
    fc.property(runs, (steps) => steps.forEach(check)),
    { numRuns: 1_500 },
  );
}

const requestIdOf = (state: PaymentState): string | null => ('payment' in state ? state.payment.requestId : null);

describe('the machine over any sequence of events', () => {
  it('authorizes only what was reviewed and pressed', () => {
    everyStep(({ from, to }) => {
      if (to.name !== 'authorizing' || from.name === 'authorizing') return;
      expect(from).to.deep.include({ name: 'reviewing', confirming: true });
    });
  });

  it('F-27 asks for a quote in spite of a loss only where the payer has just accepted it', () => {
    let asked = 0;
    everyStep(({ from, event, to }) => {
      if (to.name === 'selecting') expect(to.intent).not.to.have.property('overridePriceImpact');
      if (to.name !== 'quoting' || from.name === 'quoting' || !to.intent['overridePriceImpact']) return;
      asked += 1;
      expect([from.name, event.type]).to.deep.equal(['selecting', 'loss-accepted']);
    });
    expect(asked, 'it happens in these runs').to.be.above(0);
  });

  it('never asks for numbers again while the payer’s money may be out', () => {
    everyStep(({ from, to }) => {
      if (isCommitted(from)) expect(to.name).not.to.equal('quoting');
    });
  });

  it('leaves a committed payment for the list only where the payer gave it up, for the review only where nothing went out', () => {
    everyStep(({ from, event, to }) => {
      if (!isCommitted(from)) return;
      if (to.name === 'selecting') expect(event.type).to.equal('abandoned');
      if (to.name !== 'reviewing') return;
      const proofs: Partial<Record<StateName, string[]>> = {
        authorizing: ['rejected'],
        processing: ['reverted', 'cancelled'],
      };
      expect(proofs[from.name]).to.include(event.type);
    });
  });

  it('I10 success and refund absorb everything but a new start; failure only gives way to the two', () => {
    everyStep(({ from, event, to }) => {
      if (to.name === from.name) return;
      if (from.name === 'succeeded' || from.name === 'refunded') {
        expect(to.name).to.equal('idle');
        expect(['reset', 'intent-changed']).to.include(event.type);
      }
      if (from.name === 'failed') expect(['refunded', 'succeeded', 'idle']).to.include(to.name);
    });
  });

  it('I12 an end is never shown without the event that names it', () => {
    const proofs: Partial<Record<StateName, string>> = {
      succeeded: 'succeeded',
      refunded: 'refunded',
      failed: 'failure-stood',
    };
    everyStep(({ from, event, to }) => {
      if (to.name !== from.name && to.name in proofs) expect(event.type).to.equal(proofs[to.name]);
    });
  });

  it('I25 shows one payment from its confirmation to its end, whatever is heard of others', () => {
    everyStep(({ from, to }) => {
      if (!isCommitted(from) || !isCommitted(to)) return;
      expect(requestIdOf(to)).to.equal(requestIdOf(from));
      if (to.name === 'succeeded') expect(to.receipt.requestId).to.equal(requestIdOf(to));
      if (to.name === 'refunded') expect(to.refund.requestId).to.equal(requestIdOf(to));
    });
  });

  it('holds no amount as a number', () => {
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

  it('keeps nothing of the state before: each state has exactly its own members', () => {
    const members: Record<StateName, string[]> = {
      idle: ['problem', 'unfinished'],
      selecting: [
        'intent',
        'receives',
        'accounts',
        'assets',
        'wallets',
        'connecting',
        'loading',
        'asset',
        'open',
        'byAddress',
        'problem',
      ],
      quoting: ['intent', 'account', 'asset', 'quote', 'problem', 'selection'],
      reviewing: ['intent', 'account', 'asset', 'quote', 'problem', 'selection', 'confirming'],
      authorizing: ['payment', 'step', 'phase', 'steps', 'stalled', 'selection'],
      'awaiting-deposit': ['payment', 'depositAddress', 'amount', 'selection'],
      processing: ['payment', 'status', 'since', 'slow', 'sent', 'problem', 'selection'],
      succeeded: ['payment', 'receipt', 'at'],
      refunded: ['payment', 'refund'],
      failed: ['payment', 'problem'],
    };
    everyStep(({ to }) => {
      expect(['name', ...members[to.name]], to.name).to.include.members(Object.keys(to));
    });
  });
});
