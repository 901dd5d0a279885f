/** Renders the warnings about a quote, and other notices in the same style. */
import { html } from 'lit';
import type { TemplateResult } from 'lit';
import { withAmount } from '../../shared/amounts.js';
import type { GuardNote, PaymentQuote, TokenAmount } from '../../types.js';
import { amountPhrase, chainPhrase, textValues } from '../context/phrases.js';
import type { ViewContext } from '../context/view-context.js';
import type { Piece } from '../context/view.js';

/**
 * Renders the warnings of a quote, each text once, and a note if only the service knows the exchange rate. The screen
 * always shows the warnings, because the payer accepts them with a press of the pay button.
 */
export const warningLines = (quote: PaymentQuote, ctx: ViewContext): Piece => {
  const texts = quote.warnings.map((note) => warningText(note, quote, ctx));
  return [...new Set([...texts, ...(quote.rateUnchecked ? [ctx.t('review.rate')] : [])])].map(noticeLine);
};

export const noticeLine = (content: string | TemplateResult): TemplateResult =>
  html`<p part="notice" class="note">${content}</p>`;

/**
 * Whether the note warns that a contract account of the payer is the recipient. The contract may not exist on the
 * destination chain.
 */
export const isOwnAddressWarning = ({ rule, path }: Pick<GuardNote, 'rule' | 'path'>): boolean =>
  rule === 'account' && path === 'intent.recipient';

/**
 * Returns the message for a warning of the quote. The rule of the warning and the path of the checked value select the
 * message.
 */
function warningText({ rule, path, amount, values }: GuardNote, quote: PaymentQuote, ctx: ViewContext): string {
  const { t, format } = ctx;
  const { pays, receives, lossUsd } = quote;
  const least = receives.minimumAmount ?? receives.amount;
  const phrase = (token: TokenAmount, units: string | null | undefined): string | undefined =>
    units ? amountPhrase(withAmount(token, units), 'down', ctx) : undefined;
  if (rule === 'fee') return t('review.warning.costs', textValues(values, ctx));
  if (rule === 'G60') return t('review.warning.attestation');
  const [, chainId, incident] = /^chains\[(\d+)\]\.(\w+)$/.exec(path) ?? [];
  if (chainId !== undefined) {
    const chain = chainPhrase(Number(chainId), ctx);
    return t(incident === 'surgeEnabled' ? 'review.warning.surge' : 'review.warning.slow', { chain });
  }
  const isRecipient = path === 'intent.recipient';
  if (isOwnAddressWarning({ rule, path }))
    return t('review.warning.own-address', { chain: chainPhrase(receives.chainId, ctx) });
  if (rule === 'account') return t('review.warning.signers');
  if (isRecipient) return t('review.warning.recipient');
  if (path.endsWith('.fee')) return t('review.warning.share', { amount: phrase(pays, amount) });
  if (rule === 'G15') return t('review.warning.swap', { amount: amountPhrase(pays, 'up', ctx) });
  if (rule === 'G13') return t('review.warning.unnamed');
  if (path.endsWith('.calls')) return t('review.warning.calls');
  if (path.endsWith('.address')) return t('review.warning.token');
  if (path.endsWith('.symbol')) return t('review.warning.symbol');
  if (path.endsWith('.minimumAmount')) return t('review.warning.least', { amount: phrase(receives, least) });
  if (path.endsWith('.totalImpact'))
    return t('review.warning.price', { amount: format.usd(lossUsd, 'up') ?? undefined });
  if (path.endsWith('.amountUsd')) return t('review.warning.unpriced');
  return /^fee/.test(path) ? t('review.warning.fees') : t('review.warning.other');
}
