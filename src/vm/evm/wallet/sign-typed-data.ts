/** Prompts the wallet exactly once to sign typed data. */
import { HubPayError } from '../../../errors.js';
import type { SignatureRequest } from '../../family/abilities.js';
import { walletMessage } from '../../../wallets/wallet-errors.js';
import { asEvmWallet } from '../../family/as-wallet.js';
import type { Wallet } from '../../../wallets/wallet.js';
import { provesNotSent, describeAnswer } from './send-transaction.js';
import { toJson } from '../../../shared/builtins/to-json.js';

/** A signature in hex. An ordinary account returns 64 or 65 bytes. A contract account can return more. */
const SIGNATURE = /^0x([0-9a-f]{2}){64,4096}$/i;

/**
 * Prompts the wallet with `eth_signTypedData_v4`. Resolves with the signature in lower-case hex.
 * @throws HubPayError if the wallet returned no signature
 */
export async function signTypedData({ from, typedData }: SignatureRequest, wallet: Wallet): Promise<string> {
  const { domain, types, primaryType, message } = typedData;
  const params = [from, toJson({ types, domain, primaryType, message })];
  const { provider } = asEvmWallet(wallet);
  let answer: unknown;
  try {
    answer = await provider.request({ method: 'eth_signTypedData_v4', params });
  } catch (cause) {
    throw new HubPayError(provesNotSent(cause) ?? 'wallet-rejected', `${wallet.name} did not sign`, {
      details: walletMessage(cause),
      cause,
    });
  }
  if (typeof answer === 'string' && SIGNATURE.test(answer)) return answer.toLowerCase();
  throw new HubPayError('wallet-rejected', `${wallet.name} returned no signature`, { details: describeAnswer(answer) });
}
