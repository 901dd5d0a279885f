/** Helpers for the tests of a payment that was made on another device. */
import type { PaymentSession } from '../../../src/payment/session/session.js';
import { amountOf, people, tokens } from '../../support/quotes.js';
import { World } from '../../support/world.js';
import { idOf } from '../../support/samples.js';

export type Outcome = { value?: Awaited<ReturnType<PaymentSession['resume']>>; error?: unknown };

/** Returns an object that receives the promise's value or error. Until then, the object is empty. */
export function watched(promise: ReturnType<PaymentSession['resume']>): Outcome {
  const outcome: Outcome = {};
  promise.then(
    (value) => (outcome.value = value),
    (error: unknown) => (outcome.error = error),
  );
  return outcome;
}

export const hash = idOf(77);

export const deposit = { fee: '1', data: {}, hash, type: 'onchain', chainId: 8453, timestamp: 1 };

export const record = (id: string, change: object = {}): Record<string, unknown> => ({
  id,
  status: 'pending',
  user: people.payer,
  recipient: people.recipient,
  createdAt: '2026-11-20T23:59:00.000Z',
  data: {
    inTxs: [deposit],
    outTxs: [],
    metadata: {
      recipient: people.recipient,
      currencyIn: amountOf(8453, tokens.eth, 8_360_000_000_000_000n, '25.1', '0.00836'),
      currencyOut: amountOf(10, tokens.usdcOut, 25_000_000n, '25.0', '25'),
    },
  },
  ...change,
});

export const FOREIGN = idOf(4711);

/** Creates a world in which the service has a record of a payment from another device. */
export function foreign(change: object = {}): World {
  const world = new World();
  world.service.records.set(FOREIGN, record(FOREIGN, change));
  world.service.statuses.set(FOREIGN, { status: 'pending', inTxHashes: [hash] });
  return world;
}
