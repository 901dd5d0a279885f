/** Tests what the payer reads and can unfold about the error of a wallet, while nobody knows whether it has paid. */
import { expect } from '@open-wc/testing';
import type { ErrorInfo, ErrorReason } from '../../../src/errors.js';
import { announcementOf } from '../../../src/ui/announcement.js';
import { explained } from '../../../stories/support/moments.js';
import { payment, problem, processing, sentPayment } from '../../../stories/support/payments.js';
import { contextOf } from '../../../stories/support/stage.js';
import { clear, screen } from '../support.js';

const QUESTION = 'We see no payment yet. Check your wallet’s activity before paying again.';

const asked = (info: ErrorInfo) => processing({ payment, status: 'unknown', problem: info });

/** What each wallet of the zoo says, the heading that its words choose, and what the payer can do. */
const SAYINGS: readonly [animal: string, reason: ErrorReason, details: string, title: string, remedy: string][] = [
  [
    'blocked-window',
    'window-blocked',
    '-32603: Pop up window failed to open',
    'Your wallet’s window did not open',
    'Press again, and allow the window if your browser asks.',
  ],
  [
    'dead-extension',
    'wallet-gone',
    'Extension context invalidated.',
    'Your wallet lost touch with this page',
    'Reload the page, then try again.',
  ],
  [
    'too-little-for-the-fee',
    'no-gas',
    '-32000: insufficient funds for gas * price + value',
    'Your wallet says that it holds too little',
    'The payment or its network fee needs more.',
  ],
  [
    'device-refuses-blind-signing',
    'device',
    '-32603: Please enable Blind signing or Contract data in the Ethereum app Settings',
    'Your device did not sign',
    'Unlock it, open the app of the coin, allow blind signing in its settings, then try again.',
  ],
  [
    'expects-a-revert',
    'would-revert',
    '-32603: execution reverted',
    'Your wallet says that this would fail',
    'Try again with a new price.',
  ],
];

describe('unknown view', () => {
  afterEach(clear);

  for (const [animal, reason, details, title, remedy] of SAYINGS) {
    it(`says what helps, and keeps the words of the wallet ${animal}`, () => {
      const state = asked(explained('outcome-unknown', details, { reason }));
      const view = screen(state);
      expect(view.read('heading')).to.equal(title);
      expect(view.read('body')).to.contain(`${QUESTION} ${remedy}`);
      expect(view.read('notice')).to.equal(`Details ${details}`);
      expect(announcementOf(state, contextOf({})).text).to.equal(`${title}. ${QUESTION} ${remedy}`);
    });
  }

  it('keeps the question before a remedy whose text the page has replaced by one without it', () => {
    const state = asked(explained('outcome-unknown', '', { reason: 'no-gas' }));
    const view = screen(state, { messages: { 'errors.no-gas.body': 'Buy some coins.' } });
    expect(view.read('body')).to.contain(`${QUESTION} Buy some coins.`);
  });

  it('adds no remedy after the payer has sent the payment', () => {
    const info = explained('outcome-unknown', 'port closed', { reason: 'wallet-gone' });
    const view = screen(processing({ payment: sentPayment, status: 'unknown', problem: info }));
    expect(view.read('body')).to.contain('You approved it long ago').and.not.contain('Reload the page');
    expect(view.read('notice')).to.equal('Details port closed');
  });

  it('says once that there is no payment, and keeps the words of a wallet that no rule knows', () => {
    const view = screen(asked(explained('outcome-unknown', '-32603: Oops')));
    expect(view.read('body')).to.contain(QUESTION);
    expect(view.read('notice')).to.equal('Details -32603: Oops');
    expect(view.text()).to.not.contain('No news of your payment');
    expect(screen(asked(explained('outcome-unknown', ''))).one('notice')).to.equal(null);
  });

  it('still says what the heading does not: no connection, or a further step that was refused', () => {
    expect(screen(asked(problem('offline', 'unknown'))).read('notice')).to.contain('You’re offline');
    const refused = screen(asked(problem('quote-unsafe', 'unknown')));
    expect(refused.read('notice')).to.contain('The service asked for another step.');
  });
});
