/**
 * Sends a transaction request to the wallet once. It calls the provider directly, because a library could send the
 * request twice.
 */
import { HubPayError } from '../../../errors.js';
import { BYTES32, HEX_BYTES } from '../../../shared/patterns.js';
import type { WalletRequest } from '../../../types.js';
import type { WalletRefusal } from '../../../wallets/wallet-errors.js';
import { refusalOf, walletMessage } from '../../../wallets/wallet-errors.js';
import type { Wallet } from '../../../wallets/wallet.js';
import { hex } from '../chain/rpc.js';

/**
 * @returns the transaction hash in lower case
 * @throws HubPayError `wallet-rejected`, `wallet-busy`, `wallet-locked`, `wrong-network` only if it is certain that
 *   nothing was sent; otherwise `outcome-unknown`
 */
export async function sendTransaction(request: WalletRequest, wallet: Wallet): Promise<string> {
  if (request.kind !== 'transaction') throw new TypeError(`An EVM wallet cannot be asked for ${request.kind}`);
  const { from, to, data, value, chainId } = request;
  // The request has only these five members (G19). With the chain id, the wallet refuses the request on any other
  // chain.
  const params = [{ from, to, data, value: hex(value), chainId: hex(chainId) }];
  let answer: unknown;
  try {
    answer = await wallet.provider.request({ method: 'eth_sendTransaction', params });
  } catch (cause) {
    throw new HubPayError(provesNotSent(cause) ?? 'outcome-unknown', `${wallet.name} did not send`, {
      details: walletMessage(cause),
      cause,
    });
  }
  if (typeof answer === 'string' && BYTES32.test(answer)) return answer.toLowerCase();
  throw new HubPayError('outcome-unknown', `${wallet.name} answered no transaction hash`, {
    details: describeAnswer(answer),
  });
}

/** Returns an error code only if it is certain that nothing was sent. Otherwise returns null. */
export function provesNotSent(error: unknown): WalletRefusal | 'wrong-network' | null {
  const message = walletMessage(error);
  // MetaMask reports this error before it opens its prompt, so nothing was sent.
  if (/active chainId is/i.test(message)) return 'wrong-network';
  const refusal = refusalOf(error);
  // The error "request timed out" of a node has the code of `wallet-busy`. The request was then perhaps sent.
  return refusal === 'wallet-busy' && !/already (pending|processing)|request.*(pending|waiting)|busy/i.test(message)
    ? null
    : refusal;
}

/** Describes an unexpected answer without its content, because an error must not contain a signature. */
export function describeAnswer(answer: unknown): string {
  if (typeof answer !== 'string') return answer === null ? 'null' : typeof answer;
  return HEX_BYTES.test(answer) ? `${(answer.length - 2) / 2} bytes` : `a text of ${answer.length} characters`;
}
