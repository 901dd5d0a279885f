/** Tests of the word of a loss: the box that only the payer ticks, for one refusal, and what the review says of it. */
import { expect } from '@open-wc/testing';
import { amountOf, assetOf, intent, problem, quote, reviewing, selecting } from '../../../stories/support/payments.js';
import { clear, screen, type Screen } from '../support.js';

const dai = assetOf(137, 'DAI', '300', { usd: '300.00' });
const { chainId, currency } = dai;
const losing = (): ReturnType<typeof selecting> =>
  selecting({ assets: [dai], asset: { chainId, currency }, problem: problem('price-impact') });
const box = (view: Screen): HTMLInputElement => view.root.querySelector<HTMLInputElement>('input[type=checkbox]')!;

describe('the word of a loss', () => {
  afterEach(clear);

  it('F-27 says what is lost and where the money is; without the tick nothing can be asked', () => {
    const view = screen(losing());
    expect(view.text()).to.contain('Pay with DAI all the same?');
    expect(view.text()).to.contain('worth noticeably less than what you pay');
    expect(view.read('notice')).to.match(/^You would lose part of your money\. .*Nothing was sent\.$/u);
    expect(view.one('primary')?.disabled).to.equal(true);
    view.press('primary');
    expect(view.asked).to.deep.equal([]);
    expect(view.all('asset'), 'no row could be pressed by mistake').to.have.length(0);
  });

  it('F-27 the tick is the payer’s own, named by its label, and allows one question', () => {
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

  it('F-27 the next refusal finds the box empty, of the same asset too', () => {
    const view = screen(losing());
    box(view).click();
    view.show(losing());
    expect([box(view).checked, view.one('primary')?.disabled]).to.deep.equal([false, true]);
  });

  it('F-27 another way to pay is one press away', () => {
    const view = screen(losing());
    view.press('secondary');
    expect(view.asked).to.deep.equal([{ type: 'back' }]);
  });

  it('a row that would lose value says so, and can be chosen', () => {
    const view = screen(selecting({ assets: [{ ...dai, highPriceImpact: true }] }));
    const [row] = view.all('asset');
    expect(row?.textContent.replace(/\s+/gu, ' ')).to.contain('300.00 DAI on Polygon You would lose part of it');
    row?.click();
    expect(view.asked).to.deep.equal([{ type: 'asset-picked', chainId, currency }]);
  });
});

describe('the review of a loss that was accepted', () => {
  afterEach(clear);
  const accepted = { ...intent, overridePriceImpact: true };
  const notice = (pays: string | undefined, of: typeof intent = accepted): string =>
    screen(reviewing({ intent: of, quote: { ...quote, pays: amountOf(137, 'DAI', '32', pays) } })).read('notice');

  it('F-27 says what it comes to, where the service tells what both sides are worth', () => {
    expect(notice('31.991')).to.equal('You accepted a loss. About $7.00 of what you pay does not arrive.');
    expect(notice(undefined)).to.equal('You accepted a loss.');
    expect(notice('24.00')).to.equal('You accepted a loss.');
  });

  it('is silent where none was accepted', () => {
    expect(notice('31.991', { ...intent })).to.equal('');
  });
});
