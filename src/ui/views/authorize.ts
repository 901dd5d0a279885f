/** Renders the screen "In your wallet", which explains to the payer what to do in the wallet. */
import { html, nothing } from 'lit';
import { keyed } from 'lit/directives/keyed.js';
import type { MessageKey } from '../../i18n/locales/messages.js';
import { isPaying, MAPPING_STEP } from '../../shared/step-ids.js';
import type { StateOf } from '../../payment/model/state.js';
import type { StepRef } from '../../types.js';
import type { ScreenOn, ViewContext } from '../context/view-context.js';
import { walletBadge } from '../parts/badge.js';
import { copyLine } from '../parts/copy-field.js';
import { keepOpenNotice } from '../parts/notice.js';
import { stepper, type StepLine } from '../parts/stepper.js';
import { wakeRow } from '../parts/wake-row.js';
import type { View } from '../context/view.js';
import { amountPhrase, chainPhrase } from '../context/phrases.js';

export const authorizingScreen: ScreenOn<'authorizing'> = {
  id: 'authorizing',
  on: ['authorizing'],
  render: authorizeView,
  announcement(state, ctx) {
    const { account, quote } = state.payment;
    const { t, walletName } = ctx;
    if (state.stalled) return t(stalledKey(state));
    const wallet = account ? walletName(account.wallet) : t('word.wallet');
    return t(textKey(state), { wallet, chain: chainPhrase(quote.pays.chainId, ctx) });
  },
};

function authorizeView(state: StateOf<'authorizing'>, ctx: ViewContext): View {
  const { t, walletName } = ctx;
  const { payment, step, steps, phase, stalled, problem } = state;
  const { pays } = payment.quote;
  const id = payment.account?.wallet ?? '';
  const wallet = id ? walletName(id) : t('word.wallet');
  const lines = steps.map((each): StepLine => {
    // For a batch, the wallet shows one prompt for all steps, so all are current. The `step` of a batch is the paying
    // step, with the index 0.
    const isPrompted = each.index === step.index || isPaying(step.id);
    const status = each.index < step.index ? 'done' : isPrompted ? 'current' : 'todo';
    return { status, label: t(keyOf(each, steps), { token: pays.symbol }) };
  });
  // Each text has its own DOM element, because the browser reports a layout shift if a changed text moves in its old
  // element.
  const key = textKey(state);
  const chain = chainPhrase(pays.chainId, ctx);
  const text = problem ? nothing : keyed(key, html`<p>${t(key, { wallet, chain })}</p>`);
  const isWaiting = (phase === 'confirming' || phase === 'press') && !problem;
  const isAsked = phase === 'press' && !problem;
  // Before the prompt, there is nothing in the wallet that the payer could close.
  const stop = phase === 'prompting' ? 'wallet-closed' : 'leave';
  const leave = problem ? 'declined' : isWaiting ? 'leave' : stalled ? stop : null;
  return {
    heading: t(problem?.money === 'delivered' ? 'authorize.already-paid' : 'authorize.title', { wallet }),
    hero: html`<div class="hero">
      ${walletBadge(id, wallet, ctx)}${isAsked ? nothing : html`<span class="spinner"></span>`}
    </div>`,
    body: html`${text} ${stepper(lines, ctx)}${keepOpenNotice(ctx)}${wakeRow(state, ctx)}
    ${copyLine(t('review.id'), payment.requestId, ctx)}`,
    primary: {
      label: t(problem || phase === 'preparing' ? 'authorize.title' : primaryKeys[phase], { wallet, chain }),
      ...(isAsked ? { event: { type: 'prompt-confirmed' } } : { busy: true }),
    },
    help: isWaiting ? t('authorize.leave-help') : helpText(state, ctx),
    ...(leave && {
      secondary: { label: t(`authorize.${leave}`), event: { type: isWaiting ? 'back' : 'wallet-closed' } },
    }),
    ...(problem && { problem }),
  };
}

/**
 * Returns the key of the text above the steps. While a wallet is asked to send the payment, no text says that the
 * payment is not sent yet, because some wallets answer only when it is in a block.
 */
function textKey({ phase, step, stalled }: StateOf<'authorizing'>) {
  const canBeSent = phase === 'prompting' && isPaying(step.id) && step.kind === 'transaction';
  if (!canBeSent) return `authorize.${phase}` as const;
  return stalled ? 'authorize.no-response' : 'authorize.paying';
}

/**
 * Returns the key of the text about a missing answer. Before the wallet is asked, it can be the chain that does not
 * answer, and the payer has nothing to open.
 */
const stalledKey = ({ phase }: Pick<StateOf<'authorizing'>, 'phase'>) =>
  phase === 'preparing' ? 'authorize.slow' : 'authorize.stalled';

const primaryKeys = {
  switching: 'authorize.switch',
  press: 'authorize.continue',
  prompting: 'authorize.primary',
  confirming: 'authorize.waiting',
} as const;

/** The text keys of the steps for which the screen shows no help text about an amount. */
const silent: readonly MessageKey[] = ['step.reset', 'step.link', 'step.move'];

/**
 * Returns a text about the amount that the wallet shows or, after a delay, about the missing answer. Without such a
 * delay, the text is empty while no prompt is open, and for the steps in `silent`, whose prompts show no amount that
 * goes to a contract.
 */
function helpText({ payment, step, steps, stalled, phase }: StateOf<'authorizing'>, ctx: ViewContext): string {
  const key = keyOf(step, steps);
  const help = key === 'step.approve' ? 'authorize.allowance' : 'authorize.amount';
  if (!stalled && (phase !== 'prompting' || silent.includes(key))) return '';
  return ctx.t(stalled ? stalledKey({ phase }) : help, { amount: amountPhrase(payment.quote.pays, 'up', ctx) });
}

/**
 * Returns the key of the text for a step. If a quote has two approvals, the first one resets the old allowance to zero.
 */
function keyOf({ id, kind, index }: StepRef, steps: readonly StepRef[]): MessageKey {
  if (id === MAPPING_STEP) return 'step.link';
  if (kind === 'signature') return steps[0]?.id === MAPPING_STEP ? 'step.move' : 'step.sign';
  if (isPaying(id)) return 'step.pay';
  return steps.some((later) => later.index > index && !isPaying(later.id)) ? 'step.reset' : 'step.approve';
}
