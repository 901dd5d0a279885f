/** The guard rules for a quote as a whole, each a table of conditions. */
import { isEndpoint } from '../../api/responses/parse.js';
import type { WireAmount, WireQuote } from '../../api/responses/types.js';
import type { ChainRecord, GuardNote } from '../../types.js';
import type { CompleteIntent } from '../../vm/adapter.js';
import { sameAddress } from '../../vm/addresses.js';
import { pinnedCurrency } from '../../vm/registry.js';
import { formatUnits, usdMicros } from '../../shared/amounts.js';

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
  useDepositAddress: boolean;
  txs?: { to: string; value: string; data: string }[];
};

/** `destination` is undefined if the registry lacks that chain: the guard still accepts it as a destination. */
export type QuoteRule = (
  quote: WireQuote,
  intent: ConfirmedQuote,
  origin: ChainRecord,
  destination: ChainRecord | undefined,
) => GuardNote[];

export const note = (rule: string, path: string, message: string): GuardNote => ({ rule, path, message });

/** The notes of the rows whose condition is false. */
export const unless = (...rows: [holds: boolean, rule: string, path: string, message: string][]): GuardNote[] =>
  rows.flatMap(([holds, ...rest]) => (holds ? [] : [note(...rest)]));

/** G05: a chain with `disabled` true must not be used. */
const guardChains: QuoteRule = (_quote, _intent, origin, destination) =>
  unless(
    [!origin.disabled, 'G05', 'intent.originChainId', 'is disabled'],
    [!destination?.disabled, 'G05', 'intent.destinationChainId', 'is disabled'],
  );

/** G02: payer, recipient, currencies and request id of the quote must match the intent. */
const guardIdentity: QuoteRule = ({ details, ...quote }, intent) => {
  const { currencyIn, currencyOut, refundCurrency } = details;
  const ids = requestIds({ details, ...quote });
  return [
    ...unless(
      [sameAddress(details.sender, intent.user), 'G02', 'details.sender', 'is not the payer'],
      [sameAddress(details.recipient, intent.recipient), 'G02', 'details.recipient', 'is not the recipient'],
      [
        isOf(currencyIn, intent.originChainId, intent.originCurrency),
        'G02',
        'details.currencyIn.currency',
        'is not what pays',
      ],
      [
        isOf(currencyOut, intent.destinationChainId, intent.destinationCurrency),
        'G02',
        'details.currencyOut.currency',
        'is not what is paid for',
      ],
      [
        (refundCurrency?.currency.chainId ?? intent.originChainId) === intent.originChainId,
        'G02',
        'details.refundCurrency.currency.chainId',
        'is not the origin chain',
      ],
      [ids.length > 0, 'G02', 'requestId', 'is missing: the payment could not be followed'],
    ),
    ...ids.filter(({ id }) => id !== ids[0]?.id).map(({ path }) => note('G02', path, 'is of another request')),
  ];
};

const isOf = ({ currency }: WireAmount, chain: number, address: string): boolean =>
  currency.chainId === chain && sameAddress(currency.address, address);

export function requestIds({ requestId, steps }: WireQuote): { path: string; id: string }[] {
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

/** G03: the quote takes no more and gives no less than the intent allows. */
const guardAmounts: QuoteRule = ({ details }, { tradeType, amount, maxIn, minOut }) => {
  const paid = BigInt(details.currencyIn.amount);
  const received = BigInt(details.currencyOut.amount);
  const asked = BigInt(amount);
  const least = details.currencyOut.minimumAmount;
  const isInput = tradeType === 'EXACT_INPUT';
  return unless(
    [paid > 0n, 'G03', 'details.currencyIn.amount', 'is nothing'],
    [!isInput || paid === asked, 'G03', 'details.currencyIn.amount', `is not ${amount}`],
    [
      isInput || maxIn === undefined || paid <= BigInt(maxIn),
      'G03',
      'details.currencyIn.amount',
      `is more than ${maxIn}`,
    ],
    [tradeType !== 'EXACT_OUTPUT' || received >= asked, 'G03', 'details.currencyOut.amount', `is less than ${amount}`],
    [
      !isInput || minOut === undefined || (least !== undefined && BigInt(least) >= BigInt(minOut)),
      'G03',
      'details.currencyOut.minimumAmount',
      `is less than ${minOut}`,
    ],
  );
};

const tokensOf = (
  { details }: WireQuote,
  origin: ChainRecord,
  destination: ChainRecord | undefined,
): { path: string; shown: WireAmount; chain: ChainRecord | undefined }[] => [
  { path: 'details.currencyIn', shown: details.currencyIn, chain: origin },
  { path: 'details.currencyOut', shown: details.currencyOut, chain: destination },
];

/** G03: the amounts that the payer sees are the amounts in the wallet requests. */
const guardTokens: QuoteRule = (quote, _intent, origin, destination) =>
  tokensOf(quote, origin, destination).flatMap(({ path, shown, chain }) => {
    const { amount, amountFormatted, currency } = shown;
    const decimals = (chain && pinnedCurrency(chain, currency.address)?.decimals) ?? currency.decimals;
    const [, whole, fraction] = /^(\d+)(?:\.(\d*?)0*)?$/.exec(amountFormatted ?? '') ?? [];
    const written = fraction ? `${whole}.${fraction}` : whole;
    return unless(
      [currency.decimals === decimals, 'G03', `${path}.currency.decimals`, `is not ${decimals}`],
      [
        amountFormatted === undefined || written === formatUnits(amount, currency.decimals),
        'G03',
        `${path}.amountFormatted`,
        'is another amount',
      ],
    );
  });

/** G50: a status check is a GET of a plain path at the service. */
const guardEndpoints: QuoteRule = ({ steps }) =>
  steps.flatMap(({ items }, s) =>
    items.flatMap(({ check }, i) =>
      unless([
        !check || (isEndpoint(check.endpoint) && check.method === 'GET'),
        'G50',
        `steps[${s}].items[${i}].check.endpoint`,
        'is not a plain path to ask',
      ]),
    ),
  );

/** Warnings that do not block (G03). */
export const warnings: QuoteRule = (quote, intent, origin, destination) => {
  const { currencyIn, currencyOut, totalImpact } = quote.details;
  const { components, userPaysTotal } = quote.feeSponsorship?.quoted ?? {};
  const shares = Object.values(components ?? {}).reduce((sum, { userPays }) => sum + BigInt(userPays.amount), 0n);
  const least = BigInt(currencyOut.minimumAmount ?? currencyOut.amount);
  return [
    ...tokensOf(quote, origin, destination).flatMap(({ path, shown: { currency }, chain }) => {
      const pinned = chain && pinnedCurrency(chain, currency.address);
      return unless(
        [!chain || pinned !== undefined, 'G03', `${path}.currency.address`, 'is a token that is not pinned'],
        [!pinned || pinned.symbol === currency.symbol, 'G03', `${path}.currency.symbol`, `is not ${pinned?.symbol}`],
      );
    }),
    ...unless(
      [
        intent.tradeType !== 'EXACT_OUTPUT' || least >= BigInt(intent.amount),
        'G03',
        'details.currencyOut.minimumAmount',
        'is less than the amount',
      ],
      [
        isFair(currencyIn, currencyOut, totalImpact?.percent),
        'G03',
        'details.totalImpact',
        'does not explain the difference in USD',
      ],
      [
        !components || !userPaysTotal || shares === BigInt(userPaysTotal.amount),
        'G03',
        'feeSponsorship.quoted.userPaysTotal',
        'is not the sum of its parts',
      ],
    ),
  ];
};

/** True if the USD values in and out differ by at most the shown impact plus one percent, or if a value is unknown. */
function isFair(currencyIn: WireAmount, currencyOut: WireAmount, impact = '0'): boolean {
  const [paid, received] = [usdMicros(currencyIn.amountUsd), usdMicros(currencyOut.amountUsd)];
  const percent = usdMicros(impact.replace('-', ''));
  if (paid === null || received === null || percent === null) return true;
  const apart = paid > received ? paid - received : received - paid;
  return apart * 100_000_000n <= paid * (percent + 1_000_000n);
}

/** The blocking rules, in order. */
export const quoteRules: readonly QuoteRule[] = [guardChains, guardIdentity, guardAmounts, guardTokens, guardEndpoints];
