/**
 * Guards the paying step of an EVM payment: a deposit, a plain transfer, a router call, or a transfer directly to the
 * recipient.
 */
import type { GuardContext } from '../../family/adapter.js';
import { isSameChainAndCurrency, sameAddress } from '../../../shared/chain.js';
import { isOneOf } from '../../address/addresses.js';
import { depositoryOf, solversOf } from '../../registry/registry.js';
import type { guardRouting } from './router.js';
import { type DecodedTransaction, type ReportProblem, type TokenPull, isNative } from './transaction.js';

/**
 * Guards a deposit, a plain transfer or a router call, and reports each violated rule to `note`.
 * @param routing the function that guards router calls; if null, a router call is blocked
 * @returns the amount and the spender that an approval for this step must have; null if no approval may precede it
 */
export function guardPayment(
  sent: DecodedTransaction,
  context: GuardContext,
  path: string,
  note: ReportProblem,
  warn: ReportProblem,
  routing: typeof guardRouting | null,
): TokenPull | null {
  const { call } = sent;
  if (call?.functionName === 'transferAndMulticall' || call?.functionName === 'multicall') {
    if (routing) return routing({ ...sent, call }, context, path, note, warn);
    note('G15', `${path}.data`, 'calls the router, and the code that checks such calls is not loaded');
    return null;
  }
  if (context.intent.explicitDeposit === false && (!call || call.functionName === 'transfer')) {
    guardTransfer(sent, context, path, note, warn);
    return null;
  }
  guardDeposit(sent, context, path, note);
  return { amount: context.amountIn, by: depositoryOf(context.chain) ?? '' };
}

/**
 * Guards a plain transfer (G13, G14). By the id at the end of the data, the service recognizes which of its orders the
 * payer pays.
 */
function guardTransfer(
  { to, value, call, tail }: DecodedTransaction,
  context: GuardContext,
  path: string,
  note: ReportProblem,
  warn: ReportProblem,
): void {
  const { chain, amountIn, intent, orderId, requestId } = context;
  const solvers = solversOf(chain);
  if (!call) {
    if (!isNative(context)) note('G17', `${path}.data`, 'is not a call, though a token pays');
    if (!isOneOf(to, solvers)) note('G13', `${path}.to`, `is no solver that is pinned for chain ${chain.id}`);
    if (value !== amountIn) note('G13', `${path}.value`, `is not ${amountIn}`);
    if ([orderId, requestId].some((id) => tail.includes(id.slice(2)))) return;
    // Without this check, data of 32 bytes or more could contain the id of another order.
    if (tail.length >= 64) note('G13', `${path}.data`, 'names another order at its end');
    else warn('G13', `${path}.data`, 'names no order: the service knows the payment only by its sender and its amount');
    return;
  }
  const [receiver, amount] = call.args as readonly [string, bigint];
  if (isNative(context)) note('G14', `${path}.data`, 'transfers a token, though the native currency pays');
  if (!sameAddress(to, intent.originCurrency)) note('G14', `${path}.to`, 'is not the token that pays');
  if (value !== 0n) note('G14', `${path}.value`, 'is not 0');
  if (!isOneOf(receiver, [...solvers, depositoryOf(chain)])) {
    note('G14', `${path}.data`, `transfers to ${receiver}, which is not pinned for chain ${chain.id}`);
  }
  if (amount !== amountIn) note('G14', `${path}.data`, `transfers ${amount} instead of ${amountIn}`);
  if (tail === '') note('G14', `${path}.data`, 'names no order at its end');
}

/** Guards a deposit into the depository contract (G11, G12). */
function guardDeposit(
  { to, value, call }: DecodedTransaction,
  context: GuardContext,
  path: string,
  note: ReportProblem,
): void {
  const { intent, chain, amountIn, orderId } = context;
  const native = isNative(context);
  const rule = native ? 'G11' : 'G12';
  if (call?.functionName !== 'depositNative' && call?.functionName !== 'depositErc20') {
    note('G17', `${path}.data`, call ? 'is not a deposit, though the step is' : 'is empty and names no order');
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

/** Guards a transfer from the payer directly to the recipient, in the same currency and on the same chain (G16). */
export function guardSend(
  { to, value, call, tail }: DecodedTransaction,
  context: GuardContext,
  path: string,
  note: ReportProblem,
): void {
  const { intent, amountIn } = context;
  const { originCurrency, recipient } = intent;
  if (!isSameChainAndCurrency(intent)) {
    note('G16', path, 'sends directly, though the payment is for another currency or chain');
  }
  if (intent.txs?.length) note('G16', path, 'does not execute the calls in txs');
  if (amountIn !== BigInt(intent.amount)) note('G16', path, `sends ${amountIn} instead of ${intent.amount}`);
  if (isNative(context)) {
    if (call || tail !== '') note('G16', `${path}.data`, 'is not empty');
    if (!sameAddress(to, recipient)) note('G16', `${path}.to`, 'is not the recipient');
    if (value !== amountIn) note('G16', `${path}.value`, `is not ${amountIn}`);
    return;
  }
  if (call?.functionName !== 'transfer') {
    note('G17', `${path}.data`, 'is not a transfer, though the step is');
    return;
  }
  const [receiver, amount] = call.args;
  if (tail !== '') note('G16', `${path}.data`, 'has bytes after its arguments');
  if (!sameAddress(to, originCurrency)) note('G16', `${path}.to`, 'is not the token that pays');
  if (value !== 0n) note('G16', `${path}.value`, 'is not 0');
  if (!sameAddress(receiver, recipient)) note('G16', `${path}.data`, 'transfers to another address than the recipient');
  if (amount !== amountIn) note('G16', `${path}.data`, `transfers ${amount} instead of ${amountIn}`);
}
