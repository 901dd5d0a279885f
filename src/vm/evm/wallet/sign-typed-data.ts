/** Prompts the wallet exactly once to sign typed data. */
import { HubPayError } from '../../../errors.js';
import type { SignatureRequest } from '../../family/abilities.js';
import { readSignature } from '../../../wallets/read-answer.js';
import { lacksMethod, walletFailure, walletMessage } from '../../../wallets/wallet-errors.js';
import { asEvmWallet } from '../../family/as-wallet.js';
import type { Wallet } from '../../../wallets/wallet.js';
import { provesNotSent, describeAnswer } from './send-transaction.js';
import { toJson } from '../../../shared/builtins/to-json.js';

/**
 * Prompts the wallet with `eth_signTypedData_v4`, and resolves with the signature in lower-case hex.
 * @throws HubPayError if the wallet returned no signature; its reason is `cannot-sign` if the wallet has no such method
 */
export async function signTypedData({ from, typedData }: SignatureRequest, wallet: Wallet): Promise<string> {
  const { domain, types, primaryType, message } = typedData;
  const method = 'eth_signTypedData_v4';
  const params = [from, toJson({ types, domain, primaryType, message })];
  const { provider } = asEvmWallet(wallet);
  let answer: unknown;
  try {
    answer = await provider.request({ method, params });
  } catch (cause) {
    const what = `${wallet.name} did not sign`;
    const code = provesNotSent(cause);
    if (!code && lacksMethod(cause, method))
      throw new HubPayError('wallet-failed', what, { reason: 'cannot-sign', details: walletMessage(cause), cause });
    throw code ? new HubPayError(code, what, { details: walletMessage(cause), cause }) : walletFailure(cause, what);
  }
  const signature = readSignature(answer);
  if (signature !== null) return signature;
  throw new HubPayError('wallet-failed', `${wallet.name} returned no signature`, { details: describeAnswer(answer) });
}
