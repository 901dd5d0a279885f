/** Tests the price-impact warning. The payer must tick the box again after each new warning. */
import { expect } from '@open-wc/testing';
import { assetOf, intent, problem, quote, reviewing, selecting } from '../../../stories/support/payments.js';
import { clear, screen, type Screen } from '../support.js';

const dai = assetOf(137, 'DAI', '300', { usd: '300.00' });
const { chainId, currency } = dai;
const losing = (): ReturnType<typeof selecting> =>
  selecting({ assets: [dai], asset: { chainId, currency }, problem: problem('price-impact') });
const box = (view: Screen): HTMLInputElement => view.root.querySelector<HTMLInputElement>('input[type=checkbox]')!;

describe('price impact view', () => {
  afterEach(clear);

  it('F-27 names the loss and disables the primary button when the box is not ticked', () => {
    const view = screen(losing());
    expect(view.text()).to.contain('Pay with DAI anyway?');
    expect(view.text()).to.contain('worth noticeably less than what you pay');
    expect(view.read('notice')).to.match(/^You would lose part of your money\. .*Nothing was sent\.$/u);
    expect(view.one('primary')?.disabled).to.equal(true);
    view.press('primary');
    expect(view.asked).to.deep.equal([]);
    expect(view.all('asset'), 'no row could be pressed by mistake').to.have.length(0);
  });

  it('F-27 enables one acceptance when the payer ticks the labelled box', () => {
    const state = losing();
    const view = screen(state);
    expect(box(view).checked).to.equal(false);
    expect(box(view).labels?.[0]?.textContent.trim()).to.equal(
      'I accept that I lose part of my money if I pay with DAI.',
    );
    box(view).click();
    expect(view.one('primary')?.disabled).to.equal(false);
    view.press('primary');
    expect(view.asked).to.deep.equal([{ type: 'loss-accepted', refusal: state.problem }]);
    box(view).click();
    expect(view.one('primary')?.disabled).to.equal(true);
  });

  it('F-27 clears the box when another refusal of the same asset arrives', () => {
    const view = screen(losing());
    box(view).click();
    view.show(losing());
    expect([box(view).checked, view.one('primary')?.disabled]).to.deep.equal([false, true]);
  });

  it('F-27 returns to the selection when the payer chooses another way to pay', () => {
    const view = screen(losing());
    view.press('secondary');
    expect(view.asked).to.deep.equal([{ type: 'back' }]);
  });

  it('is announced in the asset row when the asset would lose value, and the row can be chosen', () => {
    const view = screen(selecting({ assets: [{ ...dai, highPriceImpact: true }] }));
    const [row] = view.all('asset');
    expect(row?.textContent.replace(/\s+/gu, ' ')).to.contain('300.00 DAI on Polygon You would lose part of it');
    row?.click();
    expect(view.asked).to.deep.equal([{ type: 'asset-picked', chainId, currency }]);
  });
});

describe('review of an accepted price impact', () => {
  afterEach(clear);
  const accepted = { ...intent, overridePriceImpact: true };
  const notice = (lossUsd: string | undefined, of: typeof intent = accepted): string =>
    screen(reviewing({ intent: of, quote: { ...quote, ...(lossUsd !== undefined && { lossUsd }) } })).read('notice');

  it('F-27 shows the loss in dollars when it is known', () => {
    expect(notice('6.991')).to.equal('You agreed to a loss. About $7.00 of what you pay will not arrive.');
    expect(notice(undefined)).to.equal('You agreed to a loss.');
  });

  it('shows no notice when no price impact was accepted', () => {
    expect(notice('31.991', { ...intent })).to.equal('');
  });
});
