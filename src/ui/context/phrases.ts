/** Phrases that several views need: amounts, chain names and the texts of an error. */
import { isHexAccount } from '../../shared/chain.js';
import type { ErrorCode, ErrorInfo } from '../../errors.js';
import { shortAddress, type Rounding } from '../../i18n/format.js';
import type { Values } from '../../i18n/translate.js';
import { isKnown, withAmount } from '../../shared/amounts.js';
import type { PaymentState, StateOf } from '../../payment/model/state.js';
import type { Account, Payment, PaymentIntent, TokenAmount } from '../../types.js';
import type { ViewContext } from './view-context.js';

/** `chainId` is 0 if the chain is unknown, for example if the payment was made on another device. */
export const chainPhrase = (chainId: number, { t, chainName }: ViewContext): string =>
  chainName(chainId) ?? (chainId ? t('word.chain-id', { id: String(chainId) }) : t('word.chain'));

/** Formats an amount. Returns undefined if the amount is unknown. */
export const amountPhrase = (amount: TokenAmount, rounding: Rounding, { format }: ViewContext): string | undefined =>
  isKnown(amount) ? format.token(amount, rounding) : undefined;

/** The received amount if the payment has succeeded, otherwise the expected amount. Null if it is unknown. */
export function priceOf(state: PaymentState): TokenAmount | null {
  switch (state.name) {
    case 'idle':
      return null;
    case 'selecting':
      return typedPrice(state.receives, state.intent.amount);
    case 'quoting':
    case 'reviewing':
      return state.quote?.receives ?? typedPrice(state.selection.receives, state.intent.amount);
    case 'succeeded':
      return state.receipt.received;
    default:
      return state.payment.quote.receives;
  }
}

/**
 * The formatted price. Null if unknown. If the merchant requires an exact amount, the text shows exactly that amount.
 * Otherwise the text is rounded down and never shows more than the amount that arrives.
 */
export function pricePhrase(state: PaymentState, ctx: ViewContext): string | null {
  const { t, config, format } = ctx;
  const price = priceOf(state);
  if (price && isLeast(state)) return t('receipt.at-least', { amount: amountPhrase(price, 'down', ctx) });
  if (price) return amountPhrase(price, isExact(state) ? 'exact' : 'down', ctx) ?? null;
  const { price: configured } = config;
  return (
    configured && format.token({ amountFormatted: configured.amount, symbol: configured.symbol, decimals: 18 }, 'exact')
  );
}

/** True if the received amount could not be read. `received.amount` is then the quote's minimum amount. */
const isLeast = (state: PaymentState): boolean =>
  state.name === 'succeeded' &&
  state.receipt.received.minimumAmount === state.receipt.received.amount &&
  state.receipt.received.amount !== state.payment.quote.receives.amount;

/** True if the merchant receives exactly the amount that `priceOf` returns. */
export function isExact(state: PaymentState): boolean {
  if (state.name === 'selecting') return true;
  if ((intentOf(state)?.tradeType ?? 'EXACT_OUTPUT') !== 'EXACT_OUTPUT') return false;
  const { amount, minimumAmount = amount } = priceOf(state) ?? { amount: null };
  return minimumAmount === amount;
}

/** Says whether the payer signed a message, sent a batch or sent a transaction. */
export function sentPhrase({ payingHash, signed, batched }: Payment, { t }: ViewContext): string {
  if (payingHash !== undefined) return t('processing.sent');
  return t(signed ? 'processing.signed' : batched ? 'processing.batched' : 'processing.sent');
}

const uncertain = {
  asked: { title: 'unknown.title', text: 'unknown.text', restart: 'unknown.restart' },
  sent: { title: 'unknown.title-sent', text: 'unknown.text-sent', restart: 'failed.again' },
  batched: { title: 'unknown.title-batched', text: 'unknown.text-batched', restart: 'unknown.restart-batched' },
  told: { title: 'unknown.title-told', text: 'failed.contact', restart: 'unknown.restart-told' },
} as const;

/**
 * The words of the question: whether the payer approved, where a sent payment is, or whether the wallet holds it. If
 * the service told more before, only the merchant knows whether the payment arrived.
 */
export const uncertainKeys = ({
  payment: { payingHash, signed, batched },
  told,
}: StateOf<'processing'>): (typeof uncertain)[keyof typeof uncertain] =>
  uncertain[told ? 'told' : payingHash !== undefined || signed ? 'sent' : batched ? 'batched' : 'asked'];

/** The text says that a payment is on its way only after a chain or the service has detected the payment. */
export function slowPhrase({ sent, status, payment }: StateOf<'processing'>, { t, config }: ViewContext): string {
  if (sent || status !== 'waiting') return t(config.keepOpen ? 'money.on-its-way' : 'processing.slow');
  const text = t(config.keepOpen ? 'processing.slow-held' : 'processing.slow-unseen');
  // After a signature or for a batch, the payer's wallet perhaps has no transaction.
  return payment.payingHash === undefined ? text : `${text} ${t('processing.speed-up')}`;
}

export function unfinishedPhrase({ quote }: Payment, ctx: ViewContext): string {
  const { merchant } = ctx.config;
  const amount = amountPhrase(quote.receives, 'down', ctx);
  return amount === undefined ? ctx.t('banner.text-unknown', { merchant }) : ctx.t('banner.text', { amount, merchant });
}

type ErrorPhrases = { title: string; body: string; action: string };

/** The texts of these codes hold wherever the money is. The texts of all other codes hold only before the payment. */
const holdAnywhere: readonly ErrorCode[] = [
  ...(['offline', 'rate-limited', 'service-down', 'outcome-unknown', 'already-paid', 'reverted', 'replaced'] as const),
  ...(['refunded', 'failed', 'expired', 'invalid-state', 'unconfirmed'] as const),
];

/** True if this payment is perhaps out, and the texts of the code hold only before a payment. */
const isAboutEarlier = ({ code, money }: ErrorInfo): boolean =>
  money !== 'not-sent' && money !== 'in-wallet' && !holdAnywhere.includes(code);

/** Where the money is. Before a payment, only an earlier payment of the order can be out. */
const moneyPhrase = ({ code, money }: ErrorInfo, { name }: PaymentState, { t }: ViewContext): string =>
  money === 'unknown' && BEFORE.includes(name) && code !== 'outcome-unknown' ? t('money.earlier') : t(`money.${money}`);

const BEFORE: readonly PaymentState['name'][] = ['selecting', 'quoting', 'reviewing'];

/**
 * The texts of an error. `title` says what happened. `body` says where the money is and what to do. `action` is the
 * label of a button. Not every error has a button, so `action` can be empty. An error code without texts uses the
 * texts of `service-refused`. If the money is perhaps out, the texts say where it is instead of why a request failed.
 */
export function errorPhrases(problem: ErrorInfo, state: PaymentState, ctx: ViewContext): ErrorPhrases {
  const money = moneyPhrase(problem, state, ctx);
  if (isAboutEarlier(problem) && !BEFORE.includes(state.name)) {
    // Once the payment is out, the guard refuses only further steps. The payment goes on.
    const title = ctx.t(problem.code === 'quote-unsafe' ? 'no-news.refused-step' : 'no-news.title');
    return { title, body: money, action: '' };
  }
  const code = ctx.t.has(`errors.${problem.code}.title`) ? problem.code : 'service-refused';
  const values = Object.entries(problem.values ?? {}).map(([name, value]) => [name, valuePhrases(value, ctx)] as const);
  const known = { ...valuesOf(state, ctx), money, ...Object.fromEntries(values) };
  const phrase = (part: keyof ErrorPhrases, given: Values): string => {
    const key = `errors.${code}.${part}`;
    return ctx.t.has(key) ? ctx.t(key, given) : '';
  };
  // The title must always be shown, so every placeholder has a default value. In the body, a sentence with a missing
  // value is left out.
  const complete = { ...defaultValues(ctx), ...known };
  const body = phrase('body', known);
  const isSaid = problem.money !== 'unknown' || body.includes(money);
  return {
    title: phrase('title', complete),
    body: isSaid ? body : `${body} ${money}`,
    action: phrase('action', complete),
  };
}

/**
 * Formats a value of an error. An amount such as `0.0072 ETH` gets the locale's format, and an address is shortened.
 */
function valuePhrases(value: string, { format }: ViewContext): string {
  const [, amountFormatted, fraction = '', symbol] = /^(\d+(?:\.(\d+))?) (\S+)$/.exec(value) ?? [];
  if (amountFormatted && symbol) return format.token({ amountFormatted, symbol, decimals: fraction.length }, 'up');
  return isHexAccount(value) ? shortAddress(value) : value;
}

/** Values for the placeholders of the error texts, taken from the payment state. */
function valuesOf(state: PaymentState, ctx: ViewContext): Values {
  const account = accountOf(state);
  const asset = 'asset' in state && state.asset && 'symbol' in state.asset ? state.asset : null;
  return {
    merchant: ctx.config.merchant,
    ...(asset && { token: asset.symbol, chain: chainPhrase(asset.chainId, ctx) }),
    ...(account && { wallet: ctx.walletName(account.wallet) }),
  };
}

const defaultValues = ({ t }: ViewContext): Values => ({
  token: t('word.token'),
  native: t('word.native'),
  chain: t('word.chain'),
  wallet: t('word.wallet'),
  amount: t('word.amount'),
  new: t('word.account'),
});

const intentOf = (state: PaymentState): PaymentIntent | null =>
  'payment' in state ? state.payment.intent : 'intent' in state ? state.intent : null;

function accountOf(state: PaymentState): Account | null {
  if ('payment' in state) return state.payment.account;
  if ('account' in state) return state.account;
  return 'accounts' in state ? (state.accounts[0] ?? null) : null;
}

function typedPrice(receives: TokenAmount | null, amount: string | undefined): TokenAmount | null {
  if (!receives || receives.amount !== null) return receives;
  return amount ? withAmount(receives, amount) : null;
}
