/** Tests of payments without a wallet: the refund address, the deposit address with its QR code, and extra deposits. */
import { aTimeout, expect } from '@open-wc/testing';
import { addressGroups } from '../../../src/i18n/format.js';
import { paymentUri } from '../../../src/ui/deposit/qr-code.js';
import {
  amountOf,
  assetOf,
  awaiting,
  depositPayment,
  failed,
  legOf,
  NOW,
  PAYER,
  quote,
  processing,
  refunded,
  selecting,
  SHOP,
  succeeded,
} from '../../../stories/support/payments.js';
import { clear, copiedBy, scannedText, screen } from '../support.js';

const fields = selecting({ accounts: [], depositAddressFields: ['refundTo'], assets: [assetOf(8453, 'ETH', null)] });

describe('deposit view', () => {
  afterEach(clear);

  it('offers the deposit address as the last wallet row when the merchant enables it', () => {
    const config = { depositAddress: true };
    const view = screen(selecting({ accounts: [], assets: [] }), { config });
    expect(view.all('wallet').at(-1)?.dataset['wallet']).to.equal('deposit-address');
    view.all('wallet').at(-1)?.click();
    expect(view.asked).to.deep.equal([{ type: 'deposit-address-picked' }]);
    const alone = screen(selecting({ accounts: [], assets: [], wallets: [] }), { config });
    expect(alone.all('wallet').map(({ dataset }) => dataset['wallet'])).to.deep.equal(['deposit-address']);
    const without = screen(selecting({ accounts: [], assets: [] }));
    expect(without.all('wallet').map(({ dataset }) => dataset['wallet'])).not.to.include('deposit-address');
  });

  it('disables the deposit address row while the chain list loads', () => {
    const view = screen(selecting({ accounts: [], receives: null, loading: 'chains' }), {
      config: { depositAddress: true },
    });
    const row = view.all('wallet').at(-1);
    expect(row?.getAttribute('aria-disabled')).to.equal('true');
    row?.click();
    expect(view.asked).to.deep.equal([]);
  });

  it('disables the deposit address row while the element is disabled', () => {
    const view = screen(selecting({ accounts: [] }), { config: { depositAddress: true, disabled: true } });
    const row = view.all('wallet').at(-1);
    expect(row?.dataset['wallet']).to.equal('deposit-address');
    expect(row?.getAttribute('aria-disabled')).to.equal('true');
    row?.click();
    expect(view.asked).to.deep.equal([]);
  });

  it('S-32 asks for the refund address in sight, and shows no address, when the page was reloaded', () => {
    const again = { ...awaiting(), depositAddress: '' };
    const view = screen(again);
    expect(view.text()).to.contain('See the address again').and.not.to.contain('Send exactly');
    expect(view.one('qr')).to.equal(null);
    expect(view.one('primary')).to.equal(null);
    const field = view.input('refund-to');
    expect(field.closest('details'), 'nothing hides the field').to.equal(null);
    for (const [text, refundTo] of [
      [` ${PAYER} `, PAYER],
      ['0x12', '0x12'],
      [' ', null],
    ] as const) {
      field.value = text;
      field.dispatchEvent(new InputEvent('input', { bubbles: true }));
      expect(view.asked.at(-1), text).to.deep.equal({ type: 'refund-to-typed', refundTo });
    }
    const wrong = screen(again, { local: { refundTo: SHOP } });
    expect(wrong.input('refund-to').getAttribute('aria-invalid')).to.equal('true');
    expect(wrong.text()).to.contain('This is not the refund address that you gave for this payment.');
    wrong.one('secondary')?.click();
    expect(wrong.asked, 'the payer is asked before another payment').to.deep.equal([]);
  });

  it('S-42 says that nobody but the service knows the rate', () => {
    const state = awaiting();
    const { payment } = state;
    const unchecked = { ...state, payment: { ...payment, quote: { ...payment.quote, rateUnchecked: true as const } } };
    expect(screen(unchecked).read('notice')).to.contain('We could not check the exchange rate with a second source');
    expect(screen(state).text()).not.to.contain('exchange rate');
  });

  it('S-32 shows no part of an address when it expired before the payer typed the refund address', () => {
    const view = screen({ ...awaiting({ deadline: NOW - 1_000 }), depositAddress: '' });
    expect(view.text()).to.contain('This address has expired').and.not.to.contain('0x…');
  });

  it('F-194 requires a refund address that is valid and not the recipient’s', () => {
    const view = screen(fields);
    expect(view.one('primary')?.disabled).to.equal(true);
    const field = view.input('refund-to');
    for (const [text, refundTo] of [
      [PAYER, PAYER],
      [` ${PAYER} `, PAYER],
      ['0x12', '0x12'],
      [SHOP, null],
      [SHOP.toUpperCase().replace('0X', '0x'), null],
      ['', null],
    ] as const) {
      field.value = text;
      field.dispatchEvent(new InputEvent('input', { bubbles: true }));
      expect(view.asked.at(-1), text).to.deep.equal({ type: 'refund-to-typed', refundTo });
    }
    const wrong = screen(fields, { local: { refundTo: '0x12' } });
    expect(wrong.input('refund-to').getAttribute('aria-invalid')).to.equal('true');
    expect(wrong.text()).to.contain('This is not a valid address. Check it.').and.not.to.contain('It is for');
    const foreign = { refundTo: { fault: 'family', wanted: 'evm', names: { wanted: 'Ethereum', found: 'Tron' } } };
    const other = { fault: 'case', wanted: 'evm', message: '' } as const;
    const cased = screen({ ...fields, wrong: { refundTo: other } }, { local: { refundTo: '0x12' } });
    expect(cased.text()).to.contain('Write this address in lower case.').and.not.to.contain('not a valid address');
    const named = screen({ ...fields, wrong: foreign } as typeof fields, { local: { refundTo: 'TRON' } });
    expect(named.text()).to.contain('It is for Tron, not for Ethereum.');
    expect(screen(fields, { local: { refundTo: SHOP } }).text()).to.contain('own address');
  });

  it('says to round an amount up that has more decimal places than exchanges take, and only if it is exact', () => {
    const round = 'round up at the last one';
    const long = { ...awaiting(), amount: amountOf(8453, 'ETH', '0.007112345678901234') };
    expect(screen(long).text()).to.contain(round);
    expect(screen(awaiting()).text()).not.to.contain(round);
    const { payment } = long;
    const open = { ...long, payment: { ...payment, intent: { ...payment.intent, strict: false } } };
    expect(screen(open).text()).not.to.contain(round);
  });

  it('shows amount, network, full address, QR code and warnings when the deposit is awaited', () => {
    const view = screen(awaiting({ deadline: NOW + 1_800_000 }));
    const { depositAddress } = awaiting();
    expect(view.one('address')?.textContent.replace(/\s/g, '')).to.equal(depositAddress);
    expect(addressGroups(depositAddress).length).to.be.greaterThan(5);
    expect(view.text()).to.contain('Send only ETH on Base').and.to.contain('If you send less, it is returned');
    expect(view.text()).to.contain('Pay within 30 minutes').and.to.contain('We cannot check who owns it');
    expect(view.text()).to.contain('An exchange may deduct its own fee');
    expect(view.one('qr')?.getAttribute('aria-label')).to.equal('QR code with the address below');
    expect(view.root.querySelector('[part~=qr] path')).not.to.equal(null);
    expect(view.one('primary')?.disabled).to.equal(true);
  });

  for (const [title, state] of [
    ['the address', awaiting()],
    ['an expired address', awaiting({ deadline: NOW - 1 })],
  ] as const) {
    it(`P-16 asks whether anything was sent before it leaves ${title}, and stays when the payer is not sure`, () => {
      const view = screen(state);
      const before = view.text();
      view.press('secondary');
      expect(view.asked).to.deep.equal([]);
      expect(view.text()).to.contain('Have you sent anything to it?').and.to.contain('may be on its way');
      view.press('primary');
      expect([view.text(), view.asked]).to.deep.equal([before, []]);
      view.press('secondary');
      view.press('secondary');
      expect(view.asked).to.deep.equal([{ type: 'back' }]);
    });
  }

  it('keeps the QR code element when the screen is rendered again', async () => {
    const view = screen(awaiting());
    const path = view.root.querySelector('[part~=qr] path');
    view.show(awaiting({ arrived: '1' }));
    await aTimeout(0);
    expect(view.root.querySelector('[part~=qr] path')).to.equal(path);
  });

  it('draws and copies the shown address, also when another one takes its place', () => {
    const view = screen(awaiting());
    const { depositAddress, amount } = awaiting();
    expect(scannedText(view)).to.equal(paymentUri(depositAddress, amount));
    const other = `0x${'c0ffee42'.repeat(5)}`;
    view.show({ ...awaiting({ address: other }), depositAddress: other });
    expect(scannedText(view)).to.equal(paymentUri(other, amount));
    expect(view.all('copy').slice(0, 2).map(copiedBy), 'amount and address').to.deep.equal(['0.0071', other]);
  });

  it('shows a loading screen without an address until its chunk is loaded', () => {
    const loading = { lateLoaded: false };
    const view = screen(awaiting(), loading);
    expect(view.one('address')).to.equal(null);
    expect(view.root.querySelector('[data-heading]')?.textContent).to.equal('Send the payment');
    view.show(awaiting(), {});
    expect(view.one('address')).not.to.equal(null);
    const config = { depositAddress: true };
    const noWallet = selecting({ accounts: [], assets: [] });
    const list = screen(noWallet, { ...loading, config });
    expect(list.all('wallet').at(-1)?.dataset['wallet']).not.to.equal('deposit-address');
    list.show(noWallet, { config });
    expect(list.all('wallet').at(-1)?.dataset['wallet']).to.equal('deposit-address');
    const end = { ...succeeded, payment: depositPayment({ extraDeposits: [legOf('refund')] }) };
    const receipt = screen(end, loading);
    expect(receipt.text()).not.to.contain('came on top');
    receipt.show(end, {});
    expect(receipt.text()).to.contain('came on top');
  });

  it('shows a guard warning beside the notice that the address cannot be checked', () => {
    const warnings = [
      { rule: 'G21', path: 'steps[0].depositAddress', message: '' },
      { rule: 'G60', path: 'attestation', message: '' },
    ];
    const { payment, ...state } = awaiting();
    const view = screen({ ...state, payment: { ...payment, quote: { ...payment.quote, warnings } } });
    expect(view.all('notice').map(({ textContent }) => textContent)).to.have.length(2);
  });

  it('encodes chain and amount in the QR code for native currency and only the address for a token', () => {
    const address = `0x${'d'.repeat(40)}`;
    const native = { ...quote.pays, currency: `0x${'0'.repeat(40)}`, amount: '7100000000000000' };
    expect(paymentUri(address, native)).to.equal(`ethereum:${address}@8453?value=7100000000000000`);
    const token = { ...amountOf(8453, 'USDC', '25'), currency: `0x${'c'.repeat(40)}` };
    expect(paymentUri(address, token)).to.equal(address);
    expect(paymentUri('bc1q9', native)).to.equal('bc1q9');
  });

  it('hides the address and says that it is still watched when the deadline has passed', () => {
    const view = screen(awaiting({ deadline: NOW - 1 }));
    expect(view.text().replace(/\s/g, '')).not.to.contain(awaiting().depositAddress);
    expect(view.one('qr')).to.equal(null);
    expect(view.text()).to.contain('Do not send anything more').and.to.contain('We still watch');
  });

  it('F-193 names the missing, late or excess amount and where it is', () => {
    const under = screen({ ...refunded(null), payment: depositPayment({ arrived: '7000000000000000' }) });
    expect(under.text()).to.match(/0\.007 ETH arrived, but .* was needed, so what arrived was sent back/);
    expect(screen({ ...refunded(null), payment: depositPayment({ isLate: true }) }).text()).to.contain(
      'after the deadline',
    );
    const known = screen(processing({ sent: true, payment: depositPayment({ arrived: '7200000000000000' }) }));
    expect(known.text()).to.contain('0.0001 ETH came on top. It is being returned');
    const over = screen({ ...succeeded, payment: depositPayment({ extraDeposits: [legOf('refund')] }) });
    expect(over.text()).to.contain('0.000072 ETH came on top and was sent back');
    expect(over.root.querySelector('[part~=notice] a')).not.to.equal(null);
    const stuck = screen({
      ...succeeded,
      payment: depositPayment({ extraDeposits: [legOf('pending'), legOf('failure')] }),
    });
    expect(stuck.text()).to.contain('It is being returned').and.to.contain('Contact Acme Coffee with this payment id');
    expect(screen(succeeded).all('notice')).to.deep.equal([]);
  });

  it('F-193 names only the known facts when too little arrived', () => {
    const little = { arrived: '7000000000000000' };
    const under = screen(processing({ sent: true, payment: depositPayment(little) }));
    expect(under.text()).to.match(/0\.007 ETH arrived, but .* was needed\. What arrived is being returned/);
    const uncertain = screen({ ...failed(), payment: depositPayment(little) });
    expect(uncertain.text()).to.match(/0\.007 ETH arrived, but .* was needed\./);
    expect(uncertain.text()).not.to.contain('sent back');
    const back = { ...refunded(amountOf(8453, 'ETH', '0.007')), payment: depositPayment(little) };
    expect(screen(back).text(), 'all of what was sent').not.to.contain('A little less than you sent');
    const less = { ...refunded(amountOf(8453, 'ETH', '0.0069')), payment: depositPayment(little) };
    expect(screen(less).text()).to.contain('A little less than you sent');
  });

  it('reports no missing or excess amount when the deposit address is not strict', () => {
    const { strict: _, ...intent } = depositPayment().intent;
    const open = (status: string): string => {
      const payment = { ...depositPayment({ arrived: '1', extraDeposits: [legOf(status)] }), intent };
      return screen({ ...succeeded, payment }).text();
    };
    expect(open('success')).to.contain('was delivered as well').and.not.to.contain('was needed');
    expect(open('pending')).to.contain('watching what becomes of it').and.not.to.contain('being returned');
  });
});
