/** Tests that a payer whose page and wallet know only EVM chains loads no code of another chain family. */
import assert from 'node:assert/strict';
import { mints, SVM_CHAIN } from '../../demo/devnet/svm/addresses.js';
import { PERPS_USDC, VENUE_CHAIN } from '../../demo/devnet/venue/typed-data.js';
import type { Registry } from '../../src/types.js';
import type { Page } from '../support/pages/drive.js';
import { inEngines, isExchangeCheck, type Token } from '../support/pages/flows.js';
import { payByParts } from '../support/pages/shop-page.js';

/** The chunks that only a payment from the SVM chain or from the venue needs. */
const OTHERS = /^(?:svm|sha2|addresses|.*-svm|.*venue.*|.*execute-(?:signed-transfer|instructions)|.*route-ladder)$/u;

/** The names of the requested chunks, without their hashes. */
const chunksOf = ({ requested }: Page): string[] => [
  ...new Set(requested.flatMap((url) => /\/chunks\/(.+)-[\da-f]+\.js$/u.exec(url)?.[1] ?? [])),
];
const otherChunks = (page: Page): string[] => chunksOf(page).filter((name) => OTHERS.test(name));

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

  const others: [where: string, pay: Token, chunks: string[]][] = [
    ['the SVM chain', { chainId: SVM_CHAIN, currency: mints.usdc.address.toBase58() }, ['svm', 'wallets-discover-svm']],
    [
      'the venue',
      { chainId: VENUE_CHAIN, currency: PERPS_USDC },
      ['vm-venue-adapter', 'payment-pay-execute-signed-transfer'],
    ],
  ];
  for (const [where, pay, chunks] of others) {
    test(
      `shop flow: a payment from ${where} loads the code that the other page does not`,
      async ({ demo, page }) => {
        await page.goto(demo.url);
        assert.equal((await payByParts(page, { pay })).name, 'succeeded');
        const loaded = otherChunks(page);
        for (const chunk of chunks) assert.ok(loaded.includes(chunk), `${chunk} is not in ${loaded.join(', ')}`);
      },
      isExchangeCheck,
    );
  }
});
