/** Opens a page of an app in Chromium, pays once in test mode, and reports what the page had and heard. */
import { canPress } from '../support/pages/can-press.js';
import type { Browser, Page } from '../support/pages/drive.js';
import { plain } from './hosts.js';
import type { Row } from './rows.js';

/** What the page showed. `problems` are errors and warnings of the console that are not about hydration. */
export type Sight = {
  properties: boolean;
  heard: readonly string[];
  paid: boolean;
  /** Whether the checks of the row have passed. */
  host: boolean;
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
  /is in test mode: no money moves|nobody waited for this|Lit is in dev mode|Download the (?:React|Vue) Dev/u;

/** Opens the page, and pays by two presses. The row says what else is checked. */
export async function visit(browser: Browser, url: string, row: Row): Promise<Sight> {
  const isMissing = row.tagInHtml && !(await (await fetch(url)).text()).includes('<hub-pay ');
  const page = await browser.newPage();
  try {
    await page.goto(url);
    const { failure, ...sight } = await look(page, row);
    const messages = [...page.errors, ...page.warnings].filter(
      (text) => !EXPECTED.test(text) && row.noise?.test(text) !== true,
    );
    const failures = failure ? [`${url}: ${failure}`] : [];
    if (isMissing) failures.push(`${url}: the server's HTML does not contain the tag`);
    return {
      ...sight,
      hydration: messages.filter((text) => HYDRATION.test(text)),
      problems: [...messages.filter((text) => !HYDRATION.test(text)), ...failures],
    };
  } finally {
    await page.close();
  }
}

type Looked = Pick<Sight, 'properties' | 'heard' | 'paid' | 'host'> & { failure?: string };

async function look(page: Page, { host = plain }: Row): Promise<Looked> {
  const seen: Looked = { properties: false, heard: [], paid: false, host: false };
  const open = async (): Promise<void> => void (await page.waitFor(press, 'button'));
  const review = async (): Promise<void> => {
    // A script of the page sets the properties before the element is registered, or when it has found the element.
    await open();
    seen.properties ||= await page.evaluate(() => {
      const [item] = document.querySelector('hub-pay')?.summary ?? [];
      return item?.amount === '25.00';
    });
    await page.waitFor(() => document.querySelector('hub-pay')?.state.name === 'reviewing');
  };
  const pay = async (): Promise<void> => {
    await page.waitFor(press, 'primary');
    seen.paid = await page.waitFor(() => document.querySelector('hub-pay')?.state.name === 'succeeded');
    const heard = await page.evaluate(() => document.querySelector('output')?.textContent ?? '');
    seen.heard = heard.split(' ').filter(Boolean);
  };
  try {
    await host({ page, press: open, review, pay });
    seen.host = true;
  } catch (error) {
    seen.failure = String(error);
  }
  return seen;
}

/** Presses a part. Returns false if nobody can press it yet. */
function press(part: string): boolean {
  const target = document.querySelector('hub-pay')?.shadowRoot?.querySelector<HTMLElement>(`[part~="${part}"]`);
  if (!canPress(target)) return false;
  target.click();
  return true;
}
