/**
 * G61: compares the order in the quote (`protocol.v2.orderData`) with this payment: amounts, recipient, refund address
 * and calls. Not every quote has an order.
 */
import { amountText } from '../../api/responses/shapes.js';
import type { Issue } from '../../shared/validation.js';
import { anything, list, object, text } from '../../shared/validation.js';
import type { WireQuote } from '../../api/responses/types.js';
import { isHexAccount } from '../../shared/chain.js';
import { isRecord, UINT_TEXT } from '../../shared/patterns.js';
import type { ChainRecord, GuardNote } from '../../types.js';
import { addressKey, sameAddress } from '../../vm/addresses.js';
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

/** The fields of a `v1` order that the guard compares. */
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

/** The order in the quote if its `version` is `v1`; otherwise null. */
function shownOrder(protocol: WireQuote['protocol']): Record<string, unknown> | null {
  const data = protocol?.v2?.orderData;
  return isRecord(data) && data['version'] === 'v1' ? data : null;
}

/** Checks a `v1` order. An incomplete order is blocked. A missing order or another version is not checked. */
export const guardOrder: QuoteRule = ({ details, protocol }, intent, origin, destination) => {
  const data = shownOrder(protocol);
  if (!data) return [];
  const issues: Issue[] = [];
  const { inputs, output } = order(data, PATH, issues);
  if (issues.length > 0) return issues.map(({ path, message }) => note('G61', path, message));
  const { currencyIn, currencyOut } = details;
  return [
    ...guardInputs(inputs, BigInt(currencyIn.amount), intent, origin),
    ...guardOutput(output, BigInt(currencyOut.minimumAmount ?? currencyOut.amount), intent, destination),
  ];
};

/**
 * Warns the payer before the payment if the merchant set calls and the quote shows no order. The calls may never be
 * executed.
 */
export const orderWarnings: QuoteRule = ({ protocol }, { txs = [] }) =>
  G61(txs.length === 0 || shownOrder(protocol) !== null, `${PATH}.output.calls`, 'are not shown by the quote');

/**
 * True if the order's chain name equals the chain's `protocol.v2.chainId`. Also true if the registry has no such name
 * to compare.
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
  // If the two chains have different address formats, `refundTo` is invalid on the other chain. A refund there can only
  // go to the recipient.
  const isOtherFormat = isHexAccount(refundTo) !== isHexAccount(recipient);
  return [
    ...G61(total <= amountIn, `${PATH}.inputs`, `take ${total} instead of ${amountIn}`),
    ...inputs.flatMap(({ payment, refunds }, i) => {
      const path = `${PATH}.inputs[${i}]`;
      const mayRefund = (refund: OrderInput['refunds'][number]): boolean =>
        sameAddress(refund.recipient, refundTo) ||
        (isOtherFormat && refund.chainId !== payment.chainId && sameAddress(refund.recipient, recipient));
      return [
        ...G61(isChain(payment.chainId, origin), `${path}.payment.chainId`, 'is not the origin chain'),
        ...G61(sameAddress(payment.currency, originCurrency), `${path}.payment.currency`, 'is not what pays'),
        ...refunds.flatMap((refund, r) =>
          G61(mayRefund(refund), `${path}.refunds[${r}].recipient`, 'is not who gets a refund'),
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
  // If there are calls, the payment goes to a contract that executes and pays the calls. The recipient gets the rest.
  const { erc20Router, hubReceiver, multicaller, onlyOwnerMulticaller, v3 } = destination?.contracts ?? {};
  const runners = [erc20Router, hubReceiver, multicaller, onlyOwnerMulticaller, v3?.erc20Router].filter(Boolean);
  const payees = [recipient, ...(txs.length > 0 ? (runners as string[]) : [])];
  const isPaid = payments.some(
    (payment) =>
      payees.some((payee) => sameAddress(payee, payment.recipient)) &&
      sameAddress(payment.currency, destinationCurrency) &&
      BigInt(payment.minimumAmount) >= least,
  );
  const isRequested = (call: unknown, at: number): boolean => txs[at] !== undefined && isCall(call, txs[at]);
  const areRequested = calls.length === txs.length && calls.every(isRequested);
  return [
    ...G61(isChain(chainId, destination), `${PATH}.output.chainId`, 'is not the destination chain'),
    ...G61(isPaid, `${PATH}.output.payments`, `pay the recipient less than ${least}, or nothing`),
    ...G61(areRequested, `${PATH}.output.calls`, 'are not the calls that were asked for'),
  ];
}

type OrderCall = NonNullable<ConfirmedQuote['txs']>[number];

/**
 * True if the order's call matches the merchant's call. The order's call is an object or an encoded text. The encoding
 * is undocumented, so target, value and data must only occur in the text.
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
