/** Tests the screen for a payment about which the page does not know whether the wallet has made it. */
import { expect } from '@open-wc/testing';
import { problem, payment, processing, selection, sentPayment, wallets } from '../../../stories/support/payments.js';
import type { StateOf } from '../../../src/payment/model/state.js';
import type { StageOptions } from '../../../stories/support/stage.js';
import { clear, screen } from '../support.js';

const phone: StageOptions = { device: { isTouch: true } };
const withApp = { ...selection, wallets: wallets.map((wallet) => ({ ...wallet, appLink: 'rainbow://wc' })) };
/** The page does not know whether the wallet has paid. */
const unknown = (change: Partial<StateOf<'processing'>> = {}): StateOf<'processing'> =>
  processing({ payment, status: 'unknown', selection: withApp, ...change });
const linksIn = (state: StateOf<'processing'>, options = phone): (string | null)[] => {
  const { root } = screen(state, options);
  const links = [...root.querySelectorAll('a[part~=wallet]')].map((link) => link.getAttribute('href'));
  clear();
  return links;
};

describe('unknown view of a wallet on the payer’s phone', () => {
  afterEach(clear);

  it('has a link to the app that was asked, on this page or on an earlier one', () => {
    expect(linksIn(unknown())).to.deep.equal(['rainbow://wc']);
    const restored = { ...payment, account: null };
    expect(linksIn(unknown({ payment: restored, wallet: 'io.rabby' }))).to.deep.equal(['rainbow://wc']);
    expect(screen(unknown({ payment: restored, wallet: 'io.rabby' }), phone).text()).to.contain('Open Rabby');
  });

  it('has no link when the wallet no longer asks, when the page does not know it, and on a computer', () => {
    const cases: Partial<StateOf<'processing'>>[] = [
      { problem: { ...problem('outcome-unknown'), reason: 'declined' } },
      { payment: sentPayment },
      { payment: { ...payment, signed: true } },
      { told: true },
      { status: 'waiting' },
      { payment: { ...payment, account: null } },
    ];
    for (const change of cases) expect(linksIn(unknown(change)), JSON.stringify(Object.keys(change))).to.deep.equal([]);
    expect(linksIn(unknown(), {})).to.deep.equal([]);
  });
});
