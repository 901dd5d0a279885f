/** Tests what the views learn about properties that a framework has set to null. */
import { expect } from '@open-wc/testing';
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
