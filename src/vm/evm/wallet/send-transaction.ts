/**
 * Sends a transaction request to the wallet exactly once. This file uses no library for it, because a library could
 * send the request twice.
 */
import { HubPayError } from '../../../errors.js';
import { isPressFresh } from '../../../shared/press.js';
import { HEX_BYTES } from '../../../shared/text/patterns.js';
import type { WalletRequest } from '../../../types.js';
import type { WalletRefusal } from '../../../wallets/wallet-errors.js';
import { readHash } from '../../../wallets/read-answer.js';
import {
  NotAskedError,
  provenRefusal,
  saidBy,
  unclearAnswer,
  walletFailure,
  walletMessage,
} from '../../../wallets/wallet-errors.js';
import { asEvmWallet } from '../../family/as-wallet.js';
import type { Wallet } from '../../../wallets/wallet.js';
import { hex } from '../chain/quantities.js';

/**
 * Prompts the wallet to send the transaction, and checks the form of its answer.
 * @returns the transaction hash in lower case
 * @throws HubPayError the errors of `TransactionRequests.submit`
 */
export async function sendTransaction(request: WalletRequest, wallet: Wallet): Promise<string> {
  if (request.kind !== 'transaction') throw new TypeError(`An EVM wallet cannot be asked for ${request.kind}`);
  const { from, to, data, value, chainId } = request;
  // The request has only these five members (G19). Because of the chain id, a wallet can refuse the request if another
  // chain is active in the wallet.
  const params = [{ from, to, data, value: hex(value), chainId: hex(chainId) }];
  const { provider } = asEvmWallet(wallet);
  const pressed = isPressFresh();
  let answer: unknown;
  try {
    answer = await provider.request({ method: 'eth_sendTransaction', params });
  } catch (cause) {
    throw notSent(cause, wallet, pressed);
  }
  const hash = readHash(answer);
  if (hash !== null) return hash;
  throw new HubPayError('outcome-unknown', `${wallet.name} returned no transaction hash`, {
    details: describeAnswer(answer),
    ...(DECLINES.includes(answer) && { reason: 'declined' }),
  });
}

/** What some wallets answer in place of a hash if the payer declines. It does not prove that nothing was sent. */
const DECLINES: readonly unknown[] = [null, 'null'];

/**
 * Returns the error of a wallet that was asked to send. It is `outcome-unknown`, unless `cause` shows that nothing was
 * sent.
 * @param pressed what `isPressFresh` returned just before the request
 */
export function notSent(cause: unknown, { name }: Wallet, pressed: boolean | null): HubPayError {
  const code = provesNotSent(cause);
  const what = `${name} did not send`;
  if (cause instanceof NotAskedError) return walletFailure(cause, what);
  // A text alone proves nothing. But without a fresh press, the browser would block the window, and without its window,
  // the wallet has shown the payer nothing.
  if (pressed === false && saidBy(cause) === 'window-blocked') return walletFailure(cause, what);
  return code ? new HubPayError(code, what, { details: walletMessage(cause), cause }) : unclearAnswer(cause, what);
}

/**
 * Returns an error code if the error proves that the wallet sent nothing, or null if the wallet may have sent the
 * transaction.
 */
export function provesNotSent(error: unknown): WalletRefusal | 'wrong-network' | null {
  // MetaMask returns the error "active chainId is …" before it opens its prompt, so it has sent no transaction.
  return /active chainId is/i.test(walletMessage(error)) ? 'wrong-network' : provenRefusal(error);
}

/** Describes an unexpected answer without its content, because an error must not contain a signature. */
export function describeAnswer(answer: unknown): string {
  if (typeof answer !== 'string') return answer === null ? 'null' : typeof answer;
  return HEX_BYTES.test(answer) ? `${(answer.length - 2) / 2} bytes` : `a text of ${answer.length} characters`;
}
