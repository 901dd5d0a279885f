/**
 * G15: the approval proxy and the router run a list of calls with what the payer gives them. What leaves the wallet is
 * bounded exactly; where it goes is followed call by call. An exchange's own call cannot be followed, and no more can
 * anything that runs on a contract that is neither the service's nor the paying token: then the payer is warned, and
 * what comes after it must still bring the money where it belongs.
 */
import type { GuardContext } from '../../adapter.js';
import { isOneOf, sameAddress } from '../../addresses.js';
import { approvalProxiesOf, depositoryOf, routersOf, solversOf } from '../../registry.js';
import type { Call } from './calldata.js';
import { decode, refusalOf, selectorOf } from './calldata.js';
import { harmfulCalls, ruleOfCall } from './abi.js';
import type { Note, Pull, Transaction } from './transaction.js';
import { isNative } from './transaction.js';
import { isPayee, namesOrder, routerBehind } from './router-parties.js';

type Routing = Extract<Call, { functionName: 'transferAndMulticall' | 'multicall' }>;
export type Inner = Routing['args'] extends infer Args ? InnerOf<Args> : never;
type InnerOf<Args> = Args extends readonly [infer First, ...infer Rest]
  ? First extends readonly (infer One extends { callData: string })[]
    ? One
    : InnerOf<Rest>
  : never;

/** The native currency, or nobody. */
const NATIVE = `0x${'0'.repeat(40)}`;

/** @returns what the proxy pulls; null where it pulls nothing */
export function guardRouting(
  sent: Transaction & { call: Routing },
  context: GuardContext,
  path: string,
  note: Note,
  warn: Note,
): Pull | null {
  const { to, value, call } = sent;
  const { chain, intent, amountIn } = context;
  const native = isNative(context);
  const { tokens, amounts, calls, refundTo, nftRecipient } = partsOf(call);
  const isPull = call.functionName === 'transferAndMulticall';
  const data = `${path}.data`;
  if (!isOneOf(to, isPull ? approvalProxiesOf(chain) : routersOf(chain))) {
    note('G15', `${path}.to`, `is no ${isPull ? 'approval proxy' : 'router'} that is pinned for chain ${chain.id}`);
  }
  if (tokens.length !== amounts.length) note('G15', data, 'names not as many amounts as tokens');
  if (native ? tokens.length > 0 : tokens.some((token) => !sameAddress(token, intent.originCurrency))) {
    note('G15', data, 'pulls another token than the one that pays');
  }
  const pulled = amounts.reduce((sum, amount) => sum + amount, 0n);
  const most = native ? 0n : amountIn;
  if (pulled > most) note('G15', data, `pulls ${pulled}, which is more than ${most}`);
  if (value > (native ? amountIn : 0n)) note('G15', `${path}.value`, `is more than ${native ? amountIn : 0n}`);
  if (pulled === 0n && value === 0n) note('G15', data, 'pays nothing');
  if (!sameAddress(refundTo, intent.refundTo)) note('G15', data, 'gives what is left to another address');
  if (!sameAddress(nftRecipient, intent.user) && nftRecipient !== NATIVE) {
    note('G15', data, 'gives collectibles to another address');
  }
  const paid = native ? value : pulled;
  if (!guardCalls(calls, { paid, by: to }, context, data, note)) {
    warn('G15', data, `the way through the exchange cannot be verified; at most ${amountIn} leaves the wallet`);
  }
  return isPull && !native ? { amount: pulled, by: to } : null;
}

type Parts = {
  tokens: readonly string[];
  amounts: readonly bigint[];
  calls: readonly Inner[];
  refundTo: string;
  nftRecipient: string;
};

function partsOf(call: Routing): Parts {
  if (call.functionName === 'multicall') {
    const [calls, refundTo, nftRecipient] = call.args;
    return { tokens: [], amounts: [], calls, refundTo, nftRecipient };
  }
  const [tokens, amounts, calls, refundTo] = call.args;
  const nftRecipient = call.args.length === 4 ? NATIVE : call.args[4];
  return { tokens, amounts, calls, refundTo, nftRecipient };
}

/**
 * What is known of the money after a call. `reached`: it is where it belongs, by a call that cannot fail silently.
 * `left`: what the router holds of what the payer gave, by what the calls say (`counted`: nothing was exchanged).
 * `proved`: and no contract ran that could have taken it unseen. `loose`: a gift that failed may have stayed with the
 * router. `fee`: what went to a solver. `router`: who makes the calls.
 */
type Course = {
  reached: boolean;
  counted: boolean;
  proved: boolean;
  loose: boolean;
  left: bigint;
  fee: bigint;
  router: string;
};

/** A solver that takes more than one part in so many is not vouched for. */
const FEE_PARTS = 10n;

/**
 * The calls that the router makes with `paid` of what pays, which it gets from the contract `by`, or as that.
 * @returns whether the whole way could be followed
 */
export function guardCalls(
  calls: readonly Inner[],
  { paid, by }: { paid: bigint; by: string },
  context: GuardContext,
  path: string,
  note: Note,
): boolean {
  const router = routerBehind(by, context);
  const course: Course = { reached: false, counted: true, proved: true, loose: false, left: paid, fee: 0n, router };
  for (const [index, call] of calls.entries()) {
    const problem = follow(call, course, context);
    if (problem !== null) note('G15', path, `in its call ${index} ${problem}`);
  }
  if (!course.reached) note('G15', path, 'does not bring the money to the order or to the recipient');
  else if (course.counted && course.left !== 0n) note('G15', path, `leaves ${course.left} behind`);
  return course.proved && !course.loose && course.fee * FEE_PARTS <= paid;
}

/** What is wrong with one of the router's calls; null where nothing is. */
function follow(inner: Inner, course: Course, context: GuardContext): string | null {
  const { target, value, callData } = inner;
  const { chain, intent } = context;
  if (callData === '0x') {
    if (!isPayee(target, context)) return `sends the native currency to ${target}`;
    if (isNative(context)) give(course, value, target, inner, context);
    return null;
  }
  const selector = selectorOf(callData);
  const call = decode(callData);
  if (!call) {
    if (selector in ruleOfCall || selector in harmfulCalls) return refusalOf(selector, '')[2];
    if (isOneOf(target, [...approvalProxiesOf(chain), depositoryOf(chain) ?? ''])) {
      return `asks something unknown of ${target}`;
    }
    course.counted = course.proved = false;
    course.reached = namesOrder(callData, context);
    return null;
  }
  if (value !== 0n && call.functionName !== 'depositNative') return 'sends native currency to what takes none';
  switch (call.functionName) {
    case 'approve':
    case 'transfer': {
      const [who, amount] = call.args;
      const isTransfer = call.functionName === 'transfer';
      if (isTransfer && !isPayee(who, context)) return `transfers to ${who}`;
      if (isNative(context) || !sameAddress(target, intent.originCurrency)) {
        // Named as a token's, it may do anything: what there was may be gone, and nothing counts as exchanged for it.
        course.proved = course.reached = false;
      } else if (isTransfer) give(course, amount, who, inner, context);
      // The depository takes only for the deposit that stands here; anybody else takes as soon as it is called.
      else if (!sameAddress(who, depositoryOf(chain) ?? '')) course.proved = false;
      return null;
    }
    case 'depositNative':
    case 'depositErc20':
      return followDeposit(call, inner, course, context);
    case 'cleanupErc20s':
    case 'cleanupNative':
      return followCleanup(call, inner, course, context);
    default:
      return 'runs further calls';
  }
}

function give(course: Course, amount: bigint, to: string, { allowFailure }: Inner, { chain }: GuardContext): void {
  course.left -= amount;
  if (isOneOf(to, solversOf(chain))) course.fee += amount;
  course.loose ||= allowFailure;
}

type Deposit = Extract<Call, { functionName: 'depositNative' | 'depositErc20' }>;

/** Without an exchange before it, everything that is left; after one, nobody can say how much there is. */
function followDeposit(call: Deposit, inner: Inner, course: Course, context: GuardContext): string | null {
  const { chain, intent, orderId } = context;
  const native = call.functionName === 'depositNative';
  const [depositor, token, amount, id] = native
    ? [call.args[0], NATIVE, inner.value, call.args[1]]
    : [call.args[0], call.args[1], call.args[2], call.args[3]];
  if (!sameAddress(inner.target, depositoryOf(chain) ?? '')) return 'deposits at another contract than the depository';
  if (!sameAddress(depositor, intent.user)) return 'credits another depositor';
  if (id !== orderId) return 'pays another order';
  if (amount === 0n) return 'deposits nothing';
  if (course.counted) {
    if (native !== isNative(context) || !sameAddress(token, intent.originCurrency)) return 'deposits another currency';
    if (amount !== course.left) return `deposits ${amount} instead of ${course.left}`;
    course.left = 0n;
  }
  course.reached = !inner.allowFailure;
  return null;
}

type Cleanup = Extract<Call, { functionName: 'cleanupErc20s' | 'cleanupNative' }>;

/** The router gives away what it holds: everything (0) or so much. Another router has nothing of this payment. */
function followCleanup(call: Cleanup, inner: Inner, course: Course, context: GuardContext): string | null {
  const { target, allowFailure } = inner;
  if (!isOneOf(target, routersOf(context.chain))) return 'cleans up at another contract than the router';
  if (!sameAddress(target, course.router)) course.proved = false;
  const ofNative = call.functionName === 'cleanupNative';
  const [tokens, receivers, amounts] = ofNative ? [[NATIVE], [call.args[1]], [call.args[0]]] : call.args;
  if (tokens.length !== receivers.length || tokens.length !== amounts.length) return 'names lists that do not fit';
  const { originChainId, originCurrency, destinationChainId, destinationCurrency, recipient, txs } = context.intent;
  for (const [index, receiver] of receivers.entries()) {
    if (!isPayee(receiver, context)) return `gives to ${receiver}`;
    const token = tokens[index] ?? '';
    const amount = amounts[index] ?? 0n;
    if (!ofNative && token === NATIVE) return 'gives the native currency as if it were a token';
    const isPaying = sameAddress(token, originCurrency);
    // To give a token away is to call it.
    if (!isPaying && !ofNative) course.proved = false;
    // Before an exchange the router holds what the payer gave, and nothing else.
    const isKnown = course.counted && isPaying;
    const given = isKnown && amount === 0n ? course.left : amount;
    if (isKnown) give(course, given, receiver, inner, context);
    if (isKnown && amount === 0n) course.loose = allowFailure;
    const isDelivery =
      originChainId === destinationChainId &&
      sameAddress(token, destinationCurrency) &&
      sameAddress(receiver, recipient);
    if (!isDelivery) continue;
    if (txs?.length) return 'delivers without the calls that were asked for';
    if (course.counted && !isKnown) return 'gives what nothing was exchanged for';
    // What needs no exchange has a known amount.
    if (isPaying && amount === 0n && !course.proved) return 'gives what is left, which may have been taken before';
    if ((isKnown || amount !== 0n) && given < context.leastOut) return `gives ${given} instead of ${context.leastOut}`;
    course.reached ||= !allowFailure;
  }
  return null;
}
