/**
 * Tests that a payer whose page and wallet know only EVM chains loads no code of another chain family.
 * `families.test.ts` tests that a payment from another family loads this code.
 */
import assert from 'node:assert/strict';
import type { Registry } from '../../src/types.js';
import type { Page } from '../support/pages/drive.js';
import { inEngines } from '../support/pages/flows.js';
import { payByParts } from '../support/pages/shop-page.js';
import { chunksOf, otherChunks } from './loaded-chunks.js';

/** Leaves only EVM chains in the page's registry, and takes the venue's addresses away. */
function keepOnlyEvm(page: Page): Promise<void> {
  return page.evaluate(() => {
    const element = document.querySelector('hub-pay') as HTMLElement & {
      registry: Registry;
      venueExchangeUrl?: string;
      venueInfoUrl?: string;
    };
    element.registry = {
      ...element.registry,
      chains: element.registry.chains.filter(({ vmType }) => vmType === 'evm'),
    };
    element.venueExchangeUrl = undefined as never;
    element.venueInfoUrl = undefined as never;
  });
}

inEngines(['chromium'], 'A page with EVM chains only', (test) => {
  test('shop flow: a whole payment loads no code of the SVM chain and none of the venue', async ({ demo, page }) => {
    await page.goto(demo.url);
    await keepOnlyEvm(page);
    assert.equal((await payByParts(page)).name, 'succeeded');
    assert.ok(chunksOf(page).includes('evm'), 'the page loaded the code of EVM chains');
    assert.deepEqual(otherChunks(page), []);
  });
});
