/** Contains guard rules for the quote as a whole, each as a list of conditions. */
import { familyOf } from '../../vm/families.js';
import { isEndpoint } from '../../api/responses/parse.js';
import type { WireAmount, WireQuote } from '../../api/responses/types.js';
import type { ChainRecord, GuardNote } from '../../types.js';
import type { CompleteIntent } from '../../vm/family/adapter.js';
import { sameAddress } from '../../shared/chain.js';
import { isNative, pinnedCurrency, takesPayments } from '../../vm/registry/registry.js';
import { formatUnits } from '../../shared/amounts.js';

/** The intent fields that the rules compare. */
export type ConfirmedQuote = Pick<
  CompleteIntent,
  | 'tradeType'
  | 'amount'
  | 'maxIn'
  | 'minOut'
  | 'user'
  | 'recipient'
  | 'refundTo'
  | 'originChainId'
  | 'originCurrency'
  | 'destinationChainId'
  | 'destinationCurrency'
> & {
  explicitDeposit?: boolean;
  usePermit?: boolean;
  subsidizeFees?: boolean;
  topupGas?: boolean;
  topupGasAmount?: string;
  slippageTolerance?: string;
  depositFeePayer?: string;
  appFees?: { fee: string }[];
  useDepositAddress: boolean;
  txs?: { to: string; value: string; data: string }[];
};

/** A request id, and its path in the quote. */
export type FoundRequestId = { path: string; id: string };

/**
 * Checks one rule and returns what is wrong. `destination` is undefined if the registry does not contain the
 * destination chain; a payment to this chain is still allowed. `ids` contains every request id in the quote.
 */
export type QuoteRule = (
  quote: WireQuote,
  intent: ConfirmedQuote,
  origin: ChainRecord,
  destination: ChainRecord | undefined,
  ids: readonly FoundRequestId[],
) => GuardNote[];

export const note = (rule: string, path: string, message: string): GuardNote => ({ rule, path, message });

/** Checks one condition of a rule, and returns one note if the condition is false, or an empty list otherwise. */
export type RuleRow = (holds: boolean, path: string, message: string) => GuardNote[];

/** Returns a function that checks the conditions of this rule. */
export const ruleRow =
  (rule: string): RuleRow =>
  (holds, path, message) =>
    holds ? [] : [note(rule, path, message)];

const G02 = ruleRow('G02');
const G03 = ruleRow('G03');
const G05 = ruleRow('G05');
const G50 = ruleRow('G50');

/**
 * G05: no payment may use a chain whose record has `disabled: true`, and nobody can pay from one whose record has
 * `depositEnabled: false`.
 */
const guardChains: QuoteRule = (_quote, _intent, origin, destination) => [
  ...G05(takesPayments(origin), 'intent.originChainId', 'is disabled'),
  ...G05(!destination?.disabled, 'intent.destinationChainId', 'is disabled'),
];

/**
 * G02: payer, recipient and currencies of the quote must match the intent, and a refund must be on the origin chain.
 * The quote must name a request id, and all its request ids must be equal.
 */
const guardIdentity: QuoteRule = ({ details }, intent, _origin, _destination, ids) => {
  const { currencyIn, currencyOut, refundCurrency } = details;
  const { user, recipient, originChainId, originCurrency, destinationChainId, destinationCurrency } = intent;
  const paysAsked = isOf(currencyIn, originChainId, originCurrency);
  const givesAsked = isOf(currencyOut, destinationChainId, destinationCurrency);
  const refundChain = refundCurrency?.currency.chainId ?? originChainId;
  return [
    ...G02(sameAddress(details.sender, user), 'details.sender', 'is not the payer'),
    ...G02(sameAddress(details.recipient, recipient), 'details.recipient', 'is not the recipient'),
    ...G02(paysAsked, 'details.currencyIn.currency', 'is not the paying currency'),
    ...G02(givesAsked, 'details.currencyOut.currency', 'is not the currency to receive'),
    ...G02(refundChain === originChainId, 'details.refundCurrency.currency.chainId', 'is not the origin chain'),
    ...G02(ids.length > 0, 'requestId', 'is missing: nobody could track the payment'),
    ...ids.flatMap(({ id, path }) => G02(id === ids[0]?.id, path, 'belongs to another request')),
  ];
};

const isOf = ({ currency }: WireAmount, chain: number, address: string): boolean =>
  currency.chainId === chain && sameAddress(currency.address, address);

/** Returns every request id in the quote, in order. */
export function requestIds({ requestId, steps }: WireQuote): FoundRequestId[] {
  const all = [
    { path: 'requestId', id: requestId },
    ...steps.flatMap((step, s) => [
      { path: `steps[${s}].requestId`, id: step.requestId },
      ...step.items.map(({ check }, i) => ({
        path: `steps[${s}].items[${i}].check.endpoint`,
        id: /\?requestId=(0x[0-9a-f]{64})$/.exec(check?.endpoint ?? '')?.[1],
      })),
    ]),
  ];
  return all.flatMap(({ path, id }) => (id === undefined ? [] : [{ path, id }]));
}

/** G03: the quote must not take more or give less than the intent allows. */
const guardAmounts: QuoteRule = ({ details }, { tradeType, amount, maxIn, minOut }) => {
  const paid = BigInt(details.currencyIn.amount);
  const received = BigInt(details.currencyOut.amount);
  const wanted = BigInt(amount);
  const least = details.currencyOut.minimumAmount;
  const isInput = tradeType === 'EXACT_INPUT';
  const isBelowMost = isInput || maxIn === undefined || paid <= BigInt(maxIn);
  const isAboveLeast = !isInput || minOut === undefined || (least !== undefined && BigInt(least) >= BigInt(minOut));
  return [
    ...G03(paid > 0n, 'details.currencyIn.amount', 'is nothing'),
    ...G03(!isInput || paid === wanted, 'details.currencyIn.amount', `is not ${amount}`),
    ...G03(isBelowMost, 'details.currencyIn.amount', `is more than ${maxIn}`),
    ...G03(tradeType !== 'EXACT_OUTPUT' || received >= wanted, 'details.currencyOut.amount', `is less than ${amount}`),
    ...G03(isAboveLeast, 'details.currencyOut.minimumAmount', `is less than ${minOut}`),
    ...G03(received > 0n, 'details.currencyOut.amount', 'is nothing'),
    ...G03(least === undefined || BigInt(least) > 0n, 'details.currencyOut.minimumAmount', 'is nothing'),
    ...G03(
      least === undefined || BigInt(least) <= received,
      'details.currencyOut.minimumAmount',
      'is more than the amount',
    ),
  ];
};

const tokensOf = (
  { details }: WireQuote,
  origin: ChainRecord,
  destination: ChainRecord | undefined,
): { path: string; shown: WireAmount; chain: ChainRecord | undefined }[] => [
  { path: 'details.currencyIn', shown: details.currencyIn, chain: origin },
  { path: 'details.currencyOut', shown: details.currencyOut, chain: destination },
];

/** G03: the decimals in the quote must match the registry, and `amountFormatted` must match `amount`. */
const guardTokens: QuoteRule = (quote, _intent, origin, destination) =>
  tokensOf(quote, origin, destination).flatMap(({ path, shown, chain }) => {
    const { amount, amountFormatted, currency } = shown;
    const native = chain && isNative(chain, currency.address) ? familyOf(chain.vmType)?.nativeDecimals : null;
    const listed = chain && pinnedCurrency(chain, currency.address)?.decimals;
    const decimals = native ?? listed ?? currency.decimals;
    const [, whole, fraction] = /^(\d+)(?:\.(\d*?)0*)?$/.exec(amountFormatted ?? '') ?? [];
    const written = fraction ? `${whole}.${fraction}` : whole;
    const isSame = amountFormatted === undefined || written === formatUnits(amount, currency.decimals);
    return [
      ...G03(currency.decimals === decimals, `${path}.currency.decimals`, `is not ${decimals}`),
      ...G03(isSame, `${path}.amountFormatted`, 'is another amount'),
    ];
  });

/** G50: a status check must be a GET request to a path of the service, and never to a full URL. */
const guardEndpoints: QuoteRule = ({ steps }) =>
  steps.flatMap(({ items }, s) =>
    items.flatMap(({ check }, i) => {
      const isPlain = !check || (isEndpoint(check.endpoint) && check.method === 'GET');
      return G50(isPlain, `steps[${s}].items[${i}].check.endpoint`, 'is not a plain path of the service');
    }),
  );

/** G03: warns about unusual tokens, but does not block the payment. */
export const tokenWarnings: QuoteRule = (quote, _intent, origin, destination) =>
  tokensOf(quote, origin, destination).flatMap(({ path, shown: { currency }, chain }) => {
    const pinned = chain && pinnedCurrency(chain, currency.address);
    const isNamed = !pinned || pinned.symbol === currency.symbol;
    return [
      ...G03(!chain || pinned !== undefined, `${path}.currency.address`, 'is a token that is not pinned'),
      ...G03(isNamed, `${path}.currency.symbol`, `is not ${pinned?.symbol}`),
    ];
  });

/** The rules of this file that can block a payment, in order. */
export const quoteRules: readonly QuoteRule[] = [guardChains, guardIdentity, guardAmounts, guardTokens, guardEndpoints];
