/** Sends several calls in one atomic wallet request (EIP-5792, G18). */
import { within } from '../../../shared/clock.js';
import { BYTES32 } from '../../../shared/patterns.js';
import { HubPayError } from '../../../errors.js';
import { codeOf, walletMessage } from '../../../wallets/wallet-errors.js';
import type { Wallet } from '../../../wallets/wallet.js';
import type { ExpectedCall, SendCallsResult, CallsState, ChainAccess } from '../../adapter.js';
import type { ExpectedTransaction, TransactionRequest } from '../../adapter.js';
import { TRANSFER_TOPIC } from '../abi/constants.js';
import { hex } from '../chain/rpc.js';
import { provesNotSent, describeAnswer } from './send-transaction.js';
import { containsCall, isExpected, receiptOf, transactionOf, type ChainReceipt } from '../chain/transactions.js';

const SEND = 'wallet_sendCalls';

/** Returns true only if the wallet supports atomic batches now. Returns false if the account first needs an upgrade. */
export async function canBatch({ from, chainId }: TransactionRequest, wallet: Wallet): Promise<boolean> {
  const params = [from, [hex(chainId)]];
  const answer: unknown = await wallet.provider.request({ method: 'wallet_getCapabilities', params });
  const { atomic } = Object((Object(answer) as Record<string, unknown>)[hex(chainId)]) as { atomic?: unknown };
  return (Object(atomic) as { status?: unknown }).status === 'supported';
}

/** Error codes of a wallet that does not support the batch and has sent nothing. */
const UNSUPPORTED_CODES: readonly unknown[] = [4200, 5700, 5710, 5740, 5760];

/** The code of an unknown method. This code can also come from a node, after the wallet has sent the batch. */
const NO_METHOD = -32601;

/** The error code if the payer rejects the account upgrade that the batch needs. */
const UPGRADE_REJECTED = 5750;

/**
 * Sends the requests as one batch.
 * @param id the batch's id from the caller; it finds the batch even if the wallet does not answer
 * @throws HubPayError with the codes of `submit`
 */
export async function sendCalls(
  id: string,
  requests: readonly TransactionRequest[],
  wallet: Wallet,
): Promise<SendCallsResult> {
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
  // In version 1 of EIP-5792, the answer is only the id, as a string.
  const name = typeof answer === 'string' ? answer : (Object(answer) as { id?: unknown }).id;
  if (typeof name === 'string' && name !== '' && name.length <= 8_194) return { id: name };
  throw new HubPayError('outcome-unknown', `${wallet.name} returned no batch id`, { details: describeAnswer(name) });
}

/**
 * Reads the state of a batch from the wallet. Only a receipt on the chain proves `done`. Null if the wallet gives no
 * usable status.
 * @throws the wallet's error
 */
export async function getCallsState(
  id: string,
  wallet: Wallet,
  paying: ExpectedCall,
  access: ChainAccess,
): Promise<CallsState | null> {
  const answer: unknown = await wallet.provider.request({ method: 'wallet_getCallsStatus', params: [id] });
  const { status, receipts } = Object(answer) as { status?: unknown; receipts?: unknown };
  if (typeof status !== 'number' || status < 100) return null;
  if (status < 200) return { name: 'pending' };
  if (status >= 300) return { name: 'failed' };
  // If the chain does not respond in time, the state stays `pending`.
  const readReceipt = (signal: AbortSignal): ReturnType<typeof minedReceipt> =>
    minedReceipt(receipts, paying, { ...access, signal });
  const mined = await within(RECEIPT_READ_MS, access.clock, access.signal, readReceipt);
  if (!mined) return { name: 'pending' };
  return mined.success ? { name: 'done', hash: mined.hash } : { name: 'failed' };
}

/** Longest wait for the batch's receipt, in milliseconds. */
const RECEIPT_READ_MS = 2_500;

/** Maximum number of receipts to read. Some wallets send several transactions instead of one batch. */
const MOST_RECEIPTS = 3;

/** Searches the wallet's receipts for the mined transaction that makes the payment. */
async function minedReceipt(
  receipts: unknown,
  { expected, size }: ExpectedCall,
  access: ChainAccess,
): Promise<{ hash: string; success: boolean } | null> {
  const list: unknown[] = Array.isArray(receipts) ? receipts.slice(-MOST_RECEIPTS) : [];
  const named = list.map((each) => String((Object(each) as { transactionHash?: unknown }).transactionHash));
  for (const hash of named.filter((each) => BYTES32.test(each)).map((each) => each.toLowerCase())) {
    const [transaction, receipt] = await Promise.all([transactionOf(hash, access), receiptOf(hash, access)]);
    if (!transaction || !receipt || !(isExpected(transaction, expected) || containsCall(transaction, expected, size)))
      continue;
    return { hash, success: receipt.success && movedTokens(receipt, expected) };
  }
  return null;
}

/** Whether tokens left the account. An ERC-4337 transaction can succeed although the account's calls failed. */
const movedTokens = ({ logs }: ChainReceipt, { from }: ExpectedTransaction): boolean =>
  logs.some(
    ({ topics: [event, payer] }) => event === TRANSFER_TOPIC && payer?.slice(-40) === from.slice(-40).toLowerCase(),
  );
