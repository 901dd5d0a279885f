/** Sends several calls in one atomic wallet request (EIP-5792, G18). */
import { isPressFresh } from '../../../shared/press.js';
import { within } from '../../../shared/time/clock.js';
import { HubPayError } from '../../../errors.js';
import { readChainId, readHash } from '../../../wallets/read-answer.js';
import { CODES, codeOf, walletMessage } from '../../../wallets/wallet-errors.js';
import { asEvmWallet } from '../../family/as-wallet.js';
import type { Wallet } from '../../../wallets/wallet.js';
import type { ExpectedCall, SendCallsResult, BatchState } from '../../family/abilities.js';
import type { ChainAccess } from '../../family/sources.js';
import type { TransactionRequest } from '../../family/abilities.js';
import { hex } from '../chain/quantities.js';
import { notSent, describeAnswer } from './send-transaction.js';
import { findCall, movedTokens } from '../chain/inner-call.js';
import { isExpected, receiptOf, transactionOf } from '../chain/transactions.js';

const SEND = 'wallet_sendCalls';

/**
 * Returns true only if the wallet reports that it supports atomic batches for this account now. Returns false if the
 * wallet must first upgrade the account.
 */
export async function canBatch(request: TransactionRequest, wallet: Wallet): Promise<boolean> {
  const [own] = await capabilitiesOf(request, wallet);
  return (Object(own['atomic']) as { status?: unknown }).status === 'supported';
}

/** Returns true if the wallet reports a paymaster for the account on this chain, or on all its chains. */
export const hasPaymaster = async (request: TransactionRequest, wallet: Wallet): Promise<boolean> =>
  (await capabilitiesOf(request, wallet)).some(
    (each) => (Object(each['paymasterService']) as { supported?: unknown }).supported === true,
  );

/**
 * Returns what the wallet can do for the account: first on the request's chain, then on all its chains (chain id 0).
 */
async function capabilitiesOf(
  { from, chainId }: TransactionRequest,
  wallet: Wallet,
): Promise<[own: Record<string, unknown>, everywhere: Record<string, unknown>]> {
  const params = [from, [hex(chainId)]];
  const answer: unknown = await asEvmWallet(wallet).provider.request({ method: 'wallet_getCapabilities', params });
  const of = (value: unknown): Record<string, unknown> => Object(value) as Record<string, unknown>;
  const [, own] = Object.entries(of(answer)).find(([id]) => readChainId(id) === chainId) ?? [];
  return [of(own), of(of(answer)['0x0'])];
}

/** Error codes that mean both that the wallet does not support the batch, and that it has sent no transaction. */
const UNSUPPORTED_CODES: readonly unknown[] = [
  CODES.unsupported,
  CODES.noCapability,
  CODES.noBatchesOnChain,
  CODES.batchTooLarge,
  CODES.notAtomic,
];

/**
 * Sends the requests to the wallet as one batch, exactly once.
 * @param id an id that the caller chooses; with this id, the page finds the batch even if the wallet does not answer
 * @throws HubPayError with the same codes as `TransactionRequests.submit`
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
  const { provider } = asEvmWallet(wallet);
  const pressed = isPressFresh();
  let answer: unknown;
  try {
    answer = await provider.request({ method: SEND, params });
  } catch (cause) {
    const code = codeOf(cause);
    // A node can also return the code of an unknown method, so the wallet may nevertheless have sent the batch.
    if (UNSUPPORTED_CODES.includes(code) || (code === CODES.noMethod && walletMessage(cause).includes(SEND)))
      return 'unsupported';
    if (code === CODES.upgradeDeclined) return 'upgrade-rejected';
    throw notSent(cause, wallet, pressed);
  }
  // A wallet with version 1 of EIP-5792 answers only with the id, as a string.
  const name = typeof answer === 'string' ? answer : (Object(answer) as { id?: unknown }).id;
  if (typeof name === 'string' && name !== '' && name.length <= 8_194) return { id: name };
  throw new HubPayError('outcome-unknown', `${wallet.name} returned no batch id`, { details: describeAnswer(name) });
}

/**
 * Reads the state of a batch from the wallet. The state is `done` only if a receipt on the chain proves it. Returns
 * null if the wallet reports no valid status.
 * @throws the wallet's error
 */
export async function getCallsState(
  id: string,
  wallet: Wallet,
  paying: ExpectedCall,
  access: ChainAccess,
): Promise<BatchState | null> {
  const answer: unknown = await asEvmWallet(wallet).provider.request({ method: 'wallet_getCallsStatus', params: [id] });
  const { status, receipts } = Object(answer) as { status?: unknown; receipts?: unknown };
  if (typeof status !== 'number' || status < 100) return null;
  if (status < 200) return { name: 'pending' };
  if (status >= 300) return { name: 'failed' };
  // If the chain does not answer within `RECEIPT_READ_MS`, the result is `pending`.
  const readReceipt = (signal: AbortSignal): ReturnType<typeof minedReceipt> =>
    minedReceipt(receipts, paying, { ...access, signal });
  const mined = await within(RECEIPT_READ_MS, access.clock, access.signal, readReceipt);
  if (!mined) return { name: 'pending' };
  return mined.success ? { name: 'done', hash: mined.hash } : { name: 'failed' };
}

/** Maximum time for reading the batch's receipt from the chain, in milliseconds. */
const RECEIPT_READ_MS = 2_500;

/**
 * The maximum number of receipts to read, from the end of the list. There are several if a wallet sends several
 * transactions instead of one batch.
 */
const MOST_RECEIPTS = 3;

/**
 * Reads from the chain the transactions that the wallet's receipts name. Returns the mined one that contains the paying
 * call, or null if none does.
 */
async function minedReceipt(
  receipts: unknown,
  { expected, size }: ExpectedCall,
  access: ChainAccess,
): Promise<{ hash: string; success: boolean } | null> {
  const list: unknown[] = Array.isArray(receipts) ? receipts.slice(-MOST_RECEIPTS) : [];
  const named = list.flatMap((each) => readHash((Object(each) as { transactionHash?: unknown }).transactionHash) ?? []);
  for (const hash of named) {
    const [transaction, receipt] = await Promise.all([transactionOf(hash, access), receiptOf(hash, access)]);
    if (!transaction || !receipt) continue;
    // If the payer's account itself sent only the paying call, its success proves the payment.
    if (isExpected(transaction, expected)) return { hash, success: receipt.success };
    const call = findCall(transaction, expected, size);
    if (call !== null) return { hash, success: receipt.success && movedTokens(receipt, transaction, expected, call) };
  }
  return null;
}
