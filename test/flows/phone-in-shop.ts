/** Connects a wallet on a phone to the shop in a browser, through a relay on this machine. */
import type { Hex } from 'viem';
import type { Demo } from '../../demo/start-demo.js';
import type { PaymentState } from '../../src/payment/model/state.js';
import type { Page } from '../support/pages/drive.js';
import { clientOf, ORIGIN } from '../support/pages/flows.js';
import { payingPhone } from '../support/pages/paying-phone.js';
import { press } from '../support/pages/shop-page.js';
import type { Decision } from '../../demo/devnet/walletconnect/phone.js';

const SEND = 'eth_sendTransaction';

export type PhoneInShop = {
  /** Lets the page reach the relay, and gives the element the project. Call this before the page opens the shop. */
  install(page: Page): Promise<void>;
  /** Opens the sheet, and lets the phone scan the code. */
  connect(page: Page): Promise<void>;
  /** Resolves when the holder is asked to pay. */
  readonly asked: Promise<void>;
  /** Lets the holder agree. Resolves with the hash when the payment is in a block. */
  agree(): Promise<Hex>;
  /** How often the holder was asked to pay. */
  readonly prompts: number;
  /** Ends the session and the relay. */
  stop(): Promise<void>;
};

export async function phoneInShop(demo: Demo): Promise<PhoneInShop> {
  const [decided, sent, asked] = [promiseOf<void>(), promiseOf<Hex>(), promiseOf<void>()];
  const { phone, relayUrl, stop } = await payingPhone({
    // This account belongs to no other wallet of the shop.
    key: demo.devnet.payers[2]!.key,
    chainId: ORIGIN,
    rpcUrl: demo.devnet.chains.find(({ id }) => id === ORIGIN)!.httpRpcUrl,
    sent: sent.resolve,
    async decide({ method }): Promise<Decision> {
      if (method === SEND) {
        asked.resolve();
        await decided.promise;
      }
      return 'yes';
    },
  });
  const project = { walletconnectProjectId: 'shop', walletconnectRelayUrl: relayUrl };
  return {
    asked: asked.promise,
    get prompts() {
      return phone.asked.filter(({ method }) => method === SEND).length;
    },
    async install(page) {
      const devtools = await page.devtools();
      // The policy of the shop does not name the relay.
      await Promise.all([devtools.send('Page.enable'), devtools.send('Page.setBypassCSP', { enabled: true })]);
      // tsx puts calls of `__name` around inner functions.
      const source = `((__name) => (${String(nameProject)})(${JSON.stringify(project)}))((value) => value)`;
      await devtools.send('Page.addScriptToEvaluateOnNewDocument', { source });
    },
    async connect(page) {
      await press(page, '[part~=button]');
      await press(page, '[data-wallet=walletconnect]');
      phone.scan(await page.waitFor(readCode));
    },
    async agree() {
      decided.resolve();
      const hash = await sent.promise;
      await clientOf(demo, ORIGIN).waitForTransactionReceipt({ hash, pollingInterval: 50 });
      return hash;
    },
    stop,
  };
}

/** Runs in the page, before its scripts. Sets the properties as soon as the element is there. */
function nameProject(project: object): void {
  const set = (): void => {
    const element = document.querySelector('hub-pay');
    if (!element) return;
    seen.disconnect();
    Object.assign(element, project);
  };
  const seen = new MutationObserver(set);
  seen.observe(document, { childList: true, subtree: true });
}

/** Runs in the page. */
function readCode(): string | null {
  const { state } = document.querySelector('hub-pay') as HTMLElement & { state?: PaymentState };
  return (state?.name === 'selecting' && state.code) || null;
}

function promiseOf<T>(): { promise: Promise<T>; resolve: (value: T) => void } {
  let resolve: (value: T) => void = () => undefined;
  const promise = new Promise<T>((done) => (resolve = done));
  return { promise, resolve };
}
