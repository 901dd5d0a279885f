/** Prompts the wallet exactly once to sign typed data. */
import { HubPayError } from '../../../errors.js';
import type { SignatureRequest } from '../../family/abilities.js';
import { walletMessage } from '../../../wallets/wallet-errors.js';
import { asEvmWallet } from '../../family/as-wallet.js';
import type { Wallet } from '../../../wallets/wallet.js';
import { provesNotSent, describeAnswer } from './send-transaction.js';

/** A signature in hex, which has 64 or 65 bytes from an ordinary account, and can have more from a contract account. */
const SIGNATURE = /^0x([0-9a-f]{2}){64,4096}$/i;

/**
 * Prompts the wallet with `eth_signTypedData_v4`, and resolves with the signature in lower-case hex.
 * @throws HubPayError if the wallet returned no signature
 */
export async function signTypedData({ from, typedData }: SignatureRequest, wallet: Wallet): Promise<string> {
  const { domain, types, primaryType, message } = typedData;
  const params = [from, JSON.stringify({ types, domain, primaryType, message })];
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
