/** Starts a devnet for the tests of a `describe`. The headless sessions of a test end with the test. */

import { after, afterEach, before } from 'node:test';
import type { Devnet } from '../../demo/devnet/index.js';
import { createPaymentSession, type PaymentSession, type SessionOptions } from '../../src/headless.js';
import { openDevnet } from './open-devnet.js';
import { DESTINATION, GUARD } from './support.js';

/** The order that most sessions of these tests pay: 25 USDC on the destination chain. */
export const shopOrder = ({ serviceUrl, addresses, recipient, registry }: Devnet): SessionOptions => ({
  baseUrl: serviceUrl,
  destinationChainId: DESTINATION,
  destinationCurrency: addresses.usdc,
  amount: '25',
  recipient,
  registry,
});

/** Returns a function that opens a session. After each test, the faults of the devnet are cleared. */
export function useDevnet(
  onStarted: (devnet: Devnet) => void,
): (...options: Parameters<typeof createPaymentSession>) => PaymentSession {
  let devnet: Devnet;
  const sessions: PaymentSession[] = [];
  before(async () => {
    devnet = await openDevnet();
    onStarted(devnet);
  }, GUARD);
  after(() => devnet.stop());
  afterEach(() => {
    for (const session of sessions.splice(0)) session.destroy();
    devnet.faults.clear();
  });
  return (...options) => {
    const session = createPaymentSession(...options);
    sessions.push(session);
    return session;
  };
}
