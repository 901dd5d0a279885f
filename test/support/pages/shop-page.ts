/** Helpers for flow tests: they press the element's parts, control the demo wallet and read the logs of the page. */
import { SVM_CHAIN } from '../../../demo/devnet/svm/addresses.js';
import type { LogEntry } from '../../../demo/wallets/wallet-state.js';
import type { StateName } from '../../../src/events.js';
import type { PaymentState } from '../../../src/payment/model/state.js';
import { canPress } from './can-press.js';
import type { Page } from './drive.js';
import type { Token } from './flows.js';

type PayElement = HTMLElement & { state: PaymentState; open: boolean };
export type PageEvent = { type: string; detail: Record<string, unknown> };

export type PayByPartsOptions = {
  /**
   * The asset to choose.
   * @default The first row on chain 31337
   */
  pay?: Token;
  /**
   * The id of the wallet to connect.
   * @default The first wallet of the chain family that `pay` belongs to
   */
  wallet?: string;
  /**
   * The function returns when the element is in one of these states.
   * @default The three final states
   */
  until?: readonly StateName[];
  /** The function returns when the wallet opens a prompt for this method. */
  stopAt?: string;
};

/** Pays through the element's public parts, and approves every prompt of the demo wallet. */
export async function payByParts(
  page: Page,
  { pay, wallet, until = ENDS, stopAt }: PayByPartsOptions = {},
): Promise<PaymentState> {
  const chosen = wallet ?? (pay?.chainId === SVM_CHAIN ? SVM_WALLET : EVM_WALLET);
  await page.waitFor(takeTurn, { pay: pay ?? null, wallet: chosen, until, stopAt: stopAt ?? null });
  return stateOf(page);
}

/** The ids of the demo wallet. The id of an EVM wallet is its `rdns`. The id of an SVM wallet is its name. */
const EVM_WALLET = 'dev.hub-pay.demo';
const SVM_WALLET = 'Demo wallet';
const ENDS: readonly StateName[] = ['succeeded', 'refunded', 'failed'];

type Turn = { pay: Token | null; wallet: string; until: readonly string[]; stopAt: string | null };

/**
 * Runs in the page. Clicks at most once. Returns true if the element is in a state of `until`, or if the wallet shows
 * the prompt `stopAt`.
 */
function takeTurn({ pay, wallet: id, until, stopAt }: Turn): boolean {
  const element = document.querySelector('hub-pay') as PayElement;
  const { state } = element;
  const wallet = document.querySelector<HTMLDialogElement>('#demo-wallet[open]');
  if (wallet) {
    if (wallet.dataset['method'] === stopAt) return true;
    wallet.querySelector<HTMLElement>('[data-wallet-action=approve]')?.click();
    return false;
  }
  if (until.includes(state.name)) return true;
  const parts = (name: string): HTMLElement[] => {
    const all = element.shadowRoot?.querySelectorAll<HTMLElement>(`[part~="${name}"]`) ?? [];
    return [...all].filter((part) => canPress(part));
  };
  const rows = parts('asset').filter(
    // By default, the payer's chain is not the shop's chain, so a solver delivers the money.
    ({ dataset }) =>
      dataset['chainId'] === String(pay?.chainId ?? 31337) && (!pay || dataset['currency'] === pay.currency),
  );
  const choosing = state.name === 'selecting';
  const chosen = parts('asset').some((row) => row.ariaChecked === 'true');
  if (parts('button').length > 0 && !element.open) parts('button')[0]?.click();
  else if (choosing && state.accounts.length === 0)
    parts('wallet')
      .find(({ dataset }) => dataset['wallet'] === id)
      ?.click();
  else if (choosing && !chosen) rows[0]?.click();
  else parts('primary')[0]?.click();
  return false;
}

export function stateOf(page: Page): Promise<PaymentState> {
  return page.evaluate(() => (document.querySelector('hub-pay') as PayElement).state);
}

type StateMembers = { name?: StateName; status?: string; stalled?: boolean };

/** Waits until the state of the element has these members with these values. */
export async function reaches(page: Page, wanted: StateMembers): Promise<void> {
  await page.waitFor((members) => {
    const state = (document.querySelector('hub-pay') as PayElement).state as unknown as Record<string, unknown>;
    return Object.entries(members).every(([member, value]) => state[member] === value);
  }, wanted);
}

/** Waits until a payer can press the first part that matches the selector, and presses it. */
export async function press(page: Page, selector: string): Promise<void> {
  await page.waitFor((wanted) => {
    const found = document.querySelector('hub-pay')?.shadowRoot?.querySelector<HTMLElement>(wanted);
    if (!canPress(found)) return false;
    found.click();
    return true;
  }, selector);
}

/** Waits for the enabled field with this part name, and types into it. */
export async function typeInto(page: Page, part: string, text: string): Promise<void> {
  await page.waitFor(
    (name, value) => {
      const { shadowRoot } = document.querySelector('hub-pay') as PayElement;
      const field = shadowRoot?.querySelector<HTMLInputElement>(`input[part~="${name}"]`);
      if (!field || field.disabled) return false;
      field.value = value;
      field.dispatchEvent(new Event('input', { bubbles: true, composed: true }));
      return true;
    },
    part,
    text,
  );
}

export function textOf(page: Page): Promise<string> {
  return page.evaluate(() => {
    const frame = '[part~=dialog], [part~=panel]';
    return document.querySelector('hub-pay')?.shadowRoot?.querySelector<HTMLElement>(frame)?.innerText ?? '';
  });
}

/** Waits until the text of the element matches. */
export async function showsText(page: Page, pattern: RegExp): Promise<void> {
  await page.waitFor((source) => {
    const { shadowRoot } = document.querySelector('hub-pay') as PayElement;
    const text = shadowRoot?.querySelector<HTMLElement>('[part~=dialog], [part~=panel]')?.innerText ?? '';
    return new RegExp(source, 'u').test(text);
  }, pattern.source);
}

/** Waits for the window of the wallet, and presses a button in it. */
export async function answerWallet(page: Page, action: 'approve' | 'reject' | 'postpone'): Promise<void> {
  await page.waitFor((name) => {
    const button = document.querySelector<HTMLElement>(`#demo-wallet [data-wallet-action=${name}]`);
    button?.click();
    return button !== null;
  }, action);
}

export function setWallet(page: Page, setting: string, value: string): Promise<void> {
  return page.evaluate(
    (name, wanted) => {
      const select = document.querySelector<HTMLSelectElement>(`select[data-wallet-setting=${name}]`);
      if (!select) throw new Error(`The demo wallet has no setting ${name}`);
      select.value = wanted;
      select.dispatchEvent(new Event('change', { bubbles: true }));
    },
    setting,
    value,
  );
}

/**
 * Returns every request to the demo wallet in this profile. Includes requests before a reload, and requests of other
 * tabs.
 */
export async function walletLog(page: Page): Promise<readonly LogEntry[]> {
  const texts = await page.evaluate(() =>
    Array.from(document.querySelectorAll('#wallet-log pre'), (pre) => pre.textContent),
  );
  return texts.map((text) => JSON.parse(text) as LogEntry);
}

export async function walletMethods(page: Page): Promise<readonly string[]> {
  return (await walletLog(page)).map(({ method }) => method);
}

/** Returns the events of this tab. Includes events before a reload. */
export async function eventLog(page: Page): Promise<readonly PageEvent[]> {
  const items = await page.evaluate(() =>
    Array.from(document.querySelectorAll<HTMLElement>('#event-log li'), (item) => ({
      type: item.dataset['event'] ?? '',
      text: item.querySelector('pre')?.textContent ?? '{}',
    })),
  );
  return items.map(({ type, text }) => ({ type, detail: JSON.parse(text) as Record<string, unknown> }));
}

export async function eventsOf(page: Page, type: string): Promise<readonly PageEvent[]> {
  return (await eventLog(page)).filter((event) => event.type === type);
}
