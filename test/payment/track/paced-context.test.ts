import { expect } from 'chai';
import type { PaymentContext } from '../../../src/payment/context/context.js';
import type { PaymentRecord } from '../../../src/payment/context/payment-record.js';
import { QuestionBudget, type Question } from '../../../src/payment/context/question-budget.js';
import { pacedContext } from '../../../src/payment/track/paced-context.js';
import { VirtualClock } from '../../support/clock.js';

const ID = `0x${'12'.repeat(32)}`;

/** The context of a payment that is on the screen or not. `log` has the questions and the requests. */
function bench(stage: string, shown: string | null): { context: PaymentContext; log: unknown[] } {
  const log: unknown[] = [];
  class Budget extends QuestionBudget {
    override turn({ isInFront, ...question }: Question): Promise<void> {
      log.push({ ...question, isInFront: isInFront() });
      return Promise.resolve();
    }

    override send(...[, url]: Parameters<QuestionBudget['send']>): Promise<Response> {
      log.push(`counted ${url}`);
      return Promise.resolve(new Response());
    }
  }
  const send = (url: string): Promise<Response> => {
    log.push(`sent ${url}`);
    return Promise.resolve(new Response());
  };
  const context = {
    questions: new Budget(new VirtualClock()),
    deps: { fetch: send },
    state: () => (shown ? { name: 'processing', payment: { requestId: shown } } : { name: 'idle' }),
  } as unknown as PaymentContext;
  const record = { entry: () => ({ stage, createdAt: 7, payment: { requestId: ID } }) } as unknown as PaymentRecord;
  return { context: pacedContext(context, record), log };
}

const { signal } = new AbortController();

describe('pacedContext', () => {
  it('P-50 asks the budget with the age of the payment, and tells whether its money may be out', async () => {
    for (const [stage, isUnfinished] of [
      ['abandoned', false],
      ['sent', true],
    ] as const) {
      const { context, log } = bench(stage, null);
      await context.turn?.(signal);
      await context.turn?.(signal, true);
      const question = { createdAt: 7, isUnfinished, isInFront: false };
      expect(log).to.deep.equal([
        { ...question, isLate: false },
        { ...question, isLate: true },
      ]);
    }
  });

  it('P-50 counts the requests to a node, and those of no other kind', async () => {
    const { context, log } = bench('abandoned', null);
    await context.deps.fetch('https://node.test', { method: 'POST', body: '{}' });
    await context.deps.fetch('https://hub.test');
    expect(log).to.deep.equal(['counted https://node.test', 'sent https://hub.test']);
  });

  it('P-50 does not count what the payment on the screen asks', async () => {
    const { context, log } = bench('sent', ID);
    await context.turn?.(signal);
    await context.deps.fetch('https://node.test', { method: 'POST', body: '{}' });
    expect(log).to.deep.equal([
      { createdAt: 7, isUnfinished: true, isLate: false, isInFront: true },
      'sent https://node.test',
    ]);
  });
});
