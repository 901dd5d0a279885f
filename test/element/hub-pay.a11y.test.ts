/** Tests that axe reports nothing in any state, in both layouts, light and dark. */
import { expect } from '@open-wc/testing';
import { cleanUp, pay, rendered } from '../support/pages/element.js';
import { screens } from '../support/pages/screens.js';

describe('accessibility (axe)', () => {
  afterEach(cleanUp);

  for (const theme of ['light', 'dark']) {
    for (const layout of ['button', 'panel']) {
      for (const [name, show] of Object.entries(screens)) {
        it(`has no finding when the screen is ${name} in layout ${layout} with theme ${theme}`, async () => {
          const element = await pay({ theme, layout, open: '' });
          await rendered(element);
          show(element);
          await rendered(element);
          await expect(element).to.be.accessible();
        });
      }
    }

    it(`has no finding when the closed button is shown with theme ${theme}`, async () => {
      const element = await pay({ theme });
      await expect(element).to.be.accessible();
    });
  }
});
