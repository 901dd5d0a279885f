/** Lists what the payer can press in every story. Each state has a way out, and none pays twice without a question. */
import { expect } from '@open-wc/testing';
import { transition } from '../../src/payment/model/machine.js';
import { isBusy, type PaymentState } from '../../src/payment/model/state.js';
import * as button from '../../stories/states/button.stories.js';
import * as choosing from '../../stories/states/choosing.stories.js';
import * as deposit from '../../stories/states/deposit.stories.js';
import * as ended from '../../stories/states/ended.stories.js';
import * as errors from '../../stories/states/errors.stories.js';
import * as history from '../../stories/states/history.stories.js';
import * as loading from '../../stories/states/loading.stories.js';
import * as paying from '../../stories/states/paying.stories.js';
import * as phone from '../../stories/states/phone.stories.js';
import * as receipt from '../../stories/states/receipt.stories.js';
import * as reviewing from '../../stories/states/reviewing.stories.js';
import * as venue from '../../stories/states/venue.stories.js';
import * as waiting from '../../stories/states/waiting.stories.js';
import type { Stage, StageOptions } from '../../stories/support/stage.js';
import { clear } from './support.js';

type Pressed = Parameters<NonNullable<StageOptions['onEvent']>>[0];
type Shown = { stage: Stage; pressed: Pressed[] };

const groups = { ...button, ...loading, ...choosing, ...reviewing, ...paying, ...waiting, ...receipt, ...ended };
const {
  default: _meta,
  AnyError: _anyError,
  ...stories
} = { ...groups, ...errors, ...deposit, ...venue, ...history, ...phone };
const names = Object.keys(stories) as (keyof typeof stories)[];

/** Shows a story in a panel. A panel has no button to close it, so only the screen itself offers a way out. */
function show(name: keyof typeof stories): Shown {
  const pressed: Pressed[] = [];
  const args = { layout: 'panel', locale: 'en', onEvent: (event: Pressed) => pressed.push(event) } as const;
  const stage = (stories[name] as { render: (args: StageOptions) => Stage }).render(args);
  document.body.append(stage);
  stage.show(stage.state());
  return { stage, pressed };
}

const wordsOf = (node: Node): string => (node.textContent ?? '').replace(/\s+/gu, ' ').trim();
const isEnabled = (control: Element): boolean => !control.matches(':disabled, [aria-disabled=true]');

/** The controls that lead on: no copy buttons, no links to an explorer, no disclosures. */
function waysOf({ stage }: Shown): string[] {
  const { root } = stage;
  const controls = [...root.querySelectorAll<HTMLElement>('button, input, a[part]')].filter(isEnabled);
  const labels = controls.map((control) => {
    if (!control.matches('[part~=primary], [part~=secondary], .link'))
      return control.part.value || (control.matches('input') ? 'checkbox' : 'past payment');
    return wordsOf(control).replace(/^Pay [\d.].*/u, 'Pay');
  });
  const fallback = root.querySelector<HTMLSlotElement>('slot:not([name])')?.assignedElements().map(wordsOf) ?? [];
  return [...new Set([...labels, ...fallback])].filter((label) => !/^copy|^Copy/u.test(label));
}

/** What the payer can press, in order, and in which stories. */
const WAYS: Readonly<Record<string, string>> = {
  checkbox: 'RefundedLateDeposit RefundOnlyClaimed',
  'checkbox | Pay with something else': 'PriceImpact OwnAddress',
  'checkbox | Pay | Pay with something else': 'OwnAddressTicked',
  'checkbox | Show me the price | Pay with something else': 'PriceImpactTicked',
  'Another payment': 'ReceiptOfDonation',
  Back: 'AddressToPay AddressWithLongAmount AddressWithoutDeadline OnePayment OnePaymentWithoutDetails',
  'Back to the payment': 'NoPastPayments PastPaymentsLoading',
  'Disconnect MetaMask | Disconnect Phantom | search | asset | Use another wallet': 'SecondBalancesLoading',
  'Disconnect MetaMask | Disconnect Phantom | search | asset | Your payments | Use another wallet':
    'TokensOfTwoWallets TokensOfTwoWalletsInPanel',
  'Continue in MetaMask | Stop waiting': 'WalletNeedsAPress',
  'Follow this payment | Back': 'OneRunningPayment',
  'Get a new address': 'AddressExpired AddressHiddenAfterReload',
  'I closed it': 'WalletDoesNotAnswer SolanaWalletDoesNotAnswer SecondSignatureMissing',
  'I declined it': 'AlreadyPaid',
  'I declined it, start over': 'DeclinedInWords',
  'I rejected it in my wallet': 'BatchPending',
  'My wallet shows nothing, start over': 'OutcomeUnknown TooLittleInWords',
  'Back to Acme Coffee': 'ReceiptWithWayBack',
  'Pay again': 'Failed RefundedLess RefundedInAnotherToken RefundedTooSmallDeposit Refunded',
  'Pay again | Contact Acme Coffee (opens in a new tab)': 'FailedWithSupportLink',
  'Pay another way':
    'NotSetUp NoWalletFound RecipientOfAnotherChain PhoneWithoutReference InsideInstagram InsideTelegram ' +
    'InsideAnotherApp NoWalletExplained',
  'Pay with something else': 'NextPriceLoading FirstPriceLoading AfterThePress PayButtonNotReady',
  'Pay | Back': 'PriceMoved',
  'Pay | Choose again': 'SolanaFeeMissing SolanaWalletUnable',
  'Pay | Use 4pUQS4…dAPw': 'SolanaAccountChanged',
  'Pay | Pay with something else':
    'ReviewInPanel Review FeesPaidUpToALimit FeeWithoutPrice ReviewWithFeesOpen FeesPaidByMerchant ' +
    'ReviewWithoutFees FeesPaidInPart HighPriceImpactAccepted PaymentRejected ' +
    'WalletFailed WalletSilent WalletWindowBlocked WalletHoldsTooLittle ' +
    'UnverifiedToken ReviewWithWarnings ReviewWithUncheckedRate ' +
    'RecipientWithoutKey CostsPerhapsMissing SolanaReviewInPanel SolanaPaymentAltered ' +
    'SolanaQuoteExpired SolanaPaymentExpired SolanaReview SolanaUnverifiedToken SolanaSimulationFailedLate ' +
    'VenueRefused VenueReview',
  'Reload the page | I checked: nothing was sent': 'StoredPaymentUnreadable',
  'Reload the page | Pay with something else': 'CodeNotLoaded WalletGone',
  'Retry | Back to the payment': 'PastPaymentsUnavailable',
  'Retry | Pay another way': 'UnavailableInPanel Unavailable',
  'Sign again': 'SignAgain',
  'Stop waiting': 'ApprovalConfirming WalletDoesNotTellItsNetwork',
  'Use another wallet': 'BalancesLoading',
  'View | Make another payment': 'PayButtonWithUnfinishedPayment UnfinishedPaymentInPanel',
  'amount | search | asset | Your payments | Continue | Use another wallet': 'AmountTyped',
  'amount | search | asset | Your payments | Use another wallet': 'AmountToType AmountAmbiguous',
  'amount | preset | search | asset | Your payments | Use another wallet': 'SuggestedAmounts',
  'amount | asset | search | Your payments | Use another wallet': 'SwapBothChosen',
  'asset | search | Your payments | Use another wallet': 'SwapNothingChosen',
  'asset | wallet': 'SwapWithoutWallet',
  'past payment | Back to the payment': 'MorePastPaymentsLoading PastPaymentsWithoutWallet PastPaymentsInPanel',
  'past payment | Retry | Back to the payment': 'PastPaymentsOfThisDevice',
  'past payment | Show more | Back to the payment': 'PastPayments',
  'recipient | search | asset | Your payments | Use another wallet': 'RecipientToType TypedRecipientOfAnotherChain',
  'refund-to | Get a new address': 'AddressAfterReload',
  'refund-to | asset | Use another wallet': 'TokensToSend',
  'search | Your payments | Use another wallet':
    'SearchLoading SearchFailed EmptyWallet ManyTokensWithoutMatch NoTokenIsEnough',
  'search | asset | Your payments | Use another wallet':
    'TokensInPanel SearchFound Tokens TokenWithHighPriceImpact ManyTokens TokensThatCannotPay ' +
    'TokensWithLineItems SolanaTokens',
  'search | asset | Your payments | wallet | Use another wallet':
    'SecondWalletOffered SecondWalletOfferedOpen OneWalletDisconnected SecondWalletConnecting ' +
    'SolanaSimulationFailed SolanaTransactionTooLarge SolanaWalletOfShortTransactions',
  'Get a new code | Cancel': 'CodeHasRunOut',
  Cancel: 'CodeInsideInstagram',
  'wallet | My wallet shows nothing, start over': 'WalletOnThisPhoneCanStillAsk',
  wallet:
    'CodeWasLostByReload WalletOnThisPhoneIsAsked WalletOnThisPhoneIsAskedInPanel ' +
    'WalletsInPanel WalletGoneWhileConnecting ConnectionRejected Wallets WalletsOrDepositAddress ' +
    'WalletsAndOtherWaysToPay WalletsOfEveryChain ' +
    'PhoneWithoutWallet PhoneWithoutWalletInPanel PhoneForEveryChain PhoneWithWalletOfThePage',
  'wallet | Cancel':
    'WalletConnecting CodeOfOneWallet CodeToOpen CodeToOpenOrScan CodeToScan CodeToScanInPanel CodeToScanOrOpen ' +
    'CodeWithoutTime',
};

/** The same table, with the stories of each row in one order. */
const sorted = (ways: typeof WAYS): Record<string, string[]> =>
  Object.fromEntries(Object.entries(ways).map(([way, names]) => [way, names.split(' ').sort()]));

/** The stories in which the payer cannot press anything, by what ends them. */
const NOTHING: Readonly<Record<string, string>> = {
  'the checkout loads': 'PayButton PayButtonDisabled PayButtonWithoutAmount',
  'the listing arrives, or the request times out and the screen offers to retry': 'ChainsLoading',
  'the wallet answers, or after 20 s the payer can report that it does not':
    'WalletIsAskedForItsNetwork ' +
    'WalletAsksForApproval WalletAsksOnce WalletAsksForPayment WalletAsksToSwitchNetwork WalletAsksThreeTimes ' +
    'SolanaWalletAsks FirstSignature SecondSignature',
  'the chain or the service tells the end, or after 30 minutes without news the payer is asked':
    'PayButtonWhilePayerWaits SentInPanel ConfirmedByChain SentWithoutExplorer Offline ' +
    'Sent Signed TakesLongerThanUsual SolanaPaymentSent VenuePaymentSigned VenueOutcomeUnknown',
  'the service tells of a refund, or after 10 s the payment counts as failed': 'NotDeliveredYet DepositTooSmall',
  'nothing: the order is paid':
    'ReceiptInPanel Receipt ReceiptWithFeeWithoutPrice ReceiptOfTooLargeDeposit ReceiptWithFailedReturn ' +
    'SolanaReceipt',
};

/** These events may lead to a second payment if the first payment is perhaps out. */
const RISKY = ['abandoned', 'reset', 'back', 'opened', 'quote-asked', 'confirmed'];

/** The words that say where the money of the first payment is. */
const PLACE = new RegExp(
  [
    'before you pay again|before paying again|still in your wallet|may end up paying twice|may be on its way',
    'returned to|Your payment was sent back|^.{0,80}\\bPaid\\b|payment in progress',
  ].join('|'),
  'u',
);

/** Presses a button, not a link. Returns the risky event that it dispatched, and the words that stood on the screen. */
function press({ stage, pressed }: Shown, part: string): { event: string | undefined; words: string } {
  pressed.length = 0;
  const words = wordsOf(stage.root);
  stage.root.querySelector<HTMLButtonElement>(`button[part~=${part}]`)?.click();
  return { event: pressed.map(({ type }) => type).find((type) => RISKY.includes(type)), words };
}

/** The state as text, with the members of each object in one order. */
const textOf = (state: PaymentState): string =>
  JSON.stringify(state, (_name, value: unknown) =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
      : value,
  );

/** True if the machine changes the state. A copy of the same state is no change. */
const changes = (state: PaymentState, event: { type: string }): boolean =>
  textOf(transition(state, event as Parameters<typeof transition>[1])) !== textOf(state);

describe('ways out', () => {
  afterEach(clear);

  it('P-2 has a way out in every state, or something ends the state without the payer', () => {
    const found: Record<string, string> = {};
    const nothing: string[] = [];
    for (const name of names) {
      const ways = waysOf(show(name)).join(' | ');
      if (ways === '') nothing.push(name);
      else found[ways] = [found[ways], name].filter(Boolean).join(' ');
      clear();
    }
    expect(nothing.sort()).to.deep.equal(Object.values(NOTHING).join(' ').split(' ').sort());
    expect(sorted(found)).to.deep.equal(sorted(WAYS));
  });

  it('P-16 says where the money may be before each press that may lead to a second payment', () => {
    const asked: string[] = [];
    for (const name of names) {
      for (const way of [['primary'], ['secondary'], ['secondary', 'secondary'], ['primary', 'secondary']]) {
        const shown = show(name);
        const state = shown.stage.state();
        const isOut = isBusy(state) || (state.name === 'idle' && state.unfinished);
        for (const part of way) {
          const { event, words } = press(shown, part);
          if (!event || !isOut) continue;
          // An approval pays nothing, so leaving it needs no question.
          if (state.name !== 'authorizing') expect(words, `${name}: ${event}`).to.match(PLACE);
          asked.push(`${name}: ${event}`);
          break;
        }
        clear();
      }
    }
    expect([...new Set(asked.map((line) => line.replace(/^[A-Z][a-z]+\w*?: /u, '')))]).to.have.length.above(2);
  });

  it('P-24 disables each button that can do nothing', () => {
    // The session's effects handle these events.
    const effects = ['resume-asked', 'wallet-picked', 'wallet-closed', 'close', 'show', 'show-history'];
    // The list of past payments has fixtures in place of its functions.
    for (const name of names.filter((each) => !(each in history))) {
      for (const part of ['primary', 'secondary']) {
        const shown = show(name);
        const button = shown.stage.root.querySelector(`button[part~=${part}]`);
        if (button && isEnabled(button)) {
          const state = shown.stage.state();
          const { words } = press(shown, part);
          const [event] = shown.pressed;
          const acts = event
            ? effects.includes(event.type) || changes(state, event)
            : wordsOf(shown.stage.root) !== words || shown.stage.root.querySelector('[part~=history]') !== null;
          expect(acts, `${name}, ${part}: ${event?.type ?? 'no event'}`).to.equal(true);
        }
        clear();
      }
    }
  });
});
