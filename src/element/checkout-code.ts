/** Loads the code of the checkout: that of the screens and that of the payment session at the same time. */
import { HubPayError } from '../errors.js';
import { storedMoney } from '../payment/journal/stored-money.js';
import type { Checkout } from './checkout/checkout.js';
import type { createPaymentSession, hasPaymentInMemory } from '../payment/session/session.js';

export type CheckoutCode = {
  Checkout: typeof Checkout;
  createPaymentSession: typeof createPaymentSession;
  hasPaymentInMemory: typeof hasPaymentInMemory;
};

/**
 * Returns `unknown` if a stored payment of this site may have been sent or cannot be read, and `not-sent` if none was
 * sent. Returns null if no payment is stored, or if the page may not use the storage.
 */
export const moneyOfSite = (): ReturnType<typeof storedMoney> => storedMoney(() => localStorage);

/**
 * Creates the error for code that cannot be loaded, with `money: 'unknown'` if a stored payment of this site may have
 * been sent or cannot be read, and `not-sent` otherwise.
 */
export const notLoaded = (cause: unknown): HubPayError =>
  new HubPayError('service-down', 'The code could not be loaded.', {
    money: moneyOfSite() ?? 'not-sent',
    reason: 'not-loaded',
    cause,
  });

export async function loadCheckout(): Promise<CheckoutCode> {
  const [{ Checkout }, session] = await Promise.all([
    import('./checkout/checkout.js'),
    import('../payment/session/session.js'),
  ]);
  return { Checkout, ...session };
}
