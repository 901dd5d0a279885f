/**
 * G61: compares the service's order in a quote (`protocol.v2.orderData`) with the payer's intent. The order defines
 * what the solver must deliver. Some quotes contain no order.
 */
import { amountText } from '../../api/responses/shapes.js';
import type { Issue } from '../../shared/validation.js';
import { anything, list, object, text } from '../../shared/validation.js';
import type { WireQuote } from '../../api/responses/types.js';
import { addressKey, isHexAccount, sameAddress } from '../../shared/chain.js';
import { isOneOf } from '../../vm/address/addresses.js';
import { isRecord, UINT_TEXT } from '../../shared/text/patterns.js';
import type { ChainRecord, GuardNote } from '../../types.js';
import { note, ruleRow, type ConfirmedQuote, type QuoteRule } from './quote-rules.js';

type OrderInput = {
  payment: { chainId: string; currency: string; amount: string };
  refunds: { chainId: string; recipient: string }[];
};

type OrderOutput = {
  chainId: string;
  payments: { recipient: string; currency: string; minimumAmount: string }[];
  calls: unknown[];
};

/** The fields of a service's order of version `v1` that the guard compares with the intent. */
const order = object<{ inputs: OrderInput[]; output: OrderOutput }>({
  inputs: list(
    object<OrderInput>({
      payment: object<OrderInput['payment']>({ chainId: text, currency: text, amount: amountText }),
      refunds: list(object<OrderInput['refunds'][number]>({ chainId: text, recipient: text })),
    }),
  ),
  output: object<OrderOutput>({
    chainId: text,
    payments: list(
      object<OrderOutput['payments'][number]>({ recipient: text, currency: text, minimumAmount: amountText }),
    ),
    calls: list(anything),
  }),
});

const G61 = ruleRow('G61');

const PATH = 'protocol.v2.orderData';

/** The longest part of an unknown version that a message repeats. */
const VERSION_MAX = 20;

/** Returns the service's order in the quote, or null if the quote has no order, or an empty one. */
function orderOf({ protocol }: Pick<WireQuote, 'protocol'>): unknown {
  const data = protocol?.v2?.orderData ?? null;
  const isEmpty = data === '' || (typeof data === 'object' && data !== null && Object.keys(data).length === 0);
  return isEmpty ? null : data;
}

/**
 * Checks the service's order in a quote. An order of another version is judged if it has the fields of a `v1` order, so
 * that no version hides an order from the guard. Without these fields, such an order is refused, and the note names its
 * version if this is a text.
 */
export const guardOrder: QuoteRule = (quote, intent, origin, destination) => {
  const data = orderOf(quote);
  if (data === null) return [];
  const issues: Issue[] = [];
  const read = order(data, PATH, issues);
  if (issues.length > 0) {
    const version = isRecord(data) ? data['version'] : undefined;
    if (version === 'v1') return issues.map(({ path, message }) => note('G61', path, message));
    const named = typeof version === 'string' ? `"${version.slice(0, VERSION_MAX)}"` : 'of this order';
    return [note('G61', `${PATH}.version`, `${named} is not known here: an update may be needed`)];
  }
  const { inputs, output } = read;
  const { currencyIn, currencyOut } = quote.details;
  return [
    ...guardInputs(inputs, BigInt(currencyIn.amount), intent, origin),
    ...guardOutput(output, BigInt(currencyOut.minimumAmount ?? currencyOut.amount), intent, destination),
  ];
};

/**
 * Warns if the merchant has set calls (`txs`), but the quote contains no order of the service. Without an order, the
 * guard cannot check whether the solver will execute the calls.
 */
export const orderWarnings: QuoteRule = (quote, { txs = [] }) =>
  G61(txs.length === 0 || orderOf(quote) !== null, `${PATH}.output.calls`, 'are not shown by the quote');

/**
 * True if `name` is the name that the service's orders use for the chain (`protocol.v2.chainId`), or if the registry
 * has no such name for this chain.
 */
const isChain = (name: string, chain: ChainRecord | undefined): boolean =>
  name === (chain?.protocol?.v2?.chainId ?? name);

function guardInputs(
  inputs: readonly OrderInput[],
  amountIn: bigint,
  { originCurrency, recipient, refundTo }: ConfirmedQuote,
  origin: ChainRecord,
): GuardNote[] {
  const total = inputs.reduce((sum, { payment }) => sum + BigInt(payment.amount), 0n);
  // If only one of `refundTo` and `recipient` is an EVM address, `refundTo` is invalid on the destination chain, so a
  // refund there may go to the recipient. Other formats are not told apart, so a refund must then go to `refundTo`.
  const isOtherFormat = isHexAccount(refundTo) !== isHexAccount(recipient);
  // An order that takes nothing is not about this money, and would give nothing back after a failure.
  const takesPrice = total > 0n && total <= amountIn;
  return [
    ...G61(takesPrice, `${PATH}.inputs`, `take ${total} instead of ${amountIn}`),
    ...inputs.flatMap(({ payment, refunds }, i) => {
      const path = `${PATH}.inputs[${i}]`;
      const isBack = ({ chainId, recipient: to }: OrderInput['refunds'][number]): boolean =>
        chainId === payment.chainId && sameAddress(to, refundTo);
      const mayRefund = (refund: OrderInput['refunds'][number]): boolean =>
        sameAddress(refund.recipient, refundTo) ||
        (isOtherFormat && refund.chainId !== payment.chainId && sameAddress(refund.recipient, recipient));
      return [
        ...G61(isChain(payment.chainId, origin), `${path}.payment.chainId`, 'is not the origin chain'),
        ...G61(sameAddress(payment.currency, originCurrency), `${path}.payment.currency`, 'is not the paying currency'),
        ...G61(refunds.some(isBack), `${path}.refunds`, 'lack the refund address'),
        ...refunds.flatMap((refund, r) =>
          G61(mayRefund(refund), `${path}.refunds[${r}].recipient`, 'is not the refund address'),
        ),
      ];
    }),
  ];
}

function guardOutput(
  { chainId, payments, calls }: OrderOutput,
  least: bigint,
  { destinationCurrency, recipient, txs = [] }: ConfirmedQuote,
  destination: ChainRecord | undefined,
): GuardNote[] {
  // If the merchant has set calls, the service's order can pay a contract of the destination chain. This contract
  // executes the calls, and sends the remaining money to the recipient.
  const { erc20Router, hubReceiver, multicaller, onlyOwnerMulticaller, v3 } = destination?.contracts ?? {};
  const runners = [erc20Router, hubReceiver, multicaller, onlyOwnerMulticaller, v3?.erc20Router].filter(Boolean);
  const payees = [recipient, ...(txs.length > 0 ? (runners as string[]) : [])];
  const isPayee = (payment: OrderOutput['payments'][number]): boolean => isOneOf(payment.recipient, payees);
  const isPaid = payments.some(
    (payment) =>
      isPayee(payment) && sameAddress(payment.currency, destinationCurrency) && BigInt(payment.minimumAmount) >= least,
  );
  const isRequested = (call: unknown, at: number): boolean => txs[at] !== undefined && isCall(call, txs[at]);
  const areRequested = calls.length === txs.length && calls.every(isRequested);
  return [
    ...G61(isChain(chainId, destination), `${PATH}.output.chainId`, 'is not the destination chain'),
    ...payments.flatMap((payment, p) =>
      G61(isPayee(payment), `${PATH}.output.payments[${p}].recipient`, 'is not the recipient'),
    ),
    ...G61(isPaid, `${PATH}.output.payments`, `pay the recipient less than ${least}, or nothing`),
    ...G61(areRequested, `${PATH}.output.calls`, 'are not the calls of the merchant'),
  ];
}

type OrderCall = NonNullable<ConfirmedQuote['txs']>[number];

/**
 * True if a call in the service's order matches the merchant's call. If the order contains the call as encoded text,
 * whose format is not documented, checks only that the text contains the target, the value and the data.
 */
function isCall(call: unknown, { to, value, data }: OrderCall): boolean {
  if (isRecord(call)) {
    const { to: target, value: amount, data: bytes } = call;
    return (
      sameAddress(String(target), to) &&
      isSameAmount(amount, value) &&
      String(bytes).toLowerCase() === data.toLowerCase()
    );
  }
  if (typeof call !== 'string') return false;
  const abiWord = (hex: string): string => hex.padStart(64, '0');
  const parts = [abiWord(addressKey(to).slice(2)), abiWord(BigInt(value).toString(16)), data.toLowerCase().slice(2)];
  return parts.every((part) => call.toLowerCase().includes(part));
}

const isSameAmount = (amount: unknown, value: string): boolean =>
  typeof amount === 'string' && UINT_TEXT.test(amount) && BigInt(amount) === BigInt(value);
