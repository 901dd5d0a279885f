/** Sentences that more than one view needs: amounts of a payment, names of chains, an error's three texts. */
import { isHexAccount } from '../../shared/chain.js';
import type { ErrorInfo } from '../../errors.js';
import { shortAddress, type Rounding } from '../../i18n/format.js';
import type { Values } from '../../i18n/translate.js';
import { isMessageKey } from '../../i18n/translate.js';
import { withAmount } from '../../shared/amounts.js';
import type { PaymentState, StateOf } from '../../payment/model/state.js';
import type { Account, Payment, PaymentIntent, TokenAmount } from '../../types.js';
import type { ViewContext } from './view-context.js';

/** 0: of a payment of another device it may not be known. */
export const chainPhrase = (chainId: number, { t, chainName }: ViewContext): string =>
  chainName(chainId) ?? (chainId ? t('word.chain-id', { id: String(chainId) }) : t('word.chain'));

/** An amount in words; undefined where nobody knows it, so that the sentence around it is left out. */
export const amountPhrase = (amount: TokenAmount, rounding: Rounding, { format }: ViewContext): string | undefined =>
  amount.amount ? format.token(amount, rounding) : undefined;

/** What the merchant gets, or asks for; null while nobody has said how much. */
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
 * The amount in words: exactly what the merchant asked, and never more than will arrive, or is known to have. Null
 * where nobody knows it.
 */
export function pricePhrase(state: PaymentState, ctx: ViewContext): string | null {
  const { t, config, format } = ctx;
  const price = priceOf(state);
  if (price && isLeast(state)) return t('receipt.at-least', { amount: amountPhrase(price, 'down', ctx) });
  if (price) return amountPhrase(price, isExact(state) ? 'exact' : 'down', ctx) ?? null;
  const asked = config.price;
  return asked && format.token({ amountFormatted: asked.amount, symbol: asked.symbol, decimals: 18 }, 'exact');
}

/** What arrived could not be read: it is told as the least that the quote promised. */
const isLeast = (state: PaymentState): boolean =>
  state.name === 'succeeded' &&
  state.receipt.received.minimumAmount === state.receipt.received.amount &&
  state.receipt.received.amount !== state.payment.quote.receives.amount;

/** The merchant gets this amount to the last digit, and no less. */
export function isExact(state: PaymentState): boolean {
  if (state.name === 'selecting') return true;
  if ((intentOf(state)?.tradeType ?? 'EXACT_OUTPUT') !== 'EXACT_OUTPUT') return false;
  const { amount, minimumAmount = amount } = priceOf(state) ?? { amount: '' };
  return minimumAmount === amount;
}

/** What the payer has done: signed, let the wallet do it all, or sent a transaction that is known. */
export function sentPhrase({ payingHash: paying, signed, batched }: Payment, { t }: ViewContext): string {
  if (paying !== undefined) return t('processing.sent');
  return t(signed ? 'processing.signed' : batched ? 'processing.batched' : 'processing.sent');
}

/** Only what a chain or the service has seen is on its way. */
export function slowPhrase({ sent, status }: StateOf<'processing'>, { t, config }: ViewContext): string {
  if (sent || status !== 'waiting') return t(config.keepOpen ? 'money.on-its-way' : 'processing.slow');
  return t(config.keepOpen ? 'errors.delayed.title' : 'processing.slow-unseen');
}

export const unfinishedPhrase = ({ quote }: Payment, { t, format, config }: ViewContext): string =>
  t('banner.text', { amount: format.token(quote.receives, 'down'), merchant: config.merchant });

type ErrorPhrases = { title: string; body: string; action: string };

/** What happened, where the money is, what to do. A code without words of its own is a refusal of the service. */
export function errorPhrases(problem: ErrorInfo, state: PaymentState, ctx: ViewContext): ErrorPhrases {
  const code = isMessageKey(`errors.${problem.code}.title`) ? problem.code : 'service-refused';
  const told = Object.entries(problem.values ?? {}).map(([name, value]) => [name, valuePhrases(value, ctx)] as const);
  const known = { ...knownOf(state, ctx), money: ctx.t(`money.${problem.money}`), ...Object.fromEntries(told) };
  const words = (part: keyof ErrorPhrases, values: Values): string => {
    const key = `errors.${code}.${part}`;
    return isMessageKey(key) ? ctx.t(key, values) : '';
  };
  // A title may not be left out, so it never lacks a value; in the body a sentence without its values is dropped.
  const titled = { ...unknown(ctx), ...known };
  return { title: words('title', titled), body: words('body', known), action: words('action', titled) };
}

/** A value as its thrower gives it: `0.0072 ETH` is written as the locale does, an address is cut short. */
function valuePhrases(value: string, { format }: ViewContext): string {
  const [, amountFormatted, fraction = '', symbol] = /^(\d+(?:\.(\d+))?) (\S+)$/.exec(value) ?? [];
  if (amountFormatted && symbol) return format.token({ amountFormatted, symbol, decimals: fraction.length }, 'up');
  return isHexAccount(value) ? shortAddress(value) : value;
}

/** What an error's words may name, as the state tells it. */
function knownOf(state: PaymentState, ctx: ViewContext): Values {
  const account = accountOf(state);
  const asset = 'asset' in state && state.asset && 'symbol' in state.asset ? state.asset : null;
  return {
    merchant: ctx.config.merchant,
    ...(asset && { token: asset.symbol, chain: chainPhrase(asset.chainId, ctx) }),
    ...(account && { wallet: ctx.walletName(account.wallet) }),
  };
}

const unknown = ({ t }: ViewContext): Values => ({
  token: t('word.token'),
  native: t('word.native'),
  chain: t('word.chain'),
  wallet: t('word.wallet'),
  amount: t('word.amount'),
  new: t('word.account'),
  venue: t('word.venue'),
  time: t('word.soon'),
});

const intentOf = (state: PaymentState): PaymentIntent | null =>
  'payment' in state ? state.payment.intent : 'intent' in state ? state.intent : null;

function accountOf(state: PaymentState): Account | null {
  if ('payment' in state) return state.payment.account;
  if ('account' in state) return state.account;
  return 'accounts' in state ? (state.accounts[0] ?? null) : null;
}

function typedPrice(receives: TokenAmount | null, amount: string | undefined): TokenAmount | null {
  if (!receives || receives.amount) return receives;
  return amount ? withAmount(receives, amount) : null;
}
