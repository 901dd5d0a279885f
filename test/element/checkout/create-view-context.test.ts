/** Tests what the views learn about properties that a framework has set to null. */
import { expect } from '@open-wc/testing';
import { viewContext } from '../../../src/element/checkout/create-view-context.js';
import { cleanUp, pay, rendered, type TestPay } from '../../support/pages/element.js';

const UNPINNED = 'The payment contracts were checked against the service’s own list.';
const shown = ({ shadowRoot }: TestPay): string => shadowRoot!.textContent.replaceAll(/\s+/gu, ' ');

describe('a review of an element whose property is null', () => {
  afterEach(cleanUp);

  for (const [title, registry, isSaid] of [
    ['undefined', undefined, true],
    ['null', null, true],
    ['set', { chains: [] }, false],
  ] as const)
    it(`${isSaid ? 'says' : 'does not say'} that nobody pinned the contracts when \`registry\` is ${title}`, async () => {
      const element = await pay({ open: '' });
      element.registry = registry as never;
      await rendered(element);
      element.fake.goTo('reviewing');
      await rendered(element);
      expect(element.state.name).to.equal('reviewing');
      expect(shown(element).includes(UNPINNED)).to.equal(isSaid);
    });
});

describe('the context of the views', () => {
  afterEach(cleanUp);

  it('names the order by `reference`, unless the page finds no payment of it', async () => {
    const orderOf = async (extra: Readonly<Record<string, string>>): Promise<string | null> =>
      viewContext(await pay(extra), { state: { name: 'idle' }, session: undefined, disabled: false } as never).config
        .order;
    expect(await orderOf({ reference: '1042' })).to.equal('1042');
    expect(await orderOf({})).to.equal(null);
    expect(await orderOf({ reference: '1042', resume: 'off' })).to.equal(null);
  });

  it('learns from the session where money of the order may be, each time that a view asks', async () => {
    const element = await pay();
    const { fake } = element;
    const { orderMoney } = viewContext(element, { state: fake.state, session: fake, disabled: false } as never);
    expect(orderMoney()).to.equal('not-sent');
    fake.orderMoney = 'unknown';
    expect(orderMoney()).to.equal('unknown');
    const without = viewContext(element, { state: fake.state, session: undefined, disabled: false } as never);
    expect(without.orderMoney()).to.equal('unknown');
  });
});
