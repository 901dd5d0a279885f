/** Phrases that several views show, such as amounts, chain names and the texts of an error. */
import type { ErrorCode, ErrorInfo } from '../../errors.js';
import { shortAddress, type Rounding } from '../../i18n/format.js';
import type { Values } from '../../i18n/translate.js';
import { isKnown, withAmount } from '../../shared/amounts.js';
import type { PaymentState, Selection, StateOf } from '../../payment/model/state.js';
import type { Account, Payment, PaymentIntent, TokenAmount, VmType } from '../../types.js';
import type { ViewContext } from './view-context.js';

type WalletFamily = Selection['wallets'][number]['vmType'];

/** Returns the name of a chain family in the payer's language. */
export const familyPhrase = (vmType: VmType, { t }: ViewContext): string => t(`word.${vmType as WalletFamily}`);

/**
 * Returns the chain's name, or a text in its place. `chainId` is 0 if the chain is unknown, for example for a payment
 * of another device.
 */
export const chainPhrase = (chainId: number, { t, chainName }: ViewContext): string =>
  chainName(chainId) ?? (chainId ? t('word.chain-id', { id: String(chainId) }) : t('word.chain'));

/**
 * Joins texts with a sign between them, and isolates each text (U+2068, U+2069) if one runs from right to left, so that
 * an amount stays beside its own symbol.
 */
export function joined(texts: readonly (string | null)[], sign: string): string {
  const all = texts.filter((text) => text !== null);
  return (RTL.test(all.join('')) ? all.map((text) => `\u2068${text}\u2069`) : all).join(sign);
}

const RTL = /[\u0590-\u08ff\u200f]/u;

/** Formats an amount; undefined if the amount is unknown. */
export const amountPhrase = (amount: TokenAmount, rounding: Rounding, { format }: ViewContext): string | undefined =>
  isKnown(amount) ? format.token(amount, rounding) : undefined;

/**
 * Returns the price: the set or typed amount while no quote is shown, then the amount that the recipient should receive
 * and, after a success, the received amount of the receipt. Returns null if there is no price yet. For a payment from
 * the journal, the amount of the price can be unknown.
 */
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
 * Returns the formatted price, or null if the price is unknown. An exact amount is shown in full. Any other is rounded
 * down, so that rounding never adds to the amount.
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

/**
 * Whether the payment succeeded, but the page could not read the received amount, and the quote's minimum amount is
 * below its expected amount. `received.amount` is then this minimum amount.
 */
const isLeast = (state: PaymentState): boolean =>
  state.name === 'succeeded' &&
  state.receipt.received.minimumAmount === state.receipt.received.amount &&
  state.receipt.received.amount !== state.payment.quote.receives.amount;

/**
 * True in `selecting`. In any other state, true if the payment has `EXACT_OUTPUT` and the price has no other minimum
 * amount. The amount that `priceOf` returns is then exact, and no estimate.
 */
export function isExact(state: PaymentState): boolean {
  if (state.name === 'selecting') return true;
  if ((intentOf(state)?.tradeType ?? 'EXACT_OUTPUT') !== 'EXACT_OUTPUT') return false;
  const { amount, minimumAmount = amount } = priceOf(state) ?? { amount: null };
  return minimumAmount === amount;
}

/** Returns a text about what the payer has done: signed a message, sent a batch, or sent a transaction. */
export function sentPhrase({ payingHash, signed, batched }: Payment, { t }: ViewContext): string {
  if (payingHash !== undefined) return t('processing.sent');
  return t(signed ? 'processing.signed' : batched ? 'processing.batched' : 'processing.sent');
}

/** Returns a text about why the payer is asked to sign again, and that only one signature can pay. */
export const againPhrase = ({ quote }: Payment, ctx: ViewContext): string =>
  ctx.t('processing.sign-text', { amount: amountPhrase(quote.pays, 'up', ctx) ?? ctx.t('word.amount') });

const asked = { title: 'unknown.title', text: 'unknown.text', restart: 'unknown.restart' } as const;

/** A `remedy` is the body of an error, whose placeholder `money` takes the `text`. */
const uncertain = {
  asked,
  sent: { title: 'unknown.title-sent', text: 'unknown.text-sent', restart: 'failed.again' },
  batched: { title: 'unknown.title-batched', text: 'unknown.text-batched', restart: 'unknown.restart-batched' },
  told: { title: 'unknown.title-told', text: 'failed.contact', restart: 'unknown.restart-told' },
  declined: { title: 'errors.declined.title', text: 'unknown.text-declined', restart: 'unknown.restart-declined' },
  device: { ...asked, title: 'errors.device.title', remedy: 'errors.device.body' },
  'no-gas': { ...asked, title: 'errors.no-gas.title', remedy: 'errors.no-gas.body' },
  'would-revert': { ...asked, title: 'errors.would-revert.title', remedy: 'errors.would-revert.body' },
  'wallet-gone': { ...asked, title: 'errors.wallet-gone.title', remedy: 'errors.wallet-gone.body' },
  'window-blocked': { ...asked, title: 'errors.window-blocked.title', remedy: 'errors.window-blocked.body' },
} as const;

/**
 * Returns the keys of the texts for a payment whose outcome is unknown. `asked` asks whether the payer approved the
 * payment. `sent` means that the payer sent or signed the payment, but that it has not been found. `batched` asks
 * whether the wallet still holds the batch. `told` is for a payment about which the service has already reported
 * progress or a result. Only the merchant knows whether such a payment arrived. The others repeat the error that the
 * wallet reported, which proves nothing.
 */
export const uncertainKeys = ({
  payment: { payingHash, signed, batched },
  told,
  problem,
}: StateOf<'processing'>): (typeof uncertain)[keyof typeof uncertain] =>
  uncertain[
    told ? 'told' : payingHash !== undefined || signed ? 'sent' : batched ? 'batched' : (saidIn(problem) ?? 'asked')
  ];

/** Returns the texts of the screen for a payment whose outcome is unknown, with what the payer can do about it. */
export function uncertainPhrases(
  state: StateOf<'processing'>,
  { t, config }: ViewContext,
): Omit<ErrorPhrases, 'action'> {
  const keys = uncertainKeys(state);
  const question = t(keys.text, { merchant: config.merchant });
  const body = 'remedy' in keys ? t(keys.remedy, { money: question }) : question;
  return { title: t(keys.title), body: body.includes(question) ? body : `${question} ${body}`.trim() };
}

const saidIn = (problem: ErrorInfo | undefined): 'declined' | undefined =>
  problem?.code === 'outcome-unknown' && problem.reason && problem.reason in uncertain
    ? (problem.reason as 'declined')
    : undefined;

/**
 * Returns a text about a slow payment. The text says that the payment is on its way only if the origin chain, the venue
 * or the service has shown it.
 */
export function slowPhrase({ sent, status, payment }: StateOf<'processing'>, { t, config }: ViewContext): string {
  if (sent || status !== 'waiting') return t(config.keepOpen ? 'money.on-its-way' : 'processing.slow');
  const text = t(config.keepOpen ? 'processing.slow-held' : 'processing.slow-unseen');
  // A payer can speed up only an EVM transaction. After a signature or a batch, the wallet may have no transaction.
  return payment.payingHash?.startsWith('0x') ? `${text} ${t('processing.speed-up')}` : text;
}

export function unfinishedPhrase({ quote }: Payment, ctx: ViewContext): string {
  const { merchant } = ctx.config;
  const amount = amountPhrase(quote.receives, 'down', ctx);
  return amount === undefined ? ctx.t('banner.text-unknown', { merchant }) : ctx.t('banner.text', { amount, merchant });
}

type ErrorPhrases = { title: string; body: string; action: string };

/**
 * The error codes whose texts are true even after the money was sent. The texts of the other codes are written for the
 * time before the payment.
 */
const holdAnywhere: readonly ErrorCode[] = [
  ...(['offline', 'rate-limited', 'service-down', 'already-paid', 'reverted', 'replaced'] as const),
  ...(['refunded', 'failed', 'expired', 'invalid-state', 'unconfirmed'] as const),
];

/** True if the money may have been sent, and the texts of the error's code are written for the time before that. */
const isAboutEarlier = ({ code, money }: ErrorInfo): boolean =>
  money !== 'not-sent' && money !== 'in-wallet' && !holdAnywhere.includes(code);

/**
 * After the payer has sent the payment, `quote-unsafe` means that the guard refused a further step, while the sent
 * payment continues.
 */
const isStep = ({ code }: ErrorInfo, state: PaymentState): boolean => code === 'quote-unsafe' && 'payment' in state;

/**
 * Whether the screen for a payment whose outcome is unknown says already what the error means. An error with a reason
 * gives the screen its heading, and most others only mean that there is no news.
 */
export const isSaidByScreen = (problem: ErrorInfo, state: StateOf<'processing'>): boolean =>
  problem.reason !== undefined ||
  problem.code === 'unconfirmed' ||
  (isAboutEarlier(problem) && !isStep(problem, state));

/** Whether the payer has signed a message for the payment. The wallet's activity shows nothing about a message. */
const isSigned = (state: PaymentState): boolean => 'payment' in state && state.payment.signed === true;

/**
 * Returns a text about where the payer's money is. Before the payer pays, only an earlier payment of the same order can
 * have been sent.
 */
function moneyPhrase({ code, money }: ErrorInfo, state: PaymentState, ctx: ViewContext): string {
  const { t } = ctx;
  if (state.name === 'failed')
    return t(
      isSigned(state) && state.payment.payingHash === undefined ? 'failed.signed' : 'failed.waiting',
      valuesOf(state, ctx),
    );
  if (money !== 'unknown') return t(`money.${money}`);
  if (isSigned(state)) return t('money.signed');
  return t(BEFORE.includes(state.name) && code !== 'outcome-unknown' ? 'money.earlier' : 'money.unknown');
}

const BEFORE: readonly PaymentState['name'][] = ['selecting', 'quoting', 'reviewing'];

/**
 * Returns the texts of an error: a `title` about what happened, and a `body` about where the money is and what to do.
 * The `action` is the label of a button, or empty for an error without a button. The texts of a reason come before
 * those of its code, and a code without texts uses those of `service-refused`.
 *
 * There are two exceptions. While the screen asks about an error that the wallet reported, the texts are those of this
 * question. The texts are about the money instead of the failed request if the money may have been sent, the code is
 * not in `holdAnywhere`, and the state is not in `BEFORE`.
 */
export function errorPhrases(problem: ErrorInfo, state: PaymentState, ctx: ViewContext): ErrorPhrases {
  const money = moneyPhrase(problem, state, ctx);
  if (state.name === 'processing' && state.status === 'unknown' && saidIn(problem)) {
    return { ...uncertainPhrases(state, ctx), action: '' };
  }
  if (isAboutEarlier(problem) && !BEFORE.includes(state.name)) {
    const title = ctx.t(isStep(problem, state) ? 'no-news.refused-step' : 'no-news.title');
    return { title, body: money, action: '' };
  }
  const names = [problem.reason ?? problem.code, problem.code];
  const code = names.find((name) => ctx.t.has(`errors.${name}.title`)) ?? 'service-refused';
  const known = { ...valuesOf(state, ctx), money, ...textValues(problem.values, ctx) };
  const phrase = (part: keyof ErrorPhrases, given: Values): string => {
    const key = `errors.${code}.${part}`;
    return ctx.t.has(key) ? ctx.t(key, given) : '';
  };
  // Every placeholder of the title has a default value, because the title must always be shown. The body leaves out a
  // sentence if one of its values is missing.
  const complete = { ...defaultValues(ctx), ...known };
  // If only a simulation of the transaction failed, the network took no fee.
  const body = (problem.code === 'reverted' && problem.money === 'not-sent' ? '' : phrase('body', known)) || money;
  const isSaid = problem.money !== 'unknown' || body.includes(money);
  return {
    title: phrase('title', complete),
    body: isSaid ? body : `${body} ${money}`,
    action: phrase('action', complete),
  };
}

/** Formats the `values` of an error or a warning. */
export const textValues = (values: Record<string, string> = {}, ctx: ViewContext): Values =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, namedPhrase(name, value, ctx)]));

function namedPhrase(name: string, value: string, ctx: ViewContext): string {
  if (name === 'minutes') return ctx.format.duration(Number(value) * 60);
  return valuePhrase(value, name === 'held' ? 'down' : 'up', ctx);
}

/**
 * Formats one of the `values`: writes an amount such as `0.0072 ETH` in the payer's locale, and shortens an
 * address.
 */
function valuePhrase(value: string, rounding: Rounding, { format }: ViewContext): string {
  const [, amountFormatted, fraction = '', symbol] = /^(\d+(?:\.(\d+))?) (\S+)$/.exec(value) ?? [];
  if (amountFormatted && symbol) return format.token({ amountFormatted, symbol, decimals: fraction.length }, rounding);
  return /^\w{32,}$/.test(value) ? shortAddress(value) : value;
}

/** Returns the values of the payment state that the placeholders of the error texts need. */
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

/**
 * Codes of errors that the payer can solve with another choice. With such an error, the *back* button shows the error's
 * action text.
 */
export const solvedByOtherAsset: readonly string[] = [
  'wallet-unable',
  'wrong-network',
  'account-changed',
  'insufficient-funds',
  'insufficient-native',
  'price-moved',
  'no-route',
  'chain-paused',
  'service-refused',
];
