/**
 * The error after a wallet has signed another transaction than the page asked for. The page does not send it, but the
 * wallet can. So nothing of this order is paid until the chain no longer accepts that transaction.
 */
import { HubPayError } from '../../errors.js';
import { isExpiring } from '../../vm/family/is-message.js';
import type { PaymentContext } from './context.js';

/**
 * For how long a chain can execute a signed message, in milliseconds. This is twice the longest life of a blockhash. A
 * wallet that sends the message itself can have taken a newer blockhash.
 */
export const MESSAGE_LIVES_MS = 180_000;

/**
 * Longest wait while the chain can still execute a message, in milliseconds. Then the page asks the payer. Without this
 * limit, a halted chain, a message that never expires or a wrong block height in the storage could block the payer for
 * ever.
 */
export const HALTED_MS = 3_600_000;

/**
 * Creates the list of the wallets that will send themselves. The session imports it from here, so that this file is in
 * the code of the session, and a payment with instructions does not load the code that searches for payments.
 */
export const noSendingWallets = (): PaymentContext['sendingWallets'] => new Map();

/** For how long the payer must wait because of the transaction that the wallet holds, in milliseconds. */
export const waitFor = (held: object | null | undefined): number =>
  isExpiring(held ?? {}) ? MESSAGE_LIVES_MS : HALTED_MS;

/**
 * Creates the error. Its values say how long the payer must wait, and which wallet then sends the payment itself.
 * @param walletId the id of the wallet that changed the transaction
 * @param details what the wallet changed
 */
export function walletChanged(
  { sendingWallets }: Pick<PaymentContext, 'sendingWallets'>,
  walletId: string,
  minutes: number,
  details?: string,
): HubPayError {
  const sender = sendingWallets.get(walletId);
  return new HubPayError('quote-unsafe', 'The wallet signed another transaction, which it can still send.', {
    reason: 'wallet-changed',
    values: { minutes: String(minutes), ...(sender !== undefined && { sender }) },
    ...(details !== undefined && { details }),
  });
}
