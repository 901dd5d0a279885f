/** A phone that pays in the shop. It connects at once, and pays only when the test says so. */
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
  /** Opens the sheet, and lets the phone scan the code. */
  connect(page: Page): Promise<void>;
  /** Resolves when the holder is asked to pay. */
  readonly asked: Promise<true>;
  /** Lets the holder agree. Resolves with the hash when the payment is in a block. */
  agree(): Promise<Hex>;
  /** How often the holder was asked to pay. */
  readonly prompts: number;
  /** Ends the session. */
  stop(): Promise<void>;
};

export async function phoneInShop(demo: Demo): Promise<PhoneInShop> {
  const [decided, sent, asked] = [promiseOf<true>(), promiseOf<Hex>(), promiseOf<true>()];
  const paying = await payingPhone({
    // This account belongs to no other wallet of the shop.
    key: demo.devnet.payers[2]!.key,
    chainId: ORIGIN,
    relayUrl: demo.relay.url,
    rpcUrl: demo.devnet.chains.find(({ id }) => id === ORIGIN)!.httpRpcUrl,
    sent: sent.resolve,
    async decide({ method }): Promise<Decision> {
      if (method === SEND) {
        asked.resolve(true);
        await decided.promise;
      }
      return 'yes';
    },
  });
  const { phone } = paying;
  return {
    asked: asked.promise,
    get prompts() {
      return phone.asked.filter(({ method }) => method === SEND).length;
    },
    async connect(page) {
      await press(page, '[part~=button]');
      await press(page, '[data-wallet=walletconnect]');
      phone.scan(await page.waitFor(readCode));
    },
    async agree() {
      decided.resolve(true);
      const hash = await sent.promise;
      await clientOf(demo, ORIGIN).waitForTransactionReceipt({ hash, pollingInterval: 50 });
      return hash;
    },
    stop: () => paying.stop(),
  };
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
