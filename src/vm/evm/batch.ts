/** Several calls in one request of the wallet's, all of them or none (EIP-5792, G18). */
import { HubPayError } from '../../errors.js';
import type { WalletRequest } from '../../types.js';
import { codeOf, wordsOf } from '../../wallets/errors.js';
import type { Wallet } from '../../wallets/wallet.js';
import type { CallsState } from '../adapter.js';
import { hex } from './rpc.js';
import { proofOf, shapeOf } from './submit.js';
import { HASH } from './transactions.js';

type Call = Extract<WalletRequest, { kind: 'transaction' }>;

/** Only where it can now: one that would first have to change the account is not asked to. */
export async function canBatch({ from, chainId }: Call, wallet: Wallet): Promise<boolean> {
  const params = [from, [hex(chainId)]];
  const answer: unknown = await wallet.provider.request({ method: 'wallet_getCapabilities', params });
  const { atomic } = Object((Object(answer) as Record<string, unknown>)[hex(chainId)]) as { atomic?: unknown };
  return (Object(atomic) as { status?: unknown }).status === 'supported';
}

/** EIP-5792: it cannot do this after all, here, so many, or all of it or nothing. Nothing was sent. */
const UNABLE: readonly unknown[] = [5700, 5710, 5740, 5760];
/** The account would have had to be changed for it, and the payer did not want that. */
const UNCHANGED = 5750;

/**
 * @returns the wallet's own name for them; null where it says that it cannot
 * @throws HubPayError as `submit` does
 */
export async function sendCalls(requests: readonly Call[], wallet: Wallet): Promise<string | null> {
  const [first] = requests;
  if (!first || requests.some(({ from, chainId }) => from !== first.from || chainId !== first.chainId)) {
    throw new TypeError('Calls of several accounts or chains cannot be sent together');
  }
  const { from, chainId } = first;
  const calls = requests.map(({ to, data, value }) => ({ to, data, value: hex(value) }));
  const params = [{ version: '2.0.0', from, chainId: hex(chainId), atomicRequired: true, calls }];
  let answer: unknown;
  try {
    answer = await wallet.provider.request({ method: 'wallet_sendCalls', params });
  } catch (cause) {
    const code = codeOf(cause);
    if (UNABLE.includes(code)) return null;
    const refusal = code === UNCHANGED ? 'wallet-rejected' : proofOf(cause);
    throw new HubPayError(refusal ?? 'outcome-unknown', `${wallet.name} did not send`, {
      details: wordsOf(cause),
      cause,
    });
  }
  const { id } = Object(answer) as { id?: unknown };
  if (typeof id === 'string' && id !== '' && id.length <= 8_194) return id;
  throw new HubPayError('outcome-unknown', `${wallet.name} named no calls`, { details: shapeOf(id) });
}

/** What the wallet says of them: a hint, and no proof of anything. @throws what the wallet throws */
export async function callsState(id: string, wallet: Wallet): Promise<CallsState> {
  const answer: unknown = await wallet.provider.request({ method: 'wallet_getCallsStatus', params: [id] });
  const { status, receipts } = Object(answer) as { status?: unknown; receipts?: unknown };
  const list: unknown[] = Array.isArray(receipts) ? receipts : [];
  const hashes = list.map((each) => String((Object(each) as { transactionHash?: unknown }).transactionHash));
  const hash = hashes.findLast((each) => HASH.test(each))?.toLowerCase() ?? null;
  if (typeof status !== 'number' || status < 200) return { name: 'open' };
  return status < 300 && hash !== null ? { name: 'done', hash } : { name: 'unclear' };
}
