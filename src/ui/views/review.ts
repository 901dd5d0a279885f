/**
 * Renders the screen "Check and pay" with the amounts, the recipient, the duration and the fees, also while the page
 * requests a quote.
 */
import { html, nothing } from 'lit';
import type { TemplateResult } from 'lit';
import { shortAddress } from '../../i18n/format.js';
import { isNativeCurrency, sameAddress } from '../../shared/chain.js';
import { formatUnits } from '../../shared/amounts.js';
import type { StateOf } from '../../payment/model/state.js';
import type { KnownAmount, QuoteSummary, TokenAmount } from '../../types.js';
import type { ScreenOn, ViewContext } from '../context/view-context.js';
import { copyField } from '../parts/copy-field.js';
import { feeTable } from '../parts/fee-table.js';
import { disclosure } from '../parts/disclosure.js';
import { descriptionList, type Fact } from '../parts/description-list.js';
import { tick } from '../parts/tick.js';
import { isOwnAddressWarning, noticeLine, warningLines } from '../parts/warnings.js';
import type { Action, Piece, View } from '../context/view.js';
import {
  amountPhrase,
  chainPhrase,
  errorPhrases,
  isExact,
  joined,
  priceOf,
  solvedByOtherAsset,
} from '../context/phrases.js';

type Reviewed = StateOf<'quoting'> | StateOf<'reviewing'>;

export const reviewingScreen: ScreenOn<'quoting' | 'reviewing'> = {
  id: 'reviewing',
  on: ['quoting', 'reviewing'],
  render: reviewView,
  announcement(state, { t, format }) {
    if (state.name === 'reviewing') return t('button.pay', { amount: format.token(state.quote.pays, 'up') });
    return state.quote ? '' : t('review.loading');
  },
};

function reviewView(state: Reviewed, ctx: ViewContext): View {
  const { t } = ctx;
  const { problem, quote } = state;
  const goBack = problem && solvedByOtherAsset.includes(problem.code);
  const label = goBack ? errorPhrases(problem, state, ctx).action : t('review.secondary');
  return {
    heading: t('review.title'),
    body: html`<div part="quote" class=${state.name === 'quoting' && quote ? 'dim' : nothing}>
      ${descriptionList(facts(state, ctx))}
      ${
        quote
          ? [
              priceImpactLine(quote, state, ctx),
              declinedLine(state, ctx),
              warningLines(warningsOf(quote, state), ctx),
              ownAddressTick(quote, ctx),
              tokenLine(state, ctx),
              feeTable(quote, ctx),
              callLines(state, ctx),
              refundLine(quote, state, ctx),
              details(quote, ctx),
            ]
          : blankFees(ctx)
      }
    </div>`,
    primary: primary(state, ctx),
    help: t('help'),
    // The *back* button works even while a `hub-confirm` listener delays the payment, because there is no limit to this
    // delay.
    secondary: { label, event: { type: 'back' } },
    ...(problem && { problem }),
  };
}

function primary(state: Reviewed, ctx: ViewContext): Action {
  const { t, format, mayPress } = ctx;
  // If code could not be loaded, the button reloads the page, because older browsers remember a failed `import()`. A
  // wallet that lost its connection to the page gets it back only by a reload.
  const reason = state.problem?.reason;
  if (reason === 'not-loaded' || reason === 'wallet-gone') return { label: t('reload'), event: { type: 'confirmed' } };
  if (!state.quote) return { label: t('review.loading'), busy: true };
  const label = t('button.pay', { amount: format.token(state.quote.pays, 'up') });
  if (state.name === 'quoting') return { label };
  if (state.confirming) return { label: t('review.confirming'), busy: true };
  return { label, event: { type: 'confirmed' }, disabled: !mayPress || !isConfirmedOwn(state.quote, ctx) };
}

/**
 * Returns the rows of the review, which are on the screen before the quote arrives, so that little content moves. A
 * quote without a time estimate removes the row with the time, and a quote with a top-up adds a row.
 */
function facts(state: Reviewed, ctx: ViewContext): Fact[] {
  const { t, format, config } = ctx;
  const { quote, asset, account } = state;
  const exact = isExact(state);
  const price = priceOf(state);
  // If the recipient is an account of the payer, the row says "you" instead of the merchant's name.
  const recipient = quote?.recipient ?? state.intent.recipient ?? '';
  const isOwn = isPayers(recipient, state);
  // The recipient may be another account of the payer than the paying one.
  const other = isOwn && !sameAddress(recipient, account?.address ?? '') ? shortAddress(recipient) : null;
  const from = { address: shortAddress(account?.address ?? ''), chain: chainPhrase(asset.chainId, ctx) };
  // U+2060 keeps a shortened address in one line.
  const source = t(account ? 'review.from' : 'review.on', from).replace('…', '…\u2060');
  const pay: Fact = {
    name: t('review.pay'),
    value: quote ? format.token(quote.pays, 'up') : bar,
    strong: true,
    note: join(quote ? format.usd(quote.pays.amountUsd, 'up') : null, source),
    longest: join(format.usd('99999.99', 'up'), source),
  };
  const get: Fact = {
    name: isOwn
      ? t(exact ? 'review.you-get-exactly' : 'review.you-get')
      : t(exact ? 'review.gets-exactly' : 'review.gets', { merchant: config.merchant }),
    value: (price && amountPhrase(price, exact ? 'exact' : 'down', ctx)) ?? bar,
    strong: true,
    note: price && join(t('review.on', { chain: chainPhrase(price.chainId, ctx) }), leastText(price, ctx), other),
  };
  const also: Fact[] = quote?.topup ? [topupFact(quote.topup, isOwn, ctx)] : [];
  if (quote?.timeEstimate === null) return [pay, get, ...also];
  const about = (seconds: number): string => t('approx', { amount: format.duration(seconds) });
  const time = { name: t('review.time'), value: quote ? about(quote.timeEstimate) : bar, longest: about(59) };
  return [pay, get, ...also, time];
}

const topupFact = (topup: KnownAmount, isOwn: boolean, ctx: ViewContext): Fact => ({
  name: isOwn ? ctx.t('review.you-topup') : ctx.t('review.topup', { merchant: ctx.config.merchant }),
  value: ctx.format.token(topup, 'down'),
  note: ctx.t('review.topup-use', { chain: chainPhrase(topup.chainId, ctx) }),
});

const isPayers = (address: string, { selection }: Reviewed): boolean =>
  selection.accounts.some((account) => sameAddress(address, account.address));

const bar = html`<span class="bar"></span>`;

const blankFees = ({ t }: ViewContext): TemplateResult => descriptionList([{ name: t('fees.title'), value: bar }]);

/**
 * Returns the recipient and the chain id if the quote has the warning that the recipient is the payer's own contract
 * account, or null otherwise. The contract may not exist on the destination chain.
 */
const foreignAddress = ({ warnings, recipient, receives }: QuoteSummary): string | null =>
  warnings.some(isOwnAddressWarning) ? `${recipient} ${receives.chainId}` : null;

const isConfirmedOwn = (quote: QuoteSummary, { local }: ViewContext): boolean =>
  [null, local.ownAddress].includes(foreignAddress(quote));

function ownAddressTick(quote: QuoteSummary, ctx: ViewContext): Piece {
  const address = foreignAddress(quote);
  if (address === null) return nothing;
  const label = ctx.t('review.own-address', { chain: chainPhrase(quote.receives.chainId, ctx) });
  return tick(label, isConfirmedOwn(quote, ctx), (isTicked) => ctx.set({ ownAddress: isTicked ? address : null }));
}

/**
 * Warns the payer after the wallet of a contract account has rejected the payment. The wallet can show the same request
 * again later, and an approval would then still pay.
 */
const declinedLine = ({ problem, quote }: Reviewed, { t }: ViewContext): Piece =>
  problem?.code === 'wallet-rejected' && quote?.warnings.some(({ rule }) => rule === 'account')
    ? noticeLine(t('review.declined'))
    : nothing;

/**
 * Returns the minimum amount that arrives, or null if there is none, or if it equals the amount that the row already
 * shows.
 */
function leastText({ minimumAmount, ...amount }: TokenAmount, { t, format }: ViewContext): string | null {
  if (minimumAmount === undefined || minimumAmount === amount.amount) return null;
  const amountFormatted = formatUnits(minimumAmount, amount.decimals);
  return t('review.at-least', { amount: format.token({ ...amount, amountFormatted }, 'down') });
}

/**
 * Whether the payer has accepted the loss of a high price impact, so that the page has requested this quote with
 * `overridePriceImpact`.
 */
const isAccepted = ({ intent }: Reviewed): boolean => intent['overridePriceImpact'] === true;

const priceImpactLine = ({ lossUsd }: QuoteSummary, state: Reviewed, { t, format }: ViewContext): Piece =>
  isAccepted(state)
    ? html`<p part="notice" class="warn">
        ${t('review.price-impact', { amount: format.usd(lossUsd, 'up') ?? undefined })}
      </p>`
    : nothing;

/**
 * Returns the quote, without the guard's warning about the price if `priceImpactLine` already shows a text about the
 * loss.
 */
const warningsOf = (quote: QuoteSummary, state: Reviewed): QuoteSummary =>
  isAccepted(state)
    ? { ...quote, warnings: quote.warnings.filter(({ path }) => path !== 'details.totalImpact') }
    : quote;

/**
 * Shows a warning about an unverified token, with the token's full address, so that the payer can compare the address
 * with a trusted source. A native currency has no address.
 */
const tokenLine = ({ asset }: Reviewed, ctx: ViewContext): Piece =>
  asset.verified
    ? nothing
    : html`<p part="notice" class="warn">${ctx.t('review.unverified')}</p>
        ${isNativeCurrency(asset.currency) ? nothing : copyField(ctx.t('review.token'), asset.currency, ctx)}`;

/** Shows the refund address if it is not an account of the payer. */
function refundLine({ refundTo }: QuoteSummary, state: Reviewed, ctx: ViewContext): Piece {
  return isPayers(refundTo, state) ? nothing : copyField(ctx.t('review.refund'), refundTo, ctx, 'refund-to');
}

/** Shows the target address of each call of the merchant, because a payer cannot read calldata. */
function callLines({ intent }: Reviewed, ctx: ViewContext): Piece {
  const { txs = [], destinationChainId = 0 } = intent;
  const chain = chainPhrase(destinationChainId, ctx);
  return txs.map(({ to }) => copyField(ctx.t('review.call', { chain }), to, ctx));
}

function details({ recipient, exchangeLossUsd, walletFeeLimit }: QuoteSummary, ctx: ViewContext): TemplateResult {
  const { t, config, format } = ctx;
  const loss = format.usd(exchangeLossUsd, 'up');
  return disclosure(
    t('details'),
    html`${loss ? descriptionList([{ name: t('review.exchange-loss'), value: loss }]) : nothing}
    ${copyField(t('review.recipient'), recipient, ctx, 'recipient')}
    ${walletFeeLimit ? noticeLine(t('review.wallet-fee', { amount: format.token(walletFeeLimit, 'up') })) : nothing}
    ${config.pinned ? nothing : noticeLine(t('review.unpinned'))}`,
  );
}

const join = (...parts: (string | null)[]): string => joined(parts, ' · ');
