/** Opens a page of an app in Chromium, pays once in test mode, and reports what the page had and heard. */
import type { PaymentState } from '../../src/index.js';
import { canPress } from '../support/pages/can-press.js';
import type { Browser, Page } from '../support/pages/drive.js';

/** What the page showed. `problems` are errors and warnings of the console that are not about hydration. */
export type Sight = {
  properties: boolean;
  heard: readonly string[];
  paid: boolean;
  hydration: readonly string[];
  problems: readonly string[];
};

/**
 * The words of React, Vue, Svelte and Angular for a page that differs from the server's. The small builds of React and
 * of Angular have numbers.
 */
const HYDRATION = /hydrat|did not match|mismatch|React error #(?:418|419|421|422|423|425)\b|NG0?50\d\b/iu;

/** Messages of test mode and of development servers. The apps have no server, so nobody stores a request id. */
const EXPECTED =
  /is in test mode: no money moves|nobody stored this request id|Lit is in dev mode|Download the (?:React|Vue) Dev/u;

/** Opens the page and pays by two presses. With `tagInHtml`, the server's HTML must contain the tag. */
export async function visit(browser: Browser, url: string, tagInHtml = false): Promise<Sight> {
  const isMissing = tagInHtml && !(await (await fetch(url)).text()).includes('<hub-pay ');
  const page = await browser.newPage();
  try {
    await page.goto(url);
    const sight = await pay(page).catch((error: unknown) => ({ ...NOTHING, failure: String(error) }));
    const messages = [...page.errors, ...page.warnings].filter((text) => !EXPECTED.test(text));
    const failure = 'failure' in sight ? [`${url}: ${sight.failure}`] : [];
    if (isMissing) failure.push(`${url}: the server's HTML does not contain the tag`);
    return {
      ...sight,
      hydration: messages.filter((text) => HYDRATION.test(text)),
      problems: [...messages.filter((text) => !HYDRATION.test(text)), ...failure],
    };
  } finally {
    await page.close();
  }
}

const NOTHING = { properties: false, heard: [] as string[], paid: false };

async function pay(page: Page): Promise<typeof NOTHING> {
  await page.waitFor(press, 'idle', 'button');
  const properties = await page.evaluate(() => {
    const [item] = document.querySelector('hub-pay')?.summary ?? [];
    return item?.amount === '25.00';
  });
  await page.waitFor(press, 'reviewing', 'primary');
  const paid = await page.waitFor(() => document.querySelector('hub-pay')?.state.name === 'succeeded');
  const heard = await page.evaluate(() => document.querySelector('output')?.textContent ?? '');
  return { properties, heard: heard.split(' ').filter(Boolean), paid };
}

/** Presses a part in a state. Returns false if the element is in another state, or if nobody can press the part. */
function press(state: string, part: string): boolean {
  // Before the element is registered, it has no state.
  const element = document.querySelector<HTMLElement & { state?: PaymentState }>('hub-pay');
  if (element?.state?.name !== state) return false;
  const target = element.shadowRoot?.querySelector<HTMLElement>(`[part~="${part}"]`);
  if (!canPress(target)) return false;
  target.click();
  return true;
}
