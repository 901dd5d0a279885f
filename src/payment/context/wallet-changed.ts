/**
 * Creates the error after a wallet has returned another transaction than the page asked for, or no valid one. The page
 * does not send it, but the wallet can send what it has signed. So the payer must wait before the next payment of the
 * order.
 */
import { HubPayError } from '../../errors.js';
import { isExpiring } from '../../vm/family/is-message.js';
import type { PaymentContext } from './context.js';

/**
 * The page assumes that a chain can execute a signed message for at most this many milliseconds. This is twice the
 * longest life of a blockhash, because a wallet that sends the message itself can take a newer blockhash.
 */
export const MESSAGE_LIVES_MS = 180_000;

/**
 * Longest wait while the chain can still execute a message, in milliseconds. After this time, the page asks the payer.
 * Without this limit, a halted chain, a message that never expires or a wrong block height in the storage could block
 * the payer for ever.
 */
export const HALTED_MS = 3_600_000;

/**
 * Creates the empty map `sendingWallets`. The session imports this function, so that the bundler puts this file into
 * the session's code. Otherwise, a payment with instructions would also load the code that searches for payments.
 */
export const noSendingWallets = (): PaymentContext['sendingWallets'] => new Map();

/**
 * Returns how many milliseconds the payer must wait because the wallet may hold a signed transaction. This is three
 * minutes, or an hour if the transaction never expires or nobody knows when it does.
 */
export const waitFor = (held: object | null | undefined): number =>
  isExpiring(held ?? {}) ? MESSAGE_LIVES_MS : HALTED_MS;

/**
 * Creates the error. Its values contain the number of minutes that the payer must wait. If the wallet can then send the
 * payment itself, they also contain the wallet's name.
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
