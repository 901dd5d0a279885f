/** Requests a signature over typed data from the wallet once. */
import { HubPayError } from '../../../errors.js';
import type { WalletRequest } from '../../../types.js';
import { walletMessage } from '../../../wallets/wallet-errors.js';
import type { Wallet } from '../../../wallets/wallet.js';
import { provesNotSent, describeAnswer } from './send-transaction.js';

/** An ordinary account returns 64 or 65 bytes. A contract account can return more. */
const SIGNATURE = /^0x([0-9a-f]{2}){64,4096}$/i;

/**
 * Requests the signature with `eth_signTypedData_v4`. Resolves with the signature in lower-case hex.
 * @throws HubPayError if the wallet returned no signature
 */
export async function signTypedData(
  { from, typedData }: Extract<WalletRequest, { kind: 'signature' }>,
  wallet: Wallet,
): Promise<string> {
  const { domain, types, primaryType, message } = typedData;
  const params = [from, JSON.stringify({ types, domain, primaryType, message })];
  let answer: unknown;
  try {
    answer = await wallet.provider.request({ method: 'eth_signTypedData_v4', params });
  } catch (cause) {
    throw new HubPayError(provesNotSent(cause) ?? 'wallet-rejected', `${wallet.name} did not sign`, {
      details: walletMessage(cause),
      cause,
    });
  }
  if (typeof answer === 'string' && SIGNATURE.test(answer)) return answer.toLowerCase();
  throw new HubPayError('wallet-rejected', `${wallet.name} answered no signature`, { details: describeAnswer(answer) });
}
