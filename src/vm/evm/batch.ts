/** Several calls in one request of the wallet's, all of them or none (EIP-5792, G18). */
import { HubPayError } from '../../errors.js';
import type { WalletRequest } from '../../types.js';
import { codeOf, wordsOf } from '../../wallets/errors.js';
import type { Wallet } from '../../wallets/wallet.js';
import type { CallsAnswer, CallsState, ChainAccess } from '../adapter.js';
import { hex } from './rpc.js';
import { proofOf, shapeOf } from './submit.js';
import { HASH, receiptOf } from './transactions.js';

type Call = Extract<WalletRequest, { kind: 'transaction' }>;

const SEND = 'wallet_sendCalls';

/** Only where it can now: one that would first have to change the account is not asked to. */
export async function canBatch({ from, chainId }: Call, wallet: Wallet): Promise<boolean> {
  const params = [from, [hex(chainId)]];
  const answer: unknown = await wallet.provider.request({ method: 'wallet_getCapabilities', params });
  const { atomic } = Object((Object(answer) as Record<string, unknown>)[hex(chainId)]) as { atomic?: unknown };
  return (Object(atomic) as { status?: unknown }).status === 'supported';
}

/**
 * It cannot do this after all: the method, the capability, the chain, so many calls, or all of them or nothing. Nothing
 * was sent.
 */
const UNABLE: readonly unknown[] = [4200, 5700, 5710, 5740, 5760];
/** Also a node's own word, passed on after the sending. */
const NO_METHOD = -32601;
/** The account would have had to be changed for it, and the payer did not want that. */
const UNCHANGED = 5750;

/** @throws HubPayError as `submit` does */
export async function sendCalls(requests: readonly Call[], wallet: Wallet): Promise<CallsAnswer> {
  const [first] = requests;
  if (!first || requests.some(({ from, chainId }) => from !== first.from || chainId !== first.chainId)) {
    throw new TypeError('Calls of several accounts or chains cannot be sent together');
  }
  const { from, chainId } = first;
  const calls = requests.map(({ to, data, value }) => ({ to, data, value: hex(value) }));
  const params = [{ version: '2.0.0', from, chainId: hex(chainId), atomicRequired: true, calls }];
  let answer: unknown;
  try {
    answer = await wallet.provider.request({ method: SEND, params });
  } catch (cause) {
    const code = codeOf(cause);
    if (UNABLE.includes(code) || (code === NO_METHOD && wordsOf(cause).includes(SEND))) return 'unable';
    if (code === UNCHANGED) return 'unwilling';
    throw new HubPayError(proofOf(cause) ?? 'outcome-unknown', `${wallet.name} did not send`, {
      details: wordsOf(cause),
      cause,
    });
  }
  // The first version of the standard answers the name alone.
  const id = typeof answer === 'string' ? answer : (Object(answer) as { id?: unknown }).id;
  if (typeof id === 'string' && id !== '' && id.length <= 8_194) return { id };
  throw new HubPayError('outcome-unknown', `${wallet.name} named no calls`, { details: shapeOf(id) });
}

/**
 * What the wallet says of them, as far as the chain bears it out. Of its own word alone nothing is over.
 * @throws what the wallet throws, or where the chain cannot be read
 */
export async function callsState(id: string, wallet: Wallet, access: ChainAccess): Promise<CallsState> {
  const answer: unknown = await wallet.provider.request({ method: 'wallet_getCallsStatus', params: [id] });
  const { status, receipts } = Object(answer) as { status?: unknown; receipts?: unknown };
  if (typeof status !== 'number' || status < 200) return { name: 'open' };
  const list: unknown[] = Array.isArray(receipts) ? receipts : [];
  const hashes = list.map((each) => String((Object(each) as { transactionHash?: unknown }).transactionHash));
  const hash = hashes.findLast((each) => HASH.test(each))?.toLowerCase() ?? null;
  const receipt = hash === null ? null : await receiptOf(hash, access);
  const isDone = status < 300;
  if (hash === null || !receipt) return { name: isDone ? 'open' : 'failed' };
  if (receipt.success !== isDone) return { name: 'failed' };
  return { name: isDone ? 'done' : 'reverted', hash };
}
