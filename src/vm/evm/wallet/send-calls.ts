/** Several calls in one request of the wallet's, all of them or none (EIP-5792, G18). */
import { within } from '../../../shared/clock.js';
import { HubPayError } from '../../../errors.js';
import type { WalletRequest } from '../../../types.js';
import { codeOf, walletMessage } from '../../../wallets/wallet-errors.js';
import type { Wallet } from '../../../wallets/wallet.js';
import type { ExpectedCall, SendCallsResult, CallsState, ChainAccess, ExpectedTransaction } from '../../adapter.js';
import { hex } from '../chain/rpc.js';
import { provesNotSent, describeAnswer } from './send-transaction.js';
import { HASH, containsCall, isExpected, receiptOf, transactionOf, type ChainReceipt } from '../chain/transactions.js';

type WalletCall = Extract<WalletRequest, { kind: 'transaction' }>;

const SEND = 'wallet_sendCalls';

/** Only where it can now: one that would first have to change the account is not asked to. */
export async function canBatch({ from, chainId }: WalletCall, wallet: Wallet): Promise<boolean> {
  const params = [from, [hex(chainId)]];
  const answer: unknown = await wallet.provider.request({ method: 'wallet_getCapabilities', params });
  const { atomic } = Object((Object(answer) as Record<string, unknown>)[hex(chainId)]) as { atomic?: unknown };
  return (Object(atomic) as { status?: unknown }).status === 'supported';
}

/**
 * It cannot do this after all: the method, the capability, the chain, so many calls, or all of them or nothing. Nothing
 * was sent.
 */
const UNSUPPORTED_CODES: readonly unknown[] = [4200, 5700, 5710, 5740, 5760];
/** Also a node's own word, passed on after the sending. */
const NO_METHOD = -32601;
/** The account would have had to be changed for it, and the payer did not want that. */
const UPGRADE_REJECTED = 5750;

/**
 * @param id a name of their own, by which the wallet can be asked even if its answer is lost
 * @throws HubPayError as `submit` does
 */
export async function sendCalls(id: string, requests: readonly WalletCall[], wallet: Wallet): Promise<SendCallsResult> {
  const [first] = requests;
  if (!first || requests.some(({ from, chainId }) => from !== first.from || chainId !== first.chainId)) {
    throw new TypeError('Calls of several accounts or chains cannot be sent together');
  }
  const { from, chainId } = first;
  const calls = requests.map(({ to, data, value }) => ({ to, data, value: hex(value) }));
  const params = [{ version: '2.0.0', id, from, chainId: hex(chainId), atomicRequired: true, calls }];
  let answer: unknown;
  try {
    answer = await wallet.provider.request({ method: SEND, params });
  } catch (cause) {
    const code = codeOf(cause);
    if (UNSUPPORTED_CODES.includes(code) || (code === NO_METHOD && walletMessage(cause).includes(SEND)))
      return 'unsupported';
    if (code === UPGRADE_REJECTED) return 'upgrade-rejected';
    throw new HubPayError(provesNotSent(cause) ?? 'outcome-unknown', `${wallet.name} did not send`, {
      details: walletMessage(cause),
      cause,
    });
  }
  // The first version of the standard answers the name alone, and one of the wallet's own.
  const name = typeof answer === 'string' ? answer : (Object(answer) as { id?: unknown }).id;
  if (typeof name === 'string' && name !== '' && name.length <= 8_194) return { id: name };
  throw new HubPayError('outcome-unknown', `${wallet.name} named no calls`, { details: describeAnswer(name) });
}

/**
 * What the wallet says of them, as far as the chain bears it out; null where it says nothing. Of its own word alone
 * nothing is over.
 * @throws what the wallet throws
 */
export async function getCallsState(
  id: string,
  wallet: Wallet,
  asked: ExpectedCall,
  access: ChainAccess,
): Promise<CallsState | null> {
  const answer: unknown = await wallet.provider.request({ method: 'wallet_getCallsStatus', params: [id] });
  const { status, receipts } = Object(answer) as { status?: unknown; receipts?: unknown };
  if (typeof status !== 'number' || status < 100) return null;
  if (status < 200) return { name: 'pending' };
  if (status >= 300) return { name: 'failed' };
  // A chain that is slow takes nothing back of what the wallet has said.
  const look = (signal: AbortSignal): ReturnType<typeof minedReceipt> =>
    minedReceipt(receipts, asked, { ...access, signal });
  const mined = await within(READ_MS, access.clock, access.signal, look);
  if (!mined) return { name: 'pending' };
  return mined.success ? { name: 'done', hash: mined.hash } : { name: 'failed' };
}

const READ_MS = 2_500;

/** All or none: one transaction, or at most a few where the wallet has sent them one by one. */
const MOST_RECEIPTS = 3;

/** The transaction among those that the wallet names which the chain has mined, and which holds what was asked. */
async function minedReceipt(
  receipts: unknown,
  { expected, size }: ExpectedCall,
  access: ChainAccess,
): Promise<{ hash: string; success: boolean } | null> {
  const list: unknown[] = Array.isArray(receipts) ? receipts.slice(-MOST_RECEIPTS) : [];
  const named = list.map((each) => String((Object(each) as { transactionHash?: unknown }).transactionHash));
  for (const hash of named.filter((each) => HASH.test(each)).map((each) => each.toLowerCase())) {
    const [transaction, receipt] = await Promise.all([transactionOf(hash, access), receiptOf(hash, access)]);
    if (!transaction || !receipt || !(isExpected(transaction, expected) || containsCall(transaction, expected, size)))
      continue;
    return { hash, success: receipt.success && movedTokens(receipt, expected) };
  }
  return null;
}

/** Keccak-256 of `Transfer(address,address,uint256)` (ERC-20). */
const TRANSFER_TOPIC = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef';

/**
 * What was approved has left the account. Whoever carries calls out for others (ERC-4337) may well do so in a
 * transaction of which everything succeeds but these.
 */
const movedTokens = ({ logs }: ChainReceipt, { from }: ExpectedTransaction): boolean =>
  logs.some(
    ({ topics: [event, payer] }) => event === TRANSFER_TOPIC && payer?.slice(-40) === from.slice(-40).toLowerCase(),
  );
