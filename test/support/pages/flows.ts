/** Helpers of the flow tests. They open the shop in each browser engine and read balances from the chains. */
import { describe, it } from 'node:test';
import { createPublicClient, erc20Abi, http, zeroAddress, type Address, type PublicClient } from 'viem';
import { startDemo, type Demo } from '../../../demo/start-demo.js';
import { atEnd } from '../../runner/at-end.mjs';
import { usableEngines, type Engine } from '../browsers.mjs';
import { openBrowser, type Browser, type Page } from './drive.js';

export const ORIGIN = 31337;
export const DESTINATION = 31338;
export const NATIVE = zeroAddress;
/** 25 USDC in the smallest unit: the price of the order in the shop. */
export const PRICE = 25_000_000n;

export type Token = { chainId: number; currency: string };

export interface Visit {
  readonly demo: Demo;
  readonly page: Page;
}

/** `expected` selects the console errors that the test causes on purpose. */
export type FlowTest = (
  name: string,
  run: (visit: Visit) => Promise<void>,
  expected?: (error: string) => boolean,
) => void;

/** All tests of a process share this shop and its devnet, because the start of a devnet takes seconds. */
let shop: Promise<Demo> | undefined;
const browsers = new Map<Engine, Promise<Browser>>();

const openShop = (): Promise<Demo> => (shop ??= startDemo({ port: 0 }));

function browserOf(engine: Engine): Promise<Browser> {
  const open = browsers.get(engine);
  if (open) return open;
  const browser = openBrowser(engine);
  browsers.set(engine, browser);
  atEnd(async () => (await browser).close());
  return browser;
}

atEnd(async () => {
  await (await shop)?.stop();
});

/**
 * Declares the tests for each installed engine. Each test has its own browser profile. An error in the console fails
 * the test. `concurrency` is the number of tests that run at once, for tests that mostly wait.
 */
export function inEngines(
  engines: readonly Engine[],
  title: string,
  declare: (test: FlowTest) => void,
  { concurrency = 1 } = {},
): void {
  const usable = usableEngines().filter((engine) => engines.includes(engine));
  if (usable.length === 0) return;
  describe(title, () => {
    for (const engine of usable) {
      describe(engine, { concurrency }, () => {
        declare((name, run, expected = () => false) => {
          it(name, async () => {
            const [demo, browser] = await Promise.all([openShop(), browserOf(engine)]);
            demo.devnet.faults.clear();
            const page = await browser.newPage();
            try {
              await run({ demo, page });
              const surprises = page.errors.filter((error) => !expected(error));
              if (surprises.length > 0) throw new Error(`Errors in the console:\n${surprises.join('\n')}`);
            } catch (error) {
              throw new Error(`${String(error)}\nThe element's state: ${await shown(page)}`, { cause: error });
            } finally {
              await page.close();
            }
          });
        });
      });
    }
  });
}

/**
 * Whether this is the console error of the page's test request to the exchange. The page sends an empty request to see
 * whether an exchange answers.
 */
export const isExchangeCheck = (error: string): boolean => /\b422\b.*\/exchange$/u.test(error);

/** Returns the element's state for the message of a failed test. */
function shown(page: Page): Promise<string> {
  return page
    .evaluate(() => JSON.stringify((document.querySelector('hub-pay') as HTMLElement & { state: unknown }).state))
    .catch((error: unknown) => `no answer (${String(error)})`);
}

export async function balanceOf(demo: Demo, { chainId, currency }: Token, owner: Address): Promise<bigint> {
  const client = clientOf(demo, chainId);
  if (currency === NATIVE) return client.getBalance({ address: owner });
  const address = currency as Address;
  return client.readContract({ address, abi: erc20Abi, functionName: 'balanceOf', args: [owner] });
}

export function clientOf(demo: Demo, chainId: number): PublicClient {
  const chain = demo.devnet.chains.find(({ id }) => id === chainId);
  return createPublicClient({ transport: http(chain?.httpRpcUrl), cacheTime: 0 });
}

/** Returns the amount that the shop has received so far. */
export function shopIncome(demo: Demo): Promise<bigint> {
  return balanceOf(demo, { chainId: DESTINATION, currency: demo.devnet.addresses.usdc }, demo.devnet.recipient);
}
