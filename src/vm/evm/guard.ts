/**
 * Decodes what the service wants an EVM wallet to send, checks it against the intent and the pinned chain, and builds
 * the requests anew. What is not on the list is blocked: an unknown function, a byte or unit too many.
 */
import type { DecodeFunctionDataReturnType, Hex } from 'viem';
import { decodeFunctionData, encodeFunctionData } from 'viem/utils';
import type { WireStep } from '../../api/wire.js';
import type { GuardNote, WalletRequest } from '../../types.js';
import type { GuardContext, Verdict } from '../adapter.js';
import { looksLikeAddress, sameAddress } from '../addresses.js';
import { approvalSpenders, depositoryOf, nativeAddress } from '../registry.js';
import { allowedCalls, harmfulCalls, harmfulMembers, ruleOfCall } from './calls.js';

/** Never throws. Requests hold lower-case addresses, re-encoded calldata, a decimal value, nothing else (G07, G19). */
export function guardSteps(steps: readonly WireStep[], context: GuardContext): Verdict {
  const blocks: GuardNote[] = [];
  const requests: WalletRequest[] = [];
  const approvals: Approval[] = [];
  const note: Note = (rule, path, message) => void blocks.push({ rule, path, message });
  for (const { step, data, path } of transactionsOf(steps)) {
    const sent = readTransaction(data, context, path, note);
    if (!sent) continue;
    if (step === 'approve' || step === 'approval') approvals.push(...guardApproval(sent, context, path, note));
    else if (step === 'deposit') guardDeposit(sent, context, path, note);
    else if (step === 'send') guardSend(sent, context, path, note);
    else note('G04', path, `a step "${step}" is not known here: an update may be needed`);
    requests.push(requestOf(sent, step, context));
  }
  guardAllowance(approvals, steps, context, note);
  return { requests: blocks.length === 0 ? requests : [], blocks };
}

type Note = (rule: string, path: string, message: string) => void;
type Call = DecodeFunctionDataReturnType<typeof allowedCalls>;
/** `call` is null for a plain transfer of the native currency. */
type Transaction = { to: string; value: bigint; call: Call | null };
type Approval = { spender: string; amount: bigint; path: string };

const MAX_UINT256 = 2n ** 256n - 1n;
/** How a transaction with an EIP-7702 authorization names its type. */
const SET_CODE_TYPES: readonly unknown[] = [4, '4', '0x4', '0x04', 'eip7702'];

const transactionsOf = (steps: readonly WireStep[]): { step: string; data: Record<string, unknown>; path: string }[] =>
  steps.flatMap(({ id, items }, s) =>
    items.map(({ data }, i) => ({ step: id, data, path: `steps[${s}].items[${i}].data` })),
  );

function requestOf({ to, value, call }: Transaction, step: string, { chain, intent }: GuardContext): WalletRequest {
  const data = call ? encode(call) : '0x';
  const from = intent.user.toLowerCase();
  return { step, chainId: chain.id, kind: 'transaction', from, to, data, value: String(value) };
}

/** G01, G05, G06, G17, G19, G20: what holds for every transaction. Null, after a note, for one that cannot be read. */
function readTransaction(
  data: Record<string, unknown>,
  { intent, chain }: GuardContext,
  path: string,
  note: Note,
): Transaction | null {
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
  if (typeof value !== 'string' || !/^(0|[1-9]\d{0,77})$/.test(value) || BigInt(value) > MAX_UINT256) {
    return refuse(note, 'G01', `${path}.value`, 'is not an amount in the smallest unit');
  }
  if (typeof calldata !== 'string' || !/^0x([0-9a-f]{2})*$/i.test(calldata)) {
    return refuse(note, 'G01', `${path}.data`, 'is not hex of whole bytes');
  }
  const sent = { to: to.toLowerCase(), value: BigInt(value) };
  if (calldata === '0x') return { ...sent, call: null };
  const call = decode(calldata.toLowerCase() as Hex);
  return call ? { ...sent, call } : refuse(note, ...refusalOf(calldata.slice(0, 10).toLowerCase(), `${path}.data`));
}

/** Null unless encoding what was decoded gives the same bytes: none after the arguments, none in the padding. */
function decode(data: Hex): Call | null {
  try {
    const call = decodeFunctionData({ abi: allowedCalls, data });
    return encode(call) === data ? call : null;
  } catch {
    return null;
  }
}

const encode = (call: Call): Hex => encodeFunctionData<typeof allowedCalls>({ abi: allowedCalls, ...call });

function refusalOf(selector: string, path: string): [rule: string, path: string, message: string] {
  const harmful = harmfulCalls[selector];
  const rule = ruleOfCall[selector];
  if (harmful) return [rule ?? 'G17', path, `calls ${harmful}, which no payment needs`];
  if (rule) return [rule, path, 'is not exactly one call with its arguments'];
  return ['G17', path, `calls a function that is not allowed (${selector})`];
}

/** G10, of one approval; empty for what is none. */
function guardApproval({ to, value, call }: Transaction, context: GuardContext, path: string, note: Note): Approval[] {
  const { intent, chain } = context;
  if (call?.functionName !== 'approve') {
    note('G17', `${path}.data`, 'is no approval, in a step for one');
    return [];
  }
  const [spender, amount] = call.args;
  if (isNative(context)) note('G10', path, 'approves, though the native currency needs no approval');
  if (!sameAddress(to, intent.originCurrency)) note('G10', `${path}.to`, 'is not the token that pays');
  if (value !== 0n) note('G10', `${path}.value`, 'is not 0');
  if (!approvalSpenders(chain).some((known) => sameAddress(known, spender))) {
    note('G10', `${path}.data`, `approves ${spender}, which is not pinned for chain ${chain.id}`);
  }
  return [{ spender, amount, path: `${path}.data` }];
}

/** G10, of all together: the exact amount, or a reset to 0 and then the exact amount, for one spender. */
function guardAllowance(
  approvals: readonly Approval[],
  steps: readonly WireStep[],
  { amountIn }: GuardContext,
  note: Note,
): void {
  const last = approvals.at(-1);
  for (const approval of approvals) {
    const due = approval === last ? amountIn : 0n;
    if (approval.amount !== due) note('G10', approval.path, `approves ${approval.amount} instead of ${due}`);
    if (approval.spender !== last?.spender) note('G10', approval.path, 'resets the allowance of another spender');
  }
  if (last && steps.some(({ id }) => id === 'send')) note('G10', last.path, 'is needless before a transfer');
}

/** G11, G12. */
function guardDeposit({ to, value, call }: Transaction, context: GuardContext, path: string, note: Note): void {
  const { intent, chain, amountIn, orderId } = context;
  const native = isNative(context);
  const rule = native ? 'G11' : 'G12';
  if (call?.functionName !== 'depositNative' && call?.functionName !== 'depositErc20') {
    note('G17', `${path}.data`, call ? 'is no deposit, in a step for one' : 'is empty: the transfer names no order');
    return;
  }
  const depository = depositoryOf(chain);
  const due = native ? amountIn : 0n;
  if (!depository || !sameAddress(to, depository)) {
    note(rule, `${path}.to`, `is not the depository pinned for chain ${chain.id}`);
  }
  if (value !== due) note(rule, `${path}.value`, `is not ${due}`);

  const [depositor, id] = call.functionName === 'depositNative' ? call.args : [call.args[0], call.args[3]];
  if (!sameAddress(depositor, intent.user) && BigInt(depositor) !== 0n) {
    note(rule, `${path}.data`, 'credits another depositor');
  }
  if (id !== orderId) note(rule, `${path}.data`, 'pays another order');

  if (native !== (call.functionName === 'depositNative')) note(rule, `${path}.data`, 'deposits another currency');
  if (call.functionName === 'depositNative') return;
  if (!sameAddress(call.args[1], intent.originCurrency)) note(rule, `${path}.data`, 'deposits another token');
  if (call.args[2] !== amountIn) note(rule, `${path}.data`, `deposits ${call.args[2]} instead of ${amountIn}`);
}

/** G16: there is nothing to exchange, so the recipient is paid directly. */
function guardSend({ to, value, call }: Transaction, context: GuardContext, path: string, note: Note): void {
  const { intent, amountIn } = context;
  const { originChainId, destinationChainId, originCurrency, destinationCurrency, recipient } = intent;
  if (originChainId !== destinationChainId || !sameAddress(originCurrency, destinationCurrency)) {
    note('G16', path, 'sends directly, though the payment is for another currency or chain');
  }
  if (amountIn < BigInt(intent.amount)) note('G16', path, `sends less than the ${intent.amount} that are to arrive`);
  if (isNative(context)) {
    if (call) note('G16', `${path}.data`, 'is not empty');
    if (!sameAddress(to, recipient)) note('G16', `${path}.to`, 'is not the recipient');
    if (value !== amountIn) note('G16', `${path}.value`, `is not ${amountIn}`);
    return;
  }
  if (call?.functionName !== 'transfer') {
    note('G17', `${path}.data`, 'is no transfer, in a step for one');
    return;
  }
  const [receiver, amount] = call.args;
  if (!sameAddress(to, originCurrency)) note('G16', `${path}.to`, 'is not the token that pays');
  if (value !== 0n) note('G16', `${path}.value`, 'is not 0');
  if (!sameAddress(receiver, recipient)) note('G16', `${path}.data`, 'transfers to another address than the recipient');
  if (amount !== amountIn) note('G16', `${path}.data`, `transfers ${amount} instead of ${amountIn}`);
}

const isNative = ({ chain, intent }: GuardContext): boolean =>
  sameAddress(intent.originCurrency, nativeAddress(chain) ?? '');

const isFilled = (value: unknown): boolean =>
  value !== undefined && value !== null && !(Array.isArray(value) && value.length === 0);

function refuse(note: Note, rule: string, path: string, message: string): null {
  note(rule, path, message);
  return null;
}
