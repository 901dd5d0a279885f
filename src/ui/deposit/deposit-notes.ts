/** Renders notes on a deposit that is too small, too large or too late, and on additional deposits. */
import { html, nothing } from 'lit';
import type { TemplateResult } from 'lit';
import { isKnown, withAmount } from '../../shared/amounts.js';
import type { ExtraDeposit } from '../../types.js';
import type { SubmittedState, ViewContext } from '../context/view-context.js';
import type { Piece } from '../context/view.js';
import { amountPhrase } from '../context/phrases.js';
import { copyLine } from '../parts/copy-field.js';
import { transactionLink } from '../parts/transaction-link.js';
import { noticeLine } from '../parts/warnings.js';

const underpaidKeys = {
  processing: 'deposit.underpaid',
  succeeded: 'deposit.underpaid-known',
  refunded: 'deposit.underpaid-returned',
  failed: 'deposit.underpaid-known',
} as const;

export function depositNotes({ name, payment }: SubmittedState, ctx: ViewContext): Piece {
  const { deposit, quote, intent } = payment;
  if (!deposit) return nothing;
  const { t, format } = ctx;
  const { pays } = quote;
  const { isLate = false, extraDeposits } = deposit;
  const isStrict = intent['strict'] === true;
  // The difference between the arrived amount and the required amount, or 0 if one of them is unknown.
  const needed = isKnown(pays) ? pays : null;
  const arrived = deposit.arrived === undefined ? needed : withAmount(pays, deposit.arrived);
  const surplus = needed && arrived ? BigInt(arrived.amount) - BigInt(needed.amount) : 0n;
  // Only a deposit address with `strict` requires the exact amount, so the payer sees a note about the difference only
  // there.
  const isLess = isStrict && surplus < 0n;
  const isMore = isStrict && surplus > 0n && extraDeposits.length === 0 && name !== 'refunded';
  return html`${
    isLess && needed && arrived
      ? noticeLine(
          t(underpaidKeys[name], { arrived: format.token(arrived, 'down'), needed: format.token(needed, 'exact') }),
        )
      : nothing
  }
  ${isMore ? noticeLine(t('deposit.extra', { amount: format.token(withAmount(pays, surplus), 'down') })) : nothing}
  ${isLate ? noticeLine(t('deposit.late')) : nothing}
  ${extraDeposits.map((extra) => extraDepositNote(extra, isStrict, ctx))}`;
}

const outcomeKeys = {
  refund: 'deposit.extra-returned',
  failure: 'deposit.extra-failed',
  success: 'deposit.extra-paid',
} as const;

/** Renders a note about an additional deposit, with its result if it is known. */
function extraDepositNote(extra: ExtraDeposit, isStrict: boolean, ctx: ViewContext): TemplateResult {
  const { t, config } = ctx;
  const { amount, status, requestId, transaction } = extra;
  const values = {
    amount: (amount && amountPhrase(amount, 'down', ctx)) ?? t('word.extra'),
    merchant: config.merchant,
  };
  const key = Object.entries(outcomeKeys).find(([end]) => end === status)?.[1];
  return html`${noticeLine(
    html`${t(key ?? (isStrict ? 'deposit.extra' : 'deposit.extra-seen'), values)}
    ${transaction ? transactionLink(transaction, ctx) : nothing}`,
  )}
  ${status === 'failure' ? copyLine(t('review.id'), requestId, ctx) : nothing}`;
}
