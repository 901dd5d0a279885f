/**
 * Guards the calls that the approval proxy and the router make with the payer's money (G15). The guard cannot trace the
 * money through some calls, such as a token swap. The payer then gets a warning or, if nothing is exchanged, the
 * payment is blocked.
 */
import { ZERO_ADDRESS, isSameChain, sameAddress } from '../../../shared/chain.js';
import type { GuardContext } from '../../family/adapter.js';
import { isOneOf } from '../../address/addresses.js';
import { approvalProxiesOf, depositoryOf, routersOf, solversOf } from '../../registry/registry.js';
import type { AbiCall } from './calldata.js';
import { decode, refusalOf, selectorOf } from './calldata.js';
import { harmfulCalls, ruleOfCall } from './allowed-calls.js';
import type { ReportProblem, TokenPull, DecodedTransaction } from './transaction.js';
import { isNative } from './transaction.js';
import { isPayee, namesOrder, routerBehind } from './router-parties.js';

type Routing = Extract<AbiCall, { functionName: 'transferAndMulticall' | 'multicall' }>;

/** One call that a router makes: target, value in the smallest unit, calldata, and whether this call may fail. */
export type InnerCall = Routing['args'] extends infer Args ? InnerCallNamed<Args> : never;
type InnerCallNamed<Args> = Args extends readonly [infer First, ...infer Rest]
  ? First extends readonly (infer One extends { callData: string })[]
    ? One
    : InnerCallNamed<Rest>
  : never;

/**
 * Guards a call of the approval proxy or of the router.
 * @returns the amount that the approval proxy pulls, and the proxy's address; null for a call of the router, or if the
 *   native currency pays
 */
export function guardRouting(
  sent: DecodedTransaction & { call: Routing },
  context: GuardContext,
  path: string,
  note: ReportProblem,
  warn: ReportProblem,
): TokenPull | null {
  const { to, value, call } = sent;
  const { chain, intent, amountIn } = context;
  const native = isNative(context);
  const { tokens, amounts, calls, refundTo, nftRecipient } = routerArguments(call);
  const isPull = call.functionName === 'transferAndMulticall';
  const data = `${path}.data`;
  if (!isOneOf(to, isPull ? approvalProxiesOf(chain) : routersOf(chain))) {
    note('G15', `${path}.to`, `is no ${isPull ? 'approval proxy' : 'router'} that is pinned for chain ${chain.id}`);
  }
  if (tokens.length !== amounts.length) note('G15', data, 'has more or fewer amounts than tokens');
  if (native ? tokens.length > 0 : tokens.some((token) => !sameAddress(token, intent.originCurrency))) {
    note('G15', data, 'pulls another token than the one that pays');
  }
  const pulled = amounts.reduce((sum, amount) => sum + amount, 0n);
  const most = native ? 0n : amountIn;
  if (pulled > most) note('G15', data, `pulls ${pulled}, which is more than ${most}`);
  if (value > (native ? amountIn : 0n)) note('G15', `${path}.value`, `is more than ${native ? amountIn : 0n}`);
  if (pulled === 0n && value === 0n) note('G15', data, 'pays nothing');
  if (!sameAddress(refundTo, intent.refundTo)) note('G15', data, 'sends the rest of the money to another address');
  if (!sameAddress(nftRecipient, intent.user) && nftRecipient !== ZERO_ADDRESS) {
    note('G15', data, 'gives collectibles to another address');
  }
  const paid = native ? value : pulled;
  const { isProved, fee } = guardCalls(calls, { paid, by: to }, context, data, note);
  reportRoute({ rule: 'G15', path: data, isProved, fee }, context, note, warn);
  return isPull && !native ? { amount: pulled, by: to } : null;
}

/**
 * The guard's result about the route of the money. `isProved` is true if the guard has verified the whole route, and if
 * the fee is not too high. `fee` is the amount that solvers take.
 */
type Route = { isProved: boolean; fee: bigint };

/**
 * Reports a route that the guard could not verify (G15, G32, G33). Blocks the payment if both currencies are the same,
 * and only warns if they differ. Also warns of the fee that solvers take.
 */
export function reportRoute(
  { rule, path, isProved, fee }: Route & { rule: string; path: string },
  { amountIn, oneCurrency }: GuardContext,
  note: ReportProblem,
  warn: ReportProblem,
): void {
  if (fee > 0n) warn(rule, `${path}.fee`, 'goes to a solver', fee);
  if (isProved) return;
  const message = `the route of the money cannot be verified; at most ${amountIn} leaves the wallet`;
  if (oneCurrency) note(rule, path, message);
  else warn(rule, path, message);
}

type RouterArguments = {
  tokens: readonly string[];
  amounts: readonly bigint[];
  calls: readonly InnerCall[];
  refundTo: string;
  nftRecipient: string;
};

function routerArguments(call: Routing): RouterArguments {
  if (call.functionName === 'multicall') {
    const [calls, refundTo, nftRecipient] = call.args;
    return { tokens: [], amounts: [], calls, refundTo, nftRecipient };
  }
  const [tokens, amounts, calls, refundTo] = call.args;
  const nftRecipient = call.args.length === 4 ? ZERO_ADDRESS : call.args[4];
  return { tokens, amounts, calls, refundTo, nftRecipient };
}

/**
 * Describes where the payer's money is after some of the router's calls.
 * `delivered`: a call that is not allowed to fail has brought the money to its destination, or an unknown call contains
 * the depository and the order.
 * `remaining`: the amount that the router still holds.
 * `exact`: no unknown call, such as a token swap, has happened yet, so the guard knows the value of `remaining`.
 * `verified`: no contract that the guard does not know can have taken the money.
 * `mayStayInRouter`: a transfer is allowed to fail, so money can stay in the router. False again after a call that must
 * send the router's whole balance.
 * `fee`: the amount paid to solvers.
 * `router`: the contract that makes the calls.
 */
type FundsTrace = {
  delivered: boolean;
  exact: boolean;
  verified: boolean;
  mayStayInRouter: boolean;
  remaining: bigint;
  fee: bigint;
  router: string;
};

/** The maximum fee of solvers, as a divisor of the paid amount: 10 means one tenth. Above it, `isProved` is false. */
const MAX_FEE_SHARE = 10n;

/**
 * Guards the calls that the router makes with the amount `paid`. `by` is the router, or a proxy that passes the money
 * to it.
 * @returns the route; `isProved` is true if the guard verified the whole route, no money can stay in the router, and
 *   solvers take at most a tenth of `paid`
 */
export function guardCalls(
  calls: readonly InnerCall[],
  { paid, by }: { paid: bigint; by: string },
  context: GuardContext,
  path: string,
  note: ReportProblem,
): Route {
  const router = routerBehind(by, context);
  const trace: FundsTrace = {
    delivered: false,
    exact: true,
    verified: true,
    mayStayInRouter: false,
    remaining: paid,
    fee: 0n,
    router,
  };
  for (const [index, call] of calls.entries()) {
    const problem = traceCall(call, trace, context);
    if (problem !== null) note('G15', path, `in its call ${index} ${problem}`);
  }
  if (!trace.delivered) note('G15', path, 'does not bring the money to the order or to the recipient');
  else if (trace.exact && trace.remaining !== 0n) note('G15', path, `leaves ${trace.remaining} behind`);
  const { verified, mayStayInRouter, fee } = trace;
  return { isProved: verified && !mayStayInRouter && fee * MAX_FEE_SHARE <= paid, fee };
}

/** Updates `trace` with one call of the router, and returns the problem of this call, or null if it has none. */
function traceCall(inner: InnerCall, trace: FundsTrace, context: GuardContext): string | null {
  const { target, value, callData } = inner;
  const { chain, intent } = context;
  if (callData === '0x') {
    if (!isPayee(target, context)) return `sends the native currency to ${target}`;
    if (isNative(context)) debit(trace, value, target, inner, context);
    return null;
  }
  const selector = selectorOf(callData);
  const call = decode(callData);
  if (!call) {
    if (selector in ruleOfCall || selector in harmfulCalls) return refusalOf(selector, '')[2];
    if (isOneOf(target, [...approvalProxiesOf(chain), depositoryOf(chain)])) {
      return `makes an unknown call to ${target}`;
    }
    trace.exact = trace.verified = false;
    trace.delivered = namesOrder(callData, context);
    return null;
  }
  if (value !== 0n && call.functionName !== 'depositNative') return 'sends native currency with a call that takes none';
  switch (call.functionName) {
    case 'approve':
    case 'transfer': {
      const [who, amount] = call.args;
      const isTransfer = call.functionName === 'transfer';
      if (isTransfer && !isPayee(who, context)) return `transfers to ${who}`;
      if (isNative(context) || !sameAddress(target, intent.originCurrency)) {
        // The called contract is not the paying token, and can have taken the money. `exact` does not change, because
        // the call swaps no token.
        trace.verified = trace.delivered = false;
      } else if (isTransfer) debit(trace, amount, who, inner, context);
      // An approved spender can pull tokens at any time, so the route is no longer verified. The depository is an
      // exception, because it pulls tokens only for a deposit in this list of calls.
      else if (!sameAddress(who, depositoryOf(chain) ?? '')) trace.verified = false;
      return null;
    }
    case 'depositNative':
    case 'depositErc20':
      return traceDeposit(call, inner, trace, context);
    case 'cleanupErc20s':
    case 'cleanupNative':
      return traceCleanup(call, inner, trace, context);
    default:
      return 'runs further calls';
  }
}

function debit(
  trace: FundsTrace,
  amount: bigint,
  to: string,
  { allowFailure }: InnerCall,
  { chain }: GuardContext,
): void {
  trace.remaining -= amount;
  if (isOneOf(to, solversOf(chain))) trace.fee += amount;
  trace.mayStayInRouter ||= allowFailure;
}

type Deposit = Extract<AbiCall, { functionName: 'depositNative' | 'depositErc20' }>;

/**
 * Checks a deposit that the router makes. Before a token swap, its amount must equal `remaining`. After a swap, the
 * amount can be any except 0.
 */
function traceDeposit(call: Deposit, inner: InnerCall, trace: FundsTrace, context: GuardContext): string | null {
  const { chain, intent, orderId } = context;
  const native = call.functionName === 'depositNative';
  const [depositor, token, amount, id] = native
    ? [call.args[0], ZERO_ADDRESS, inner.value, call.args[1]]
    : [call.args[0], call.args[1], call.args[2], call.args[3]];
  if (!sameAddress(inner.target, depositoryOf(chain) ?? '')) return 'deposits at another contract than the depository';
  if (!sameAddress(depositor, intent.user)) return 'credits another depositor';
  if (id !== orderId) return 'pays another order';
  if (amount === 0n) return 'deposits nothing';
  if (trace.exact) {
    if (native !== isNative(context) || !sameAddress(token, intent.originCurrency)) return 'deposits another currency';
    if (amount !== trace.remaining) return `deposits ${amount} instead of ${trace.remaining}`;
    trace.remaining = 0n;
  }
  trace.delivered = !inner.allowFailure;
  return null;
}

type Cleanup = Extract<AbiCall, { functionName: 'cleanupErc20s' | 'cleanupNative' }>;

/**
 * Traces a cleanup. With this call, a router sends an amount of a token to a receiver, or its whole balance if the
 * amount is 0.
 */
function traceCleanup(call: Cleanup, inner: InnerCall, trace: FundsTrace, context: GuardContext): string | null {
  const { target, allowFailure } = inner;
  if (!isOneOf(target, routersOf(context.chain))) return 'makes a cleanup of a contract that is not the router';
  if (!sameAddress(target, trace.router)) trace.verified = false;
  const ofNative = call.functionName === 'cleanupNative';
  const [tokens, receivers, amounts] = ofNative ? [[ZERO_ADDRESS], [call.args[1]], [call.args[0]]] : call.args;
  if (tokens.length !== receivers.length || tokens.length !== amounts.length) return 'has lists of different lengths';
  const { originCurrency, destinationCurrency, recipient, txs } = context.intent;
  for (const [index, receiver] of receivers.entries()) {
    if (!isPayee(receiver, context)) return `gives to ${receiver}`;
    const token = tokens[index] ?? '';
    const amount = amounts[index] ?? 0n;
    if (!ofNative && token === ZERO_ADDRESS) return 'gives the native currency as if it were a token';
    const isPaying = sameAddress(token, originCurrency);
    // A cleanup of another token than the paying token makes the route unverified, because that token's contract can do
    // anything.
    if (!isPaying && !ofNative) trace.verified = false;
    // Before a token swap, the guard knows how much of the paying token the router holds.
    const isKnown = trace.exact && isPaying;
    const given = isKnown && amount === 0n ? trace.remaining : amount;
    if (isKnown) debit(trace, given, receiver, inner, context);
    if (isKnown && amount === 0n) trace.mayStayInRouter = allowFailure;
    const isDelivery =
      isSameChain(context.intent) && sameAddress(token, destinationCurrency) && sameAddress(receiver, recipient);
    if (!isDelivery) continue;
    if (txs?.length) return 'delivers without the calls in txs';
    if (trace.exact && !isKnown) return 'delivers a currency that no call has bought';
    // The amount 0 means the router's whole balance. The guard does not know this balance if another contract can have
    // taken money.
    if (isPaying && amount === 0n && !trace.verified) return 'delivers the rest, which another contract may have taken';
    if ((isKnown || amount !== 0n) && given < context.leastOut) return `gives ${given} instead of ${context.leastOut}`;
    trace.delivered ||= !allowFailure;
  }
  return null;
}
