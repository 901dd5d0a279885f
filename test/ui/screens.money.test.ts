/**
 * Lists each sentence that says where the payer's money is, with the facts that must be known for it. Every screen is
 * drawn with marked texts, in many states, and says no sentence without its facts.
 */
import { expect } from '@open-wc/testing';
import { errorCodes, type ErrorCode, type ErrorReason, type Money } from '../../src/errors.js';
import type { Messages } from '../../src/i18n/locales/messages.js';
import type { PaymentState, StateOf } from '../../src/payment/model/state.js';
import { unknownAmount } from '../../src/shared/amounts.js';
import type { ErrorInfo, GuardNote, Payment } from '../../src/types.js';
import { announcementOf } from '../../src/ui/announcement.js';
import { everyState } from '../../stories/support/every-state.js';
import { englishTexts as texts } from '../../stories/support/english.js';
import {
  amountOf,
  authorizing,
  awaiting,
  depositPayment,
  failed,
  legOf,
  NOW,
  payment,
  problem,
  processing,
  quote,
  refunded,
  REQUEST_ID,
  reviewing,
  selecting,
  sentPayment,
  succeeded,
} from '../../stories/support/payments.js';
import { contextOf, type StageOptions } from '../../stories/support/stage.js';
import { clear, screen } from './support.js';

type Fact = (state: PaymentState) => boolean;

const problemOf = (state: PaymentState): ErrorInfo | undefined => ('problem' in state ? state.problem : undefined);
const paymentOf = (state: PaymentState): Payment | undefined => ('payment' in state ? state.payment : undefined);
const told = (state: PaymentState, status: string): boolean => state.name === 'processing' && state.status === status;

/** The facts that a sentence can need. Their names are the words of a person who reads the table. */
const is =
  (...names: PaymentState['name'][]): Fact =>
  (state) =>
    names.includes(state.name);
const not =
  (fact: Fact): Fact =>
  (state) =>
    !fact(state);
const both =
  (...facts: Fact[]): Fact =>
  (state) =>
    facts.every((fact) => fact(state));
const either =
  (...facts: Fact[]): Fact =>
  (state) =>
    facts.some((fact) => fact(state));
const moneyIs =
  (...places: Money[]): Fact =>
  (state) =>
    places.includes(problemOf(state)?.money as Money);
const codeIs =
  (...codes: ErrorCode[]): Fact =>
  (state) =>
    codes.includes(problemOf(state)?.code as ErrorCode);
const reasonIs =
  (reason: ErrorReason): Fact =>
  (state) =>
    problemOf(state)?.reason === reason;

const isAboutAPayment: Fact = (state) => paymentOf(state) !== undefined;
const beforeThePayment = is('idle', 'selecting', 'quoting', 'reviewing');
const walletNamedTheTransaction: Fact = (state) => paymentOf(state)?.payingHash !== undefined;
const payerSigned: Fact = (state) => paymentOf(state)?.signed === true;
const walletTookTheBatch: Fact = (state) => paymentOf(state)?.batched === true;
const payerApproved = either(walletNamedTheTransaction, payerSigned, walletTookTheBatch);
const chainOrServiceSawIt: Fact = (state) =>
  state.name === 'processing' && (state.sent || !['waiting', 'unknown'].includes(state.status));
const serviceSawTheDeposit: Fact = (state) => paymentOf(state)?.deposit !== undefined;
const noPayingAnswerYet = both(is('authorizing'), not(walletNamedTheTransaction));
const nobodyKnows = either(
  both(is('processing'), (state) => told(state, 'unknown')),
  moneyIs('unknown'),
);
const chainShowsTheRefund: Fact = (state) => state.name === 'refunded' && state.refund.confirmed === true;
const amountCameBack: Fact = (state) => state.name === 'refunded' && state.refund.returned !== null;
const lessCameBack: Fact = (state) => {
  if (state.name !== 'refunded' || !state.refund.returned) return false;
  const { payment, refund } = state;
  const sent = payment.deposit?.arrived ?? refund.paid?.amount ?? payment.quote.pays.amount;
  return BigInt(state.refund.returned.amount) < BigInt(sent ?? 0);
};
const addressIsShown: Fact = (state) =>
  state.name === 'awaiting-deposit' &&
  state.depositAddress !== '' &&
  (state.payment.deposit?.deadline ?? Infinity) > NOW;
const addressIsHidden: Fact = (state) =>
  state.name === 'awaiting-deposit' && state.depositAddress === '' && state.payment.quote.recipient === '';
const depositIs =
  (test: (deposit: NonNullable<Payment['deposit']>) => unknown): Fact =>
  (state) => {
    const deposit = paymentOf(state)?.deposit;
    return deposit !== undefined && Boolean(test(deposit));
  };
const extraIs = (...statuses: string[]): Fact =>
  depositIs(({ extraDeposits }) => extraDeposits.some(({ status }) => statuses.includes(status)));
const receiptIs =
  (test: (receipt: StateOf<'succeeded'>['receipt']) => unknown): Fact =>
  (state) =>
    state.name === 'succeeded' && Boolean(test(state.receipt));
/** Some wallets send the payment and answer only when it is in a block. */
const walletCanHaveSentIt: Fact = (state) =>
  state.name === 'authorizing' &&
  state.phase === 'prompting' &&
  ['deposit', 'swap', 'send'].includes(state.step.id) &&
  state.step.kind === 'transaction';
const walletIsSilent: Fact = (state) => state.name === 'authorizing' && state.stalled;
const isAskedToSignAgain: Fact = (state) => state.name === 'processing' && state.again !== undefined;
const secondPaymentIsKnown: Fact = (state) => 'otherPayment' in state;

const isUnfinished: Fact = (state) => state.name === 'idle' && state.unfinished !== undefined;

/** Each sentence about the money, by its key, and what must be known before the payer reads it. */
const SENTENCES: Readonly<Record<string, Fact>> = {
  help: beforeThePayment,
  'phone.open-note': beforeThePayment,
  'money.not-sent': either(
    moneyIs('not-sent'),
    both(beforeThePayment, (state) => !problemOf(state)),
  ),
  'money.earlier': both(beforeThePayment, moneyIs('unknown')),
  'money.unknown': nobodyKnows,
  'money.signed': both(payerSigned, moneyIs('unknown')),
  'money.in-wallet': moneyIs('in-wallet'),
  'money.on-its-way': either(moneyIs('on-its-way'), chainOrServiceSawIt),
  'money.returned': moneyIs('returned'),
  'money.delivered': moneyIs('delivered'),
  'unavailable.text': both(is('idle'), moneyIs('not-sent', 'in-wallet')),
  'no-news.refused-step': both(codeIs('quote-unsafe'), isAboutAPayment),
  'errors.wallet-changed.body': both(reasonIs('wallet-changed'), moneyIs('not-sent', 'in-wallet')),
  'errors.quote-expired.body': both(
    codeIs('quote-expired'),
    either(beforeThePayment, moneyIs('not-sent', 'in-wallet')),
  ),
  'errors.chain-unreadable.body': reasonIs('chain-unreadable'),
  'errors.venue-refused.body': codeIs('venue-refused'),
  'errors.reverted.body': both(codeIs('reverted'), not(moneyIs('not-sent'))),
  'errors.reverted.title': codeIs('reverted'),
  'errors.approval-too-low.title': codeIs('approval-too-low'),
  'errors.outcome-unknown.body': codeIs('outcome-unknown'),
  'errors.unanswered.title': both(reasonIs('unanswered'), codeIs('outcome-unknown')),
  'errors.unanswered.body': both(reasonIs('unanswered'), codeIs('outcome-unknown')),
  'errors.unconfirmed.title': codeIs('unconfirmed'),
  'errors.paid-before.title': reasonIs('paid-before'),
  'errors.paid-before.body': reasonIs('paid-before'),
  'errors.already-paid.title': codeIs('already-paid'),
  'errors.already-paid.body': codeIs('already-paid'),
  'errors.replaced.title': codeIs('replaced'),
  'errors.refunded.title': codeIs('refunded'),
  'errors.failed.title': codeIs('failed'),
  'errors.price-impact.title': codeIs('price-impact'),
  'errors.price-impact.body': codeIs('price-impact'),
  'banner.text': isUnfinished,
  'banner.text-unknown': isUnfinished,
  'button.paid': is('succeeded'),
  'button.progress': either(is('authorizing', 'processing', 'awaiting-deposit'), isUnfinished),
  'authorize.prompting': both(noPayingAnswerYet, not(walletCanHaveSentIt)),
  'authorize.paying': both(walletCanHaveSentIt, not(walletIsSilent)),
  'authorize.no-response': both(walletCanHaveSentIt, walletIsSilent),
  'authorize.preparing': noPayingAnswerYet,
  'authorize.press': noPayingAnswerYet,
  'authorize.switching': noPayingAnswerYet,
  'authorize.confirming': noPayingAnswerYet,
  'authorize.leave-help': noPayingAnswerYet,
  'authorize.already-paid': both(is('authorizing'), either(codeIs('already-paid'), moneyIs('delivered'))),
  'processing.title': either(payerApproved, chainOrServiceSawIt, serviceSawTheDeposit),
  'processing.batch-pending': both(walletTookTheBatch, not(chainOrServiceSawIt)),
  'processing.batch-hint': both(walletTookTheBatch, not(chainOrServiceSawIt)),
  'processing.sent': either(walletNamedTheTransaction, chainOrServiceSawIt, serviceSawTheDeposit),
  'processing.signed': payerSigned,
  'processing.batched': walletTookTheBatch,
  'processing.slow': chainOrServiceSawIt,
  'processing.slow-unseen': both(is('processing'), not(chainOrServiceSawIt)),
  'processing.signers': both(is('processing'), not(chainOrServiceSawIt)),
  'processing.failure': (state) => told(state, 'failure'),
  'processing.close': is('processing'),
  'processing.sign-text': both(payerSigned, isAskedToSignAgain),
  'processing.rejected': both(walletTookTheBatch, not(chainOrServiceSawIt)),
  'unreadable.text': reasonIs('unreadable-entry'),
  'unreadable.restart': reasonIs('unreadable-entry'),
  'unknown.title': both(nobodyKnows, not(payerApproved)),
  'unknown.text': both(nobodyKnows, not(payerApproved)),
  'unknown.text-declined': both(nobodyKnows, not(payerApproved), reasonIs('declined')),
  'unknown.title-sent': both(nobodyKnows, either(walletNamedTheTransaction, payerSigned)),
  'unknown.text-sent': both(nobodyKnows, either(walletNamedTheTransaction, payerSigned)),
  'unknown.title-told': nobodyKnows,
  'unknown.restart-told': nobodyKnows,
  'unknown.title-batched': both(nobodyKnows, walletTookTheBatch),
  'unknown.text-batched': both(nobodyKnows, walletTookTheBatch),
  'unknown.restart-batched': both(nobodyKnows, walletTookTheBatch),
  'deposit.waiting': addressIsShown,
  'deposit.again-text': both(
    is('awaiting-deposit'),
    both(not(addressIsHidden), (state) => 'depositAddress' in state && !state.depositAddress),
  ),
  'deposit.hidden': addressIsHidden,
  'deposit.hidden-text': addressIsHidden,
  'deposit.leaving-text': is('awaiting-deposit'),
  'deposit.expired-text': is('awaiting-deposit'),
  'deposit.late': depositIs(({ isLate }) => isLate),
  'deposit.underpaid': both(
    is('processing'),
    depositIs(({ arrived }) => arrived),
  ),
  'deposit.underpaid-known': depositIs(({ arrived }) => arrived),
  'deposit.underpaid-returned': both(
    is('refunded'),
    depositIs(({ arrived }) => arrived),
  ),
  'deposit.extra': depositIs(({ arrived, extraDeposits }) => arrived !== undefined || extraDeposits.length > 0),
  'deposit.extra-returned': extraIs('refund'),
  'deposit.extra-paid': extraIs('success'),
  'deposit.extra-failed': extraIs('failure'),
  'deposit.extra-seen': depositIs(({ extraDeposits }) => extraDeposits.length > 0),
  'receipt.title': is('succeeded'),
  'receipt.to': is('succeeded'),
  'receipt.at-least': receiptIs(({ received: { amount, minimumAmount } }) => amount === minimumAmount),
  'receipt.less': receiptIs(({ warnings = [] }) => warnings.some(({ path }) => path === 'received.amount')),
  'receipt.unseen': receiptIs(({ warnings = [] }) => warnings.some(({ path }) => path === 'received')),
  'receipt.second': receiptIs(({ warnings = [] }) => warnings.some(({ path }) => path === 'origin')),
  'receipt.second-sent': receiptIs(({ warnings = [] }) => warnings.some(({ path }) => path === 'origin')),
  'receipt.paid': is('succeeded'),
  'receipt.topup': receiptIs(({ topup }) => topup?.amount),
  'receipt.sent': is('succeeded', 'failed'),
  'receipt.delivered': is('succeeded'),
  'refund.title': chainShowsTheRefund,
  'refund.text': both(chainShowsTheRefund, amountCameBack),
  'refund.part': both(is('refunded'), not(chainShowsTheRefund), amountCameBack),
  'refund.less': both(chainShowsTheRefund, lessCameBack),
  'refund.claimed': both(is('refunded'), not(chainShowsTheRefund)),
  'refund.look': both(is('refunded'), not(chainShowsTheRefund)),
  'refund.looked': is('refunded'),
  'refund.other': both(chainShowsTheRefund, amountCameBack),
  'refund.transaction': chainShowsTheRefund,
  'refund.named': is('refunded'),
  'other.text': secondPaymentIsKnown,
  'failed.waiting': is('failed'),
  'failed.signed': both(is('failed'), payerSigned),
  'failed.again-title': is('failed'),
  'failed.again-text': is('failed'),
  'failed.again-anyway': is('failed'),
};

/**
 * Texts that speak of paying, of money or of sending, but not of where the money of this payment is. The states of past
 * payments (`history.`) have tests of their own.
 */
const OTHERS = [
  'amount. asset. deposit.amount deposit.close deposit.fee deposit.keep deposit.left deposit.new',
  'deposit.nothing-sent deposit.only deposit.qr deposit.round deposit.text deposit.text-open deposit.title',
  'deposit.unchecked deposit.again deposit.again-hint deposit.again-label deposit.again-other deposit.leaving',
  'deposit.expired fees. errors.*.action failed.again failed.contact history. price-impact. receive. recipient.',
  'refund-to. review. search. select. step. test. wallet. word. unreadable.title unknown.restart',
  'unknown.primary unknown.wait back button.pay button.open banner.new another close form. authorize.amount',
  'authorize.allowance authorize.title page. processing.delivered processing.confirmed processing.speed-up',
  'processing.reference receipt.back receipt.date receipt.topup-promised receipt.topup-part no-news.title',
  'unavailable.title currency. again authorize.primary errors.amount-too-high.title errors.amount-too-low.title',
  'errors.config.title errors.expired.title errors.no-route.title errors.price-moved.body',
  'errors.quote-expired.title errors.quote-unsafe.title errors.reverted.action errors.service-refused.title',
  'errors.storage-unavailable.title errors.wallet-unable.title errors.transaction-too-large.body',
  'errors.account-changed.body errors.approval-too-low.body errors.insufficient-funds.body',
  'errors.insufficient-native.body errors.outcome-unknown.title errors.quote-unsafe.body',
  'errors.storage-unavailable.body errors.wallet-busy.body errors.wallet-locked.body',
  'errors.wallet-failed.body errors.wallet-gone.title errors.wallet-gone.body',
  'errors.wallet-silent.body errors.window-blocked.body errors.relay-silent.body errors.relay-refused.body',
  'errors.connect-interrupted.body',
  'errors.no-gas.body errors.would-revert.body errors.declined.title unknown.restart-declined',
  'authorize.switch authorize.continue authorize.slow phone.no-wallet phone.no-wallet-text phone.no-wallet-words',
  'phone.nothing-opens phone.code-open errors.device.body',
  'errors.wallet-not-found.body errors.cannot-sign.title errors.cannot-sign.body errors.wallet-unable.body',
  'errors.wrong-network.body',
].flatMap((row) => row.split(' '));

const isOther = (key: string): boolean =>
  OTHERS.some((each) =>
    each.endsWith('.') ? key.startsWith(each) : each.replace('*', key.split('.')[1] ?? '') === key,
  );

/** The words with which a sentence can say where money is. */
const ABOUT = new RegExp(
  [
    'sent send paid pay money refund return\\w* back lost arriv\\w* charged deliver\\w* received? balance on.its.way',
    'wallet’s.activity gave given rejected cancelled nothing',
  ]
    .flatMap((row) => row.split(' '))
    .map((word) => `\\b${word}\\b`)
    .join('|'),
  'iu',
);

/** Every text with its key before each sentence, so that a drawn screen tells its keys. */
const marked = Object.fromEntries(
  Object.entries(texts).map(([key, text]) => [
    key,
    text
      .split(/(?<=[.!?:;]) /u)
      .map((sentence) => `⟦${key}⟧${sentence}`)
      .join(' '),
  ]),
) as Messages;

const MARK = /⟦([^⟧]+)⟧/gu;

/** The keys of every text that the screen, the button and the announcement of this state contain. */
function keysOf(state: PaymentState, options: StageOptions): Set<string> {
  const given = { ...options, messages: marked };
  const shown = screen(state, given).root.textContent;
  const said = announcementOf(state, contextOf(given)).text;
  clear();
  return new Set([...`${shown} ${said}`.matchAll(MARK)].map(([, key = '']) => key));
}

const MONEY: readonly Money[] = ['not-sent', 'in-wallet', 'unknown', 'on-its-way', 'returned', 'delivered'];

const payments: readonly Payment[] = [
  payment,
  sentPayment,
  { ...payment, signed: true },
  { ...sentPayment, signed: true },
  { ...payment, batched: true },
  depositPayment(),
  depositPayment({ arrived: '1' }),
  depositPayment({ arrived: '1', isLate: true }),
  depositPayment({ arrived: '9000000000000000' }),
  depositPayment({ extraDeposits: [legOf('refund'), legOf('failure'), legOf('success'), legOf('pending')] }),
];

/**
 * Whether the wallet has answered, or the payer has an address to pay to. Without both, the state *processing* shows
 * what the service has seen, or the status `unknown`.
 */
const payerAsked = ({ payingHash, signed, batched, deposit }: Payment): boolean =>
  payingHash !== undefined || signed === true || batched === true || deposit !== undefined;

/** States of a payment whose wallet, chain or service has told something, and of one about which nobody has. */
function* states(): Generator<PaymentState> {
  yield* everyState;
  yield { name: 'idle', unfinished: payment };
  yield { name: 'idle', unfinished: { ...payment, quote: { ...quote, receives: unknownAmount() } } };
  for (const each of payments) {
    for (const status of ['waiting', 'depositing', 'pending', 'submitted', 'delayed', 'failure', 'unknown'])
      for (const sent of payerAsked(each) || status !== 'waiting' ? [false, true] : [true])
        for (const slow of [false, true])
          for (const seen of status === 'unknown' ? [{}, { told: true } as const] : [{}])
            yield processing({ payment: each, status, sent, slow, ...seen, since: NOW - (slow ? 180_000 : 2_000) });
    yield { ...succeeded, payment: each };
    yield { ...succeeded, payment: each, otherPayment: sentPayment };
    for (const returned of [null, amountOf(8453, 'ETH', '0.0069'), amountOf(8453, 'ETH', '0.0075')])
      yield { ...refunded(returned), payment: each };
    yield { ...failed(), payment: each };
  }
  yield awaiting({ deadline: NOW - 1 });
  for (const phase of ['preparing', 'switching', 'press', 'prompting', 'confirming'] as const)
    for (const stalled of [false, true])
      for (const index of [0, 1]) {
        yield authorizing(index, ['approve', 'deposit'], { phase, stalled });
        const step = { id: 'authorize1', kind: 'signature', index: 1, count: 2 } as const;
        yield authorizing(index, ['approve', 'deposit'], { phase, stalled, step });
      }
  const note = (path: string, rule = 'G01'): GuardNote => ({ rule, path, message: 'For a developer.' });
  const owners = { ...sentPayment, quote: { ...quote, warnings: [note('', 'account')] } };
  yield processing({ payment: owners });
  const again = { step: { id: 'authorize1', kind: 'signature', index: 0, count: 1 }, confirmed: false } as const;
  yield processing({ payment: { ...payment, signed: true }, again });
  const { receipt } = succeeded;
  for (const path of ['origin', 'received.amount', 'received'])
    yield { ...succeeded, receipt: { ...receipt, warnings: [note(path)] } };
  const least = amountOf(42161, 'USDC', '24');
  yield { ...succeeded, receipt: { ...receipt, received: { ...least, minimumAmount: least.amount } } };
  const topup = amountOf(42161, 'ETH', '0.001');
  yield { ...succeeded, payment: { ...sentPayment, quote: { ...quote, topup } }, receipt: { ...receipt, topup } };
  const { refund } = refunded(amountOf(8453, 'ETH', '0.001'));
  yield { ...refunded(null), refund: { ...refund, confirmed: false } };
  yield refunded(amountOf(8453, 'USDC', '20'));
  const extra = depositPayment({ extraDeposits: [legOf('pending')] });
  yield { ...succeeded, payment: { ...extra, intent: { ...extra.intent, strict: false } } };
}

/** Each state that can have a problem, with every code and every place of the money. */
function* problems(): Generator<PaymentState> {
  const { quote: _quote, confirming: _confirming, ...quoting } = reviewing();
  const hosts: readonly ((info: ErrorInfo) => PaymentState)[] = [
    (info) => ({ name: 'idle', problem: info }),
    (info) => selecting({ problem: info }),
    (info) => ({ ...quoting, name: 'quoting', problem: info }),
    (info) => reviewing({ problem: info }),
    (info) => authorizing(0, ['deposit'], { problem: info }),
    (info) => authorizing(0, ['approve', 'deposit'], { phase: 'confirming', otherPayment: sentPayment, problem: info }),
    ...payments
      .slice(0, 3)
      .flatMap((each) => [
        (info: ErrorInfo): PaymentState => processing({ payment: each, sent: !payerAsked(each), problem: info }),
        (info: ErrorInfo): PaymentState => processing({ payment: each, sent: true, problem: info }),
        (info: ErrorInfo): PaymentState => processing({ payment: each, status: 'unknown', problem: info }),
        (info: ErrorInfo): PaymentState => ({ ...failed(), payment: each, problem: info }),
      ]),
  ];
  for (const host of hosts)
    for (const code of Object.keys(errorCodes) as ErrorCode[])
      for (const money of MONEY) yield host(problem(code, money));
  for (const reason of ['unreadable-entry', 'paid-before', 'not-loaded'] as const)
    for (const host of hosts) yield host({ ...problem('outcome-unknown'), reason });
  for (const host of hosts)
    yield host({ ...problem('quote-unsafe'), reason: 'wallet-changed', values: { minutes: '3' } });
  for (const host of hosts)
    yield host({ ...problem('outcome-unknown'), reason: 'unanswered', values: { minutes: '9', wallet: 'Rainbow' } });
}

/** The keys that some screen has shown. */
const seen = new Set<string>();

/** Draws each state and names each sentence that it says without its facts. */
function untrue(all: Iterable<PaymentState>, options: StageOptions): string[] {
  const wrong = new Set<string>();
  for (const state of all)
    for (const key of keysOf(state, options)) {
      seen.add(key);
      const fact = SENTENCES[key];
      if (!fact || fact(state)) continue;
      const { code, money, reason } = problemOf(state) ?? {};
      wrong.add(`${key} in ${state.name} ${[code, money, reason].filter(Boolean).join(' ')}`);
    }
  return [...wrong];
}

describe('sentences about the money', function () {
  this.timeout(120_000);
  afterEach(clear);

  it('stand in one table, with what must be known for each', () => {
    const about = Object.keys(texts).filter((key) => ABOUT.test(texts[key]!) && !isOther(key));
    expect(about.filter((key) => !SENTENCES[key])).to.deep.equal([]);
    expect(Object.keys(SENTENCES).filter((key) => !(key in texts))).to.deep.equal([]);
  });

  it('are said only with their facts, in every state of a sheet and of a panel', () => {
    for (const layout of ['button', 'panel'] as const) expect(untrue(states(), { layout }), layout).to.deep.equal([]);
    expect(untrue(states(), { open: false }), 'closed').to.deep.equal([]);
    expect(untrue(states(), { config: { keepOpen: true } }), 'without storage').to.deep.equal([]);
    const leaving = { local: { leaving: REQUEST_ID } };
    expect(untrue([awaiting(), failed()], leaving), 'while the payer leaves').to.deep.equal([]);
  });

  it('are said only with their facts beside every error, wherever the money is', () => {
    expect(untrue(problems(), { layout: 'panel' })).to.deep.equal([]);
  });

  it('say nothing untrue on a phone either, where the page can open again in an app', () => {
    const phone = { device: { isTouch: true }, orderAddress: 'https://shop.example/pay?order=1042' };
    expect(untrue(everyState, phone)).to.deep.equal([]);
  });

  it('are all said by some screen above, so that each fact is tried', () => {
    expect(Object.keys(SENTENCES).filter((key) => !seen.has(key))).to.deep.equal([]);
  });
});
