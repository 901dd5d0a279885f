/** Tests the error texts and the announcements for screen readers. */
import { expect } from '@open-wc/testing';
import { errorCodes, type ErrorCode, type ErrorInfo } from '../../../src/errors.js';
import { announcementOf } from '../../../src/ui/announcement.js';
import { contextOf } from '../../../stories/support/stage.js';
import {
  authorizing,
  failed,
  payment,
  problem,
  processing,
  refunded,
  reviewing,
  selecting,
  succeeded,
} from '../../../stories/support/payments.js';
import { KEYLESS, SVM_PAYER } from '../../../stories/support/families.js';
import { clear, screen } from '../support.js';

const notice = (info: ErrorInfo): string => screen(reviewing({ problem: info })).read('notice');
/** An error without details. `code` can be an unknown error code. */
const bare = (code: string): ErrorInfo => ({
  code: code as ErrorCode,
  money: 'not-sent',
  message: 'For a developer.',
  retryable: true,
  docsUrl: '',
});

describe('error text', () => {
  afterEach(clear);

  for (const code of Object.keys(errorCodes) as ErrorCode[]) {
    it(`has title, body and the place of the money with and without values when the code is ${code}`, () => {
      for (const words of [
        notice(problem(code)),
        notice({ ...problem(code), ...bare(code), money: errorCodes[code].money }),
      ]) {
        expect(words).to.match(/^\S.+?\. \S.+\.$/);
        expect(words).not.to.match(/[{}]|undefined|null|For a developer/);
      }
    });
  }

  it('depends on where the money is and not only on the code', () => {
    expect(notice(problem('offline'))).to.equal('You’re offline. Nothing was sent.');
    expect(notice(problem('offline', 'on-its-way'))).to.equal('You’re offline. Your money is on its way.');
  });

  it('says that the network took its fee only when a transaction was sent', () => {
    expect(notice(problem('reverted'))).to.contain('The network fee was still charged.');
    expect(notice({ ...problem('reverted'), money: 'not-sent' })).to.equal(
      'The network refused the payment. Nothing was sent.',
    );
  });

  it('shortens the addresses of both chain families', () => {
    const values = { old: SVM_PAYER, new: KEYLESS };
    const { root } = screen(reviewing({ problem: { ...problem('account-changed'), values } }));
    expect(root.querySelector('[part~=notice]')?.textContent).to.contain('The price was for 9WzDXw…TN9e.');
    expect(root.querySelector('[part~=secondary]')?.textContent.trim()).to.equal('Use 4pUQS4…dAPw');
  });

  it('P-38 says that the order was paid before when only the storage knows that the payer started over', () => {
    const paidBefore = { ...problem('unconfirmed', 'delivered'), reason: 'paid-before' } as const;
    expect(notice(paidBefore)).to.equal(
      'This order was paid before. The payment was delivered. Pay again only if you mean to pay twice.',
    );
  });

  it('W-8 says that a further step was refused and that the payment goes on when the guard refuses a step after it', () => {
    const state = processing({ sent: true, problem: problem('quote-unsafe', 'on-its-way') });
    expect(screen(state).read('notice')).to.contain(
      'The service asked for another step. We refused it; the payment goes on. Your money is on its way.',
    );
    expect(screen(state).text()).not.to.contain('We stopped this payment');
  });

  for (const money of ['unknown', 'on-its-way', 'delivered', 'returned'] as const) {
    it(`W-2 never says that nothing was sent or charged, or names a step before it, when the money is ${money}`, () => {
      for (const code of Object.keys(errorCodes) as ErrorCode[]) {
        const state = processing({ sent: true, problem: { ...problem(code), money } });
        for (const said of [screen(state).read('notice'), announcementOf(state, contextOf({})).text]) {
          expect(said, code).to.contain(contextOf({}).t(`money.${money}`));
          expect(said, code).not.to.match(
            /othing was|set up|still in your wallet|Not enough|too (small|large)|can’t switch/,
          );
        }
      }
    });
  }

  it('does not blame the wallet, and does not name its activity, when the payer has signed the payment', () => {
    for (const code of Object.keys(errorCodes) as ErrorCode[]) {
      const info: ErrorInfo = { ...problem(code), money: 'unknown' };
      const said = (signed: boolean): string =>
        screen(processing({ payment: { ...payment, ...(signed && { signed: true }) }, problem: info })).read('notice');
      expect(said(true), code).to.contain('Your signature may have been used; don’t pay twice.');
      expect(said(true), code).not.to.match(/activity|lost touch/);
      expect(said(false), code).to.contain('Check your wallet’s activity');
    }
  });

  it('P-12 never says that nothing was sent or paid when an earlier payment of the order is perhaps out', () => {
    const earlier = contextOf({}).t('money.earlier');
    for (const code of Object.keys(errorCodes) as ErrorCode[]) {
      const info: ErrorInfo = { ...problem(code), money: 'unknown' };
      for (const state of [reviewing({ problem: info }), selecting({ problem: info })]) {
        const said = screen(state).read('notice');
        expect(said, code).not.to.match(/Nothing was (?:sent|charged)|still in your wallet/);
        expect(said, code).to.contain(code === 'outcome-unknown' ? contextOf({}).t('money.unknown') : earlier);
        // The reason of this attempt stays.
        expect(said, code).to.match(
          new RegExp(
            `^${screen(reviewing({ problem: problem(code) }))
              .read('notice')
              .slice(0, 8)}`,
          ),
        );
      }
    }
  });

  it('formats amounts by locale, rounds a missing amount up and shortens addresses', () => {
    expect(notice(problem('insufficient-native'))).to.contain('You need about 0.000123457 ETH more.');
    const view = screen(reviewing({ problem: problem('price-moved') }), { locale: 'de' });
    expect(view.read('notice')).to.contain('Now 0,0072 ETH, was 0,0071 ETH.');
    expect(screen(reviewing({ problem: problem('account-changed') })).read('secondary')).to.equal('Use 0x77aa…99ff');
  });

  it('P-45 names a wallet that signs only short transactions, and a wallet that cannot sign', () => {
    const large = { ...problem('transaction-too-large'), values: { old: 'Oldie' } };
    expect(notice(large)).to.contain('Oldie can sign only a few steps at once, so another wallet may do it.');
    expect(notice(problem('transaction-too-large'))).not.to.contain('signs only');
    expect(notice(problem('wallet-unable'))).to.equal(
      'MetaMask can’t sign this payment. Nothing was sent. Use another account or another wallet.',
    );
  });

  it('has the service’s own words in its details, and no reason for developers', () => {
    const details = (members: Partial<ErrorInfo>): string | undefined =>
      screen(reviewing({ problem: { ...problem('service-down'), ...members } })).root.querySelector(
        '.problem details bdi',
      )?.textContent;
    for (const words of ['NO_QUOTES', '503', 'user rejected', 'G12 details.sender'])
      expect(details({ details: words })).to.equal(words);
    for (const reason of ['not-loaded', 'permit-cancelled', 'blocked-by-policy'] as const)
      expect(details({ reason })).to.equal(undefined);
  });

  it('P-62 names the wallet that changed the payment, and says that it sends only if it can', () => {
    const changed = { ...problem('quote-unsafe'), reason: 'wallet-changed' } as const;
    const offer = notice({ ...changed, values: { minutes: '3', sender: 'Glow' } });
    expect(offer).to.contain('MetaMask changed the payment. We do not send what it signed, but it still could.');
    expect(offer).to.contain('Wait 3 minutes before you press again. When you do, Glow sends the payment itself.');
    expect(notice({ ...changed, values: { minutes: '3' } })).not.to.contain('sends the payment itself');
    expect(offer).not.to.contain('Acme');
  });

  it('is the text of a refusal when the code is unknown', () => {
    expect(notice(bare('NEW_CODE'))).to.equal('This payment isn’t possible right now. Nothing was sent.');
    expect(notice(bare('constructor'))).to.equal('This payment isn’t possible right now. Nothing was sent.');
  });

  it('can be replaced by a slot or by the page’s messages', () => {
    const view = screen(reviewing({ problem: problem('wallet-rejected') }), {
      messages: { 'errors.wallet-rejected.title': 'No worries' },
    });
    expect(view.root.querySelector('slot[name="error-wallet-rejected"]')).to.exist;
    expect(view.text()).to.contain('No worries. Nothing was sent.');
  });

  it('I22 shows the service’s own text as plain text in a closed disclosure', () => {
    const details = '<img src=x onerror=alert(1)>';
    const view = screen(reviewing({ problem: { ...problem('service-refused'), details } }));
    expect(view.root.querySelector('[part~="notice"] details:not([open]) bdi')?.textContent).to.equal(details);
    expect(view.root.querySelector('img')).to.equal(null);
  });
});

describe('announcement text', () => {
  const ctx = contextOf({});
  const says = (...args: Parameters<typeof announcementOf>): string => announcementOf(...args).text;

  it('reports the news of each state', () => {
    expect(says(selecting({ loading: 'assets' }), ctx)).to.equal('Looking up what you can pay with');
    expect(says(reviewing(), ctx)).to.equal('Pay 0.0071 ETH');
    expect(says(authorizing(0, ['deposit']), ctx)).to.equal('Confirm in MetaMask. Then this page follows the payment.');
    expect(says(authorizing(0, ['approve', 'deposit']), ctx)).to.equal(
      'Confirm in MetaMask. This payment is not sent yet.',
    );
    expect(says(authorizing(0, ['deposit'], { stalled: true }), ctx)).to.equal('Don’t see it? Open your wallet.');
    expect(says(processing(), ctx)).to.equal('Payment sent');
    expect(says(processing({ sent: true, slow: true }), ctx)).to.contain('Your money is on its way');
    expect(says(processing({ slow: true }), ctx)).to.match(/^Taking longer than usual.*not confirmed it yet/);
    expect(says(processing({ status: 'unknown', payment }), ctx)).to.equal('Did you approve this in your wallet?');
    expect(says(succeeded, ctx)).to.equal('Paid. 25.00 USDC to Acme Coffee');
    expect(says(refunded(null), ctx)).to.equal('The service says it sent your payment back');
  });

  it('stays the same while the countdown runs', () => {
    expect(says(processing({ since: 0 }), ctx)).to.equal(says(processing(), ctx));
  });

  it('is urgent only for an error that needs the payer', () => {
    expect(announcementOf(reviewing({ problem: problem('wallet-rejected') }), ctx)).to.deep.equal({
      text: 'Not approved in your wallet. Nothing was sent.',
      urgent: true,
    });
    expect(announcementOf(processing({ problem: problem('offline', 'on-its-way') }), ctx).urgent).to.equal(false);
    expect(announcementOf(failed(), ctx).urgent).to.equal(true);
  });
});
