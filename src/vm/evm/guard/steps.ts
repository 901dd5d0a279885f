/**
 * Guards the requests to an EVM wallet. Decodes the service's steps, checks them, and builds new requests. Blocks a
 * payment if one of its steps is not explicitly allowed. `deposit-address.ts` guards payments to a deposit address.
 */
import type { WireStep } from '../../../api/responses/types.js';
import { HEX_BYTES, UINT_TEXT } from '../../../shared/text/patterns.js';
import { isApproval } from '../../../shared/step-ids.js';
import type { GuardNote, WalletRequest } from '../../../types.js';
import type { GuardContext, Verdict } from '../../family/adapter.js';
import { sameAddress } from '../../../shared/chain.js';
import { looksLikeAddress } from '../../address/addresses.js';
import { approvalSpenders } from '../../registry/registry.js';
import { MAX_UINT256 } from '../abi/constants.js';
import { decode, encode, refusalOf, selectorOf } from './calldata.js';
import { harmfulCalls, harmfulMembers, ruleOfCall } from './allowed-calls.js';
import { guardPayment, guardSend } from './payment.js';
import { isNative } from './transaction.js';
import type { ReportProblem, TokenPull, DecodedTransaction } from './transaction.js';
import type { guardRouting } from './router.js';
import type * as Signatures from './signature.js';

/**
 * The guards of signatures and of router calls. Most payments need none of them. If a step needs a guard that is null,
 * the quote is blocked.
 */
export interface RareGuards {
  /** Guards signatures, or null if the merchant has not set `usePermit`. */
  readonly signatures: Pick<typeof Signatures, 'guardSignature' | 'pullersOf'> | null;
  /** Guards calls of the approval proxy and of the router, or null if no step contains such a call. */
  readonly routing: typeof guardRouting | null;
}

/** Whether a step contains the selector of a call of the approval proxy or the router. */
export const usesRouter = (steps: readonly WireStep[]): boolean =>
  itemsOf(steps).some(({ data: { data } }) => typeof data === 'string' && ruleOfCall[selectorOf(data)] === 'G15');

/**
 * Checks all steps, and builds the wallet requests. A request contains only values that the guard has checked and
 * encoded again (G07, G19). Never throws.
 */
export function guardSteps(
  steps: readonly WireStep[],
  context: GuardContext,
  { signatures, routing }: RareGuards,
): Verdict {
  const blocks: GuardNote[] = [];
  const warnings: GuardNote[] = [];
  const requests: WalletRequest[] = [];
  const approvals: Approval[] = [];
  let pull: TokenPull | null = null;
  const note: ReportProblem = (rule, path, message) => void blocks.push({ rule, path, message });
  const warn: ReportProblem = (rule, path, message, amount) =>
    void warnings.push({ rule, path, message, ...(amount !== undefined && { amount: String(amount) }) });
  const items = itemsOf(steps);
  const pullers = items.flatMap(({ kind, data }) => (kind === 'signature' && signatures?.pullersOf(data)) || []);
  const spenders = [...approvalSpenders(context.chain), ...pullers];
  for (const { step, kind, data, path } of items) {
    if (kind === 'signature') {
      if (!signatures) note('G04', path, 'needs a signature, but the page did not ask for one');
      const signing = signatures?.guardSignature(step, data, { context, path, note, warn });
      pull = signing?.pull ?? null;
      if (signing) requests.push(signing.request);
      continue;
    }
    const sent = readTransaction(data, context, path, note);
    if (!sent) continue;
    if (isApproval(step)) approvals.push(...guardApproval(sent, spenders, context, path, note));
    else if (step === 'deposit' || step === 'swap') pull = guardPayment(sent, context, path, note, warn, routing);
    else if (step === 'send') guardSend(sent, context, path, note);
    else note('G04', path, `a step "${step}" is not known here: an update may be needed`);
    requests.push(requestOf(sent, step, context));
  }
  guardAllowance(approvals, pull, context, note);
  return { requests: blocks.length === 0 ? requests : [], blocks, warnings };
}

type Approval = { spender: string; amount: bigint; path: string };

/** Values of the member `type` of a transaction with an EIP-7702 authorization. */
const SET_CODE_TYPES: readonly unknown[] = [4, '4', '0x4', '0x04', 'eip7702'];

/**
 * The maximum number of data bytes in a transfer of native currency. The data can be the id of the service's order
 * (G13).
 */
const MEMO_BYTES = 36;

/** Calls that may have more data after their arguments: the id of the service's order, or the request id. */
const TAILED: readonly string[] = ['transfer', 'transferAndMulticall', 'multicall'];

type Item = { step: string; kind: string; data: Record<string, unknown>; path: string };

const itemsOf = (steps: readonly WireStep[]): Item[] =>
  steps.flatMap(({ id, kind, items }, s) =>
    items.map(({ data }, i) => ({ step: id, kind, data, path: `steps[${s}].items[${i}].data` })),
  );

function requestOf(
  { to, value, call, tail }: DecodedTransaction,
  step: string,
  { chain, intent }: GuardContext,
): WalletRequest {
  const data = `${call ? encode(call) : '0x'}${tail}`;
  const from = intent.user.toLowerCase();
  return { step, chainId: chain.id, kind: 'transaction', from, to, data, value: String(value) };
}

/**
 * Checks a transaction against the rules G01, G05, G06, G17, G19 and G20, and passes each problem to `note`. If the
 * calldata cannot be decoded, names the rule of its selector instead of G17. Returns null if the transaction cannot be
 * read.
 */
function readTransaction(
  data: Record<string, unknown>,
  context: GuardContext,
  path: string,
  note: ReportProblem,
): DecodedTransaction | null {
  const { intent, chain } = context;
  const { from, to, value, chainId, type, data: calldata } = data;
  for (const [name, rule] of Object.entries(harmfulMembers)) {
    if (isFilled(data[name])) note(rule, `${path}.${name}`, 'is nothing that a payment needs');
  }
  if (SET_CODE_TYPES.includes(type)) note('G20', `${path}.type`, 'would set code for the account');
  if (chainId !== chain.id) note('G05', `${path}.chainId`, `is not the origin chain ${chain.id}`);
  if (typeof from !== 'string' || !sameAddress(from, intent.user)) note('G06', `${path}.from`, 'is not the payer');

  if (!isFilled(to) || to === '' || to === '0x') {
    return refuse(note, 'G19', `${path}.to`, 'is missing: this creates a contract');
  }
  if (typeof to !== 'string' || !looksLikeAddress(to, 'evm')) {
    return refuse(note, 'G01', `${path}.to`, 'is not an address');
  }
  if (typeof value !== 'string' || !UINT_TEXT.test(value) || BigInt(value) > MAX_UINT256) {
    return refuse(note, 'G01', `${path}.value`, 'is not an amount in the smallest unit');
  }
  if (typeof calldata !== 'string' || !HEX_BYTES.test(calldata)) {
    return refuse(note, 'G01', `${path}.data`, 'is not hex of whole bytes');
  }
  const content = readCalldata(calldata.toLowerCase(), context);
  if (!content) return refuse(note, ...refusalOf(selectorOf(calldata), `${path}.data`));
  return { to: to.toLowerCase(), value: BigInt(value), ...content };
}

/**
 * Splits calldata into an allowed call and the data after it. Empty calldata and the short data of a plain transfer
 * have no call. Returns null for any other calldata.
 */
function readCalldata(data: string, context: GuardContext): Pick<DecodedTransaction, 'call' | 'tail'> | null {
  if (data === '0x') return { call: null, tail: '' };
  const call = decode(data);
  if (call) return { call, tail: '' };
  const tail = data.slice(-64);
  const tailed = isOwnId(tail, context) ? decode(data.slice(0, -64)) : null;
  if (tailed && TAILED.includes(tailed.functionName)) return { call: tailed, tail };
  const selector = selectorOf(data);
  const isMemo = data.length <= 2 + 2 * MEMO_BYTES && !(selector in harmfulCalls) && !(selector in ruleOfCall);
  return isMemo && context.intent.explicitDeposit === false ? { call: null, tail: data.slice(2) } : null;
}

const isOwnId = (tail: string, { orderId, requestId }: GuardContext): boolean =>
  `0x${tail}` === orderId || `0x${tail}` === requestId;

/** Checks one approval against rule G10. Returns a list with it, or an empty list if the call is not an approval. */
function guardApproval(
  { to, value, call }: DecodedTransaction,
  spenders: readonly string[],
  context: GuardContext,
  path: string,
  note: ReportProblem,
): Approval[] {
  const { intent, chain } = context;
  if (call?.functionName !== 'approve') {
    note('G17', `${path}.data`, 'is not an approval, though the step is');
    return [];
  }
  const [spender, amount] = call.args;
  if (isNative(context)) note('G10', path, 'approves, though the native currency needs no approval');
  if (!sameAddress(to, intent.originCurrency)) note('G10', `${path}.to`, 'is not the token that pays');
  if (value !== 0n) note('G10', `${path}.value`, 'is not 0');
  if (!spenders.some((known) => sameAddress(known, spender))) {
    note('G10', `${path}.data`, `approves ${spender}, which is not pinned for chain ${chain.id}`);
  }
  return [{ spender, amount, path: `${path}.data` }];
}

/**
 * Checks all approvals together against rule G10. The last one must allow exactly the amount that the payment pulls,
 * and earlier ones must set the allowance to 0. The spender must be the contract that pulls the tokens.
 */
function guardAllowance(
  approvals: readonly Approval[],
  pull: TokenPull | null,
  { amountIn }: GuardContext,
  note: ReportProblem,
): void {
  const last = approvals.at(-1);
  for (const approval of approvals) {
    const due = approval === last ? (pull?.amount ?? amountIn) : 0n;
    if (approval.amount !== due) note('G10', approval.path, `approves ${approval.amount} instead of ${due}`);
    if (approval.spender !== last?.spender) note('G10', approval.path, 'resets the allowance of another spender');
  }
  if (last && !pull) note('G10', last.path, 'is not needed for this payment');
  if (last && pull && !sameAddress(last.spender, pull.by)) {
    note('G10', last.path, `approves ${last.spender}, though ${pull.by} takes the money`);
  }
}

const isFilled = (value: unknown): boolean =>
  value !== undefined && value !== null && !(Array.isArray(value) && value.length === 0);

function refuse(note: ReportProblem, rule: string, path: string, message: string): null {
  note(rule, path, message);
  return null;
}
