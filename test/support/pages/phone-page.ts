/** Helpers for flow tests: the holder of the demo's phone, at the page Phone or by the requests of this page. */
import type { AskedQuestion, PhoneAction, PhoneView } from '../../../demo/phone/phone-view.js';
import type { Page } from './drive.js';
import type { Visit } from './flows.js';
import { press } from './shop-page.js';

export interface Holder {
  /** Pastes a code and scans it. */
  scan(code: string): Promise<void>;
  /** Waits until the phone shows a question of this method. */
  isAsked(method: string): Promise<void>;
  /**
   * Waits for the next question, which must be of this method, and answers it. Returns the words of the question, or
   * its parameters in JSON without a tab.
   */
  answer(method: string, answer: 'approve' | 'reject'): Promise<string>;
  /** Presses a control that is no answer. */
  do(action: Exclude<PhoneAction, { type: 'scan' | 'answer' }>): Promise<void>;
  /** The tab of the page Phone; null in WebKit, which has one tab here. */
  readonly tab: Page | null;
}

/** The questions of this visit in order, as `method chain: outcome`. */
async function asked(url: string, since: number): Promise<string[]> {
  const { log } = await viewOf(url);
  return log.slice(since).map(({ method, chainId, outcome }) => `${method} ${chainId}: ${outcome}`);
}

/** Runs a test with the phone as it is at the start, and puts it back afterwards. */
export async function withPhone(
  { demo, page }: Visit,
  run: (holder: Holder, log: () => Promise<string[]>) => Promise<void>,
): Promise<void> {
  const { url } = demo;
  const { log } = await viewOf(url);
  const tab = await page.anotherTab().catch(() => null);
  try {
    await tab?.goto(`${url}phone.html`);
    await run(tab ? holderAt(tab) : holderBy(url), () => asked(url, log.length));
    if (tab && tab.errors.length > 0) throw new Error(`Errors on the page Phone:\n${tab.errors.join('\n')}`);
  } finally {
    await actAt(url, { type: 'online', isOn: true });
    await actAt(url, { type: 'slow', isOn: false });
    await actAt(url, { type: 'end' });
    await actAt(url, { type: 'account', index: 0 });
    await tab?.close();
  }
}

/** Opens the payment, chooses the wallet on a phone, and returns the code that the screen shows. */
export async function codeIn(page: Page): Promise<string> {
  await press(page, '[part~=button]');
  return nextCode(page);
}

/** Chooses the wallet on a phone in the open list, and returns the code. */
export async function nextCode(page: Page): Promise<string> {
  await press(page, '[part~=wallet][data-wallet=walletconnect]');
  return page.waitFor(() => {
    const root = document.querySelector('hub-pay')?.shadowRoot;
    return root?.querySelector<HTMLAnchorElement>('[part~=wallet][data-app=any]')?.href;
  });
}

/** Connects the phone to the page of the shop by the code that the page shows. */
export async function connectPhone(page: Page, holder: Holder, code = codeIn(page)): Promise<void> {
  await holder.scan(await code);
  await holder.answer('connect', 'approve');
  await isConnected(page);
}

/** Waits until the page has an account. Until then it lists the other wallets, which a test would choose. */
export async function isConnected(page: Page): Promise<void> {
  await page.waitFor(() => document.querySelector('hub-pay')?.shadowRoot?.querySelector('[part~=asset]') != null);
}

function holderAt(tab: Page): Holder {
  let last = 0;
  return {
    tab,
    scan: (code) =>
      tab.evaluate((text) => {
        document.querySelector<HTMLInputElement>('#code')!.value = text;
        document.querySelector<HTMLButtonElement>('#scan .pair button')!.click();
      }, code),
    async isAsked(method) {
      await tab.waitFor((wanted) => {
        const question = document.querySelector<HTMLElement>('#question')!;
        return !question.hidden && question.dataset['method'] === wanted;
      }, method);
    },
    async answer(method, answer) {
      const { id, text } = await tab.waitFor(
        (before, wanted, button) => {
          const question = document.querySelector<HTMLElement>('#question')!;
          const { id: shown = '0', method: given } = question.dataset;
          if (question.hidden || Number(shown) <= before) return false;
          if (given !== wanted) throw new Error(`The phone is asked for ${given}, not for ${wanted}.`);
          const words = question.innerText;
          const control = document.querySelector<HTMLButtonElement>(`#${button}`)!;
          control.focus();
          control.click();
          return { id: Number(shown), text: words };
        },
        last,
        method,
        answer,
      );
      last = id;
      return text;
    },
    async do(action) {
      await tab.waitFor((wanted) => {
        const control = (id: string): HTMLInputElement => document.querySelector<HTMLInputElement>(`#${id}`)!;
        if (wanted.type === 'account') {
          control('account').value = String(wanted.index);
          control('account').dispatchEvent(new Event('change'));
          return true;
        }
        const id = wanted.type === 'online' ? 'offline' : wanted.type;
        if (control(id).disabled) return false;
        control(id).click();
        return true;
      }, action);
    },
  };
}

/** A guard against a question that never comes. */
const PATIENCE = 120_000;

/** The holder without the page: by the same requests to the server. */
function holderBy(url: string): Holder {
  let last = 0;
  const nextQuestion = async (method: string): Promise<AskedQuestion> => {
    const guard = AbortSignal.timeout(PATIENCE);
    for (let view = await viewOf(url); ; view = await viewOf(url, view.version)) {
      const question = view.questions.find(({ id }) => id > last);
      if (guard.aborted) throw new Error(`The phone was not asked for ${method}: ${JSON.stringify(view.log)}`);
      if (!question) continue;
      if (question.method === method) return question;
      throw new Error(`The phone is asked for ${question.method}, not for ${method}.`);
    }
  };
  return {
    tab: null,
    scan: (code) => actAt(url, { type: 'scan', code }),
    isAsked: async (method) => void (await nextQuestion(method)),
    async answer(method, answer) {
      const { id, params } = await nextQuestion(method);
      last = id;
      await actAt(url, { type: 'answer', id, answer });
      return JSON.stringify(params);
    },
    do: (action) => actAt(url, action),
  };
}

const viewOf = async (url: string, after = 0): Promise<PhoneView> =>
  (await (await fetch(`${url}phone/view?after=${after}`)).json()) as PhoneView;

async function actAt(url: string, action: PhoneAction): Promise<void> {
  const headers = { 'content-type': 'application/json' };
  const response = await fetch(`${url}phone/act`, { method: 'POST', headers, body: JSON.stringify(action) });
  if (!response.ok) throw new Error(await response.text());
}
