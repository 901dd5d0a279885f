/**
 * The quote guard. It lets a wallet receive only requests that match what the payer saw. The rule files in this folder
 * check the whole quote, and the adapter of the origin chain checks the steps.
 */
import { HubPayError } from '../../errors.js';
import { UNDEFINED, undefinedIn } from '../../api/requests/checks.js';
import { quoteBody } from '../../api/requests/quote-body.js';
import { parseQuote } from '../../api/responses/parse.js';
import { amountText, chainId } from '../../api/responses/shapes.js';
import type { Issue, Reader } from '../../shared/validation.js';
import { flag, isMissing, list, matching, object, optional, text } from '../../shared/validation.js';
import type { WireQuote } from '../../api/responses/types.js';
import type { ChainRecord, GuardNote, GuardResult, PaymentIntent, Registry, TradeType } from '../../types.js';
import { type Verdict } from '../../vm/family/adapter.js';
import { adapterFor } from '../../vm/adapter-for.js';
import { sameAddress } from '../../shared/chain.js';
import { nearestName } from '../../shared/text/edit-distance.js';
import { isRecord } from '../../shared/text/patterns.js';
import { isBurnAddress, isSystemAddress } from '../../vm/address/addresses.js';
import { checkAddress, isKeyless, NOBODY } from '../../vm/check-address.js';
import { isOneCurrency, pinnedChain, pinnedCurrency } from '../../vm/registry/registry.js';
import { guardOrder, orderWarnings } from './order-rules.js';
import type { ConfirmedQuote, QuoteRule } from './quote-rules.js';
import { guardPrice, priceOf, priceWarnings, type CheckedPrice } from './price-rules.js';
import { note, quoteRules, requestIds, ruleRow, tokenWarnings } from './quote-rules.js';
import { guardSequence } from './step-rules.js';
import { toJson } from '../../shared/builtins/to-json.js';

const G02 = ruleRow('G02');

/** A quote that passed the guard, with the parsed response. Every request id in the quote equals `requestId`. */
export type AcceptedQuote = Extract<GuardResult, { ok: true }> & {
  quote: WireQuote;
  requestId: string;
  price: CheckedPrice;
  feeLimit?: bigint;
};
type RefusedQuote = Extract<GuardResult, { ok: false }>;

/**
 * Checks the raw quote response. The check sends no request to the service or a chain and reads no clock, but can load
 * code of the guard. Never rejects, and blocks the quote if the response cannot be parsed or code could not be loaded.
 * A wallet must receive only the returned requests.
 * @param intent must have `tradeType`, `user`, `originChainId`, `originCurrency`, `destinationChainId`,
 *   `destinationCurrency`, `amount`, `recipient` and `refundTo`; a missing or unknown field blocks the quote
 * @param registry the merchant's registry, or the chains of the live listing (`GET /chains`)
 */
export async function guardQuote(
  quote: unknown,
  intent: PaymentIntent,
  registry: Registry | readonly ChainRecord[],
): Promise<GuardResult> {
  const result = await acceptNamed(quote, intent, registry).catch(unjudged);
  if (!result.ok) return result;
  const { quote: _quote, requestId: _id, price: _price, feeLimit: _limit, ...accepted } = result;
  return accepted;
}

async function acceptNamed(
  ...[quote, intent, registry]: Parameters<typeof acceptQuote>
): ReturnType<typeof acceptQuote> {
  const strange = isRecord(intent) ? strangeIn(intent) : null;
  return strange ? refused(strange) : acceptQuote(quote, intent, registry);
}

/**
 * Finds an unknown field of the intent, or a limit that is undefined. The quote would otherwise be checked without a
 * limit that the caller has misspelled or meant to set.
 */
function strangeIn(intent: PaymentIntent): GuardNote | null {
  const known = [...Object.keys(quoteBody.checks), ...LIMITS];
  const name = Object.keys(intent).find((each) => !known.includes(each));
  if (name !== undefined) {
    const meant = nearestName(name, known);
    return note('G01', `intent.${name}`, `is unknown${meant === undefined ? '' : `: did you mean "${meant}"?`}`);
  }
  const unset = undefinedIn(intent, LIMITS);
  return unset === undefined ? null : note('G01', `intent.${unset}`, UNDEFINED);
}

/** The limits of the caller, which are no fields of the quote body. */
const LIMITS: readonly string[] = ['maxIn', 'minOut'];

/**
 * Like `guardQuote`, but ignores unknown fields of the intent and undefined limits. Also returns the parsed quote, its
 * request id, the checked price and the fee limit.
 * @throws HubPayError `service-down` if code of the guard could not be loaded
 */
export async function acceptQuote(
  answer: unknown,
  intent: PaymentIntent,
  registry: Registry | readonly ChainRecord[],
): Promise<AcceptedQuote | RefusedQuote> {
  try {
    return await judge(answer, intent, 'chains' in registry ? registry : { chains: [...registry] });
  } catch (cause) {
    // If code of the guard could not be loaded, report this error, because it does not show that the quote is unsafe.
    if (cause instanceof HubPayError) throw cause;
    return unjudged(cause);
  }
}

const unjudged = (cause: unknown): RefusedQuote =>
  refused(note('G01', '', `cannot be judged: ${cause instanceof Error ? cause.message : 'it threw'}`));

const refused = (...blocks: GuardNote[]): RefusedQuote => ({ ok: false, blocks });

async function judge(answer: unknown, given: PaymentIntent, registry: Registry): Promise<AcceptedQuote | RefusedQuote> {
  const issues: Issue[] = [];
  const intent = confirmed(given, 'intent', issues);
  const parsed = parseQuote(answer);
  if (issues.length > 0 || !parsed.ok) {
    const all = parsed.ok ? issues : [...issues, ...parsed.problems];
    return refused(...all.map((issue) => note(ruleOf(issue), issue.path, issue.message)));
  }
  const quote = parsed.value;
  const origin = pinnedChain(registry, undefined, intent.originChainId);
  const destination = pinnedChain(registry, undefined, intent.destinationChainId);
  if (!origin) return refused(note('G05', 'intent.originChainId', 'is not in the registry, so nobody can pay from it'));
  const adapter = await adapterFor(origin.vmType);
  if (!adapter) return refused(note('G05', 'intent.originChainId', `has no guard for its kind: ${origin.vmType}`));

  const ids = requestIds(quote);
  const requestId = ids[0]?.id ?? '';
  const orderId = quote.protocol?.v2?.orderId ?? requestId;
  const amountIn = BigInt(quote.details.currencyIn.amount);
  const { minimumAmount, amount } = quote.details.currencyOut;
  const leastOut = BigInt(minimumAmount ?? amount);
  const oneCurrency = isOneCurrency(origin, intent.originCurrency, destination, intent.destinationCurrency);
  const parts = { intent, orderId, requestId, amountIn, leastOut, oneCurrency, chain: origin };
  const verdict = await adapter.guardSteps(quote.steps, parts);
  const { depositAddress, feeLimit } = verdict;
  const notesOf = (rules: readonly QuoteRule[]): GuardNote[] =>
    rules.flatMap((rule) => rule(quote, intent, origin, destination, ids));
  const blocks = [
    ...notesOf([...quoteRules, guardPrice, guardSequence, guardOrder]),
    ...(await guardParties(intent, origin, destination)),
    ...verdict.blocks,
  ];
  if (blocks.length > 0) return refused(...blocks);
  const warnings = [
    ...notesOf([tokenWarnings]),
    ...(await recipientWarnings(intent, destination)),
    ...notesOf([priceWarnings, orderWarnings]),
  ];
  return {
    ok: true,
    requests: verdict.requests.map((request) => Object.freeze(request)),
    warnings: [...warnings, ...verdict.warnings],
    digest: adapter.hashText(canonical(verdict, quote, intent)),
    ...(depositAddress !== undefined && { depositAddress }),
    ...(feeLimit !== undefined && { feeLimit }),
    quote,
    requestId,
    price: priceOf(quote, intent, origin, destination, warnings),
  };
}

/** Reads an optional limit of the intent: undefined means that there is no limit, but null is an error. */
const limit: Reader<string | undefined> = (value, path, issues) =>
  value === undefined ? undefined : amountText(value, path, issues);

/** Hundredths of a percent, as a decimal string. */
const basisPoints = matching(/^\d{1,5}$/, 'an amount in basis points');

/** Copies and checks the fields of the intent, so that the guard later uses only this copy. */
const confirmed = object<ConfirmedQuote>({
  tradeType: matching(/^(EXACT_INPUT|EXACT_OUTPUT|EXPECTED_OUTPUT)$/, 'a trade type') as Reader<TradeType>,
  amount: amountText,
  maxIn: limit,
  minOut: limit,
  user: text,
  recipient: text,
  refundTo: text,
  originChainId: chainId,
  originCurrency: text,
  destinationChainId: chainId,
  destinationCurrency: text,
  explicitDeposit: optional(flag),
  usePermit: optional(flag),
  subsidizeFees: optional(flag),
  topupGas: optional(flag),
  topupGasAmount: optional(amountText),
  slippageTolerance: optional(basisPoints),
  depositFeePayer: optional(text),
  appFees: optional(list(object<{ fee: string }>({ fee: basisPoints }))),
  txs: optional(list(object<TransactionFields>({ to: text, value: matching(/^\d{1,78}$/, 'an amount'), data: text }))),
  useDepositAddress: (value) => value === true,
});

type TransactionFields = NonNullable<ConfirmedQuote['txs']>[number];

/**
 * Returns the id of the rule that this issue breaks. For a missing field of the intent or of the quote's `details`,
 * this is G03 (amounts and decimals) or G02; for any other issue, G01.
 */
function ruleOf(issue: Issue): string {
  const { path } = issue;
  if (!isMissing(issue) || !/^(details|intent)\b/.test(path)) return 'G01';
  return /\.(amount|decimals)$/.test(path) ? 'G03' : 'G02';
}

/**
 * G01, G02: the intent's addresses must be well-formed, and neither burn addresses nor listed tokens. The refund
 * address must not be a system address either. If the registry lacks the destination chain, the form of the recipient's
 * address is not checked.
 */
async function guardParties(
  intent: ConfirmedQuote,
  origin: ChainRecord,
  destination: ChainRecord | undefined,
): Promise<GuardNote[]> {
  const parties = [
    ['user', origin],
    ['refundTo', origin],
    ['recipient', destination],
  ] as const;
  const notes = parties.map(async ([name, chain]) => {
    const address = intent[name];
    const problem = chain ? await checkAddress(address, chain.vmType) : null;
    const isLost = isBurnAddress(address) || (name === 'refundTo' && isSystemAddress(address));
    const isToken = sameAddress(address, intent.destinationCurrency) || (chain && pinnedCurrency(chain, address));
    return [
      ...(problem ? [note('G01', `intent.${name}`, problem)] : []),
      ...G02(!isLost && !isToken, `intent.${name}`, NOBODY),
    ];
  });
  return (await Promise.all(notes)).flat();
}

/**
 * G02: a recipient without a key causes only a warning, because it can be the account of a program that pays somebody
 * out.
 */
async function recipientWarnings({ recipient }: ConfirmedQuote, chain: ChainRecord | undefined): Promise<GuardNote[]> {
  const isOdd = chain !== undefined && (await isKeyless(recipient, chain.vmType));
  return G02(!isOdd, 'intent.recipient', 'is an address that no key controls');
}

/**
 * Returns the text that is hashed for `digest`. Equal requests with equal amounts and addresses have equal texts,
 * because the guard of each family writes the fields of a request in a fixed order.
 */
function canonical(
  { requests, depositAddress }: Verdict,
  { details: { currencyIn, currencyOut } }: WireQuote,
  { recipient, refundTo }: ConfirmedQuote,
): string {
  const least = currencyOut.minimumAmount ?? currencyOut.amount;
  const covered: unknown[] = [requests, currencyIn.amount, least, recipient, refundTo];
  return toJson(covered.concat(depositAddress ?? []));
}
