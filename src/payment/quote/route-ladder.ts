/**
 * Finds a quote whose transaction is small enough for its chain. On an SVM chain, for example, a transaction has at
 * most 1,232 bytes. A route with fewer hops and fewer swap sources needs a smaller transaction. This code loads only
 * for a family with `limitsSize`.
 */
import { HubPayError } from '../../errors.js';
import type { ChainRecord, GuardNote, PaymentIntent } from '../../types.js';
import type { InstructionRequests } from '../../vm/family/abilities.js';
import type { ChainAccess } from '../../vm/family/sources.js';
import { adapterFor } from '../../vm/adapter-for.js';
import { feeWarning } from '../model/fee-warning.js';
import type { PaymentContext } from '../context/context.js';
import type { ChainList } from './chain-list.js';
import { otherAccountWarning } from './other-account-warning.js';
import { quotePayment, type ListedQuote, type QuoteParts } from './quote-payment.js';
import { routeLimits } from './request-quote.js';

/** The maximum number of hops (`maxRouteLength`) after the first try, which has the limits of `routeLimits`. */
const SHORT_ROUTE = 3;

/**
 * Requests quotes with shorter and shorter routes, and compiles each transaction without a prompt, until one fits. If
 * none fits, the payer learns this before the press on the pay button. The intent of the returned quote contains the
 * limits of the route, so the next quote of the same payment starts with this route.
 * @param quote requests and checks one quote
 * @throws HubPayError `transaction-too-large` if no transaction fits
 * @throws the errors of `quote`
 * @throws the errors of `InstructionRequests.compile`, except `service-down` and `insufficient-native`
 * @throws the signal's reason, after an abort
 */
export async function quoteThatFits(
  context: PaymentContext,
  chainList: ChainList,
  intent: PaymentIntent,
  parts: QuoteParts,
  quote = quotePayment,
): Promise<ListedQuote> {
  const chain = chainList.payable(intent.originChainId ?? 0);
  const instructions = chain && (await adapterFor(chain.vmType))?.instructions;
  let tooLarge: unknown;
  for (const rung of rungsOf(intent, instructions?.smallestSource)) {
    try {
      const found = await quote(context, chainList, rung, parts);
      const warned = otherAccountWarning(context, found.summary, parts.signal);
      const lack = instructions ? await assertCompiles(context, chain, instructions, found, parts.signal) : null;
      const warnings = [...found.summary.warnings, ...(await warned), ...(lack ? [lack] : [])];
      return { ...found, summary: { ...found.summary, warnings }, intent: rung };
    } catch (error) {
      parts.signal.throwIfAborted();
      // If the service has no quote for a shorter route, report that the transaction of the first route was too large.
      const isEnd = tooLarge !== undefined && error instanceof HubPayError && error.code === 'no-route';
      if (!isTooLarge(error) && !isEnd) throw error;
      tooLarge ??= error;
    }
  }
  throw tooLarge;
}

const isTooLarge = (error: unknown): boolean => error instanceof HubPayError && error.code === 'transaction-too-large';

/**
 * Returns the intents to try. Each allows only shorter routes or fewer swap sources than the one before. None exceeds
 * the merchant's own `maxRouteLength` or changes their `includedOriginSwapSources`.
 */
function rungsOf(given: PaymentIntent, source: string | undefined): PaymentIntent[] {
  const first: PaymentIntent = { ...routeLimits, ...given };
  const { maxRouteLength } = first;
  const isLong = typeof maxRouteLength === 'number' && maxRouteLength > SHORT_ROUTE;
  const short = isLong ? { ...first, maxRouteLength: SHORT_ROUTE } : first;
  const one = source !== undefined && { ...short, includedOriginSwapSources: [source] };
  const last = one && !first['includedOriginSwapSources'] ? [one] : [];
  return [first, ...(isLong ? [short] : []), ...last].map((each) => Object.freeze(each));
}

/**
 * Compiles the transaction of a quote. Ignores a chain that cannot be read, because the page compiles the transaction
 * again after the press on the pay button. If the account cannot pay the network costs now, returns a warning instead
 * of an error, because the payer can add money before the press.
 * @throws HubPayError the other errors of `InstructionRequests.compile`, except `service-down`
 */
async function assertCompiles(
  context: PaymentContext,
  chain: ChainRecord,
  instructions: InstructionRequests,
  { requests: [request] }: ListedQuote,
  signal: AbortSignal,
): Promise<GuardNote | null> {
  if (request?.kind !== 'instructions') return null;
  const { fetch, clock } = context.deps;
  const access: ChainAccess = { chain, fetch, clock, signal };
  const state = context.state();
  const account = 'account' in state && state.account?.address === request.from ? state.account : null;
  // The wallet decides the form of the transaction, and some wallets know only the older form.
  const wallet = account && (await context.wallet(account.wallet, chain.id));
  try {
    await instructions.compile(request, access, wallet);
  } catch (error) {
    if (error instanceof HubPayError && error.code === 'insufficient-native') return feeWarning(error.values ?? {});
    if (error instanceof HubPayError && error.code !== 'service-down') throw error;
  }
  return null;
}
