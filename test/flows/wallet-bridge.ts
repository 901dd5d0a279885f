/**
 * Lets the wallets of the zoo act in a page. The wallets themselves live in this process: the page gets only a provider
 * that passes on each request, as the script of an extension does.
 */
import type { FakeEvmWallet } from '../support/fake-evm-wallet.js';
import type { FakeSvmWallet } from '../support/fake-svm-wallet.js';
import type { Page } from '../support/pages/drive.js';

type Ask = (method: string, params: unknown) => Promise<unknown>;
type BridgeWindow = typeof globalThis & {
  toWallet: (text: string) => void;
  fromWallet: (id: number, answer: string) => void;
  walletEvent: (event: string, value: unknown) => void;
};

/** Announces the EVM wallet by EIP-6963 in every document that the page opens. */
export async function announce(page: Page, { wallet }: { wallet: FakeEvmWallet }): Promise<void> {
  const { provider, info } = wallet;
  const hasEvents = provider.on !== undefined;
  await install(page, (method, params) => provider.request({ method, params }), announceInPage, { info, hasEvents });
  const tell = (event: string) => (value: unknown) => {
    const detail = value instanceof Error ? formOf(value) : value;
    page.evaluate((name, told) => (globalThis as BridgeWindow).walletEvent(name, told), event, detail).catch(closed);
  };
  for (const event of ['accountsChanged', 'chainChanged', 'disconnect']) provider.on?.(event, tell(event));
}

/** An error as data. */
const formOf = (error: Error): object => ({ ...Object.fromEntries(Object.entries(error)), message: error.message });

/** A wallet can answer after the test has closed the page. */
const closed = (): void => undefined;

function announceInPage(ask: Ask, { info, hasEvents }: { info: object; hasEvents: boolean }): void {
  const listeners: [string, (value: unknown) => void][] = [];
  (globalThis as BridgeWindow).walletEvent = (event, value) => {
    for (const [name, listener] of [...listeners]) if (name === event) listener(value);
  };
  const provider = {
    request: (request: { method: string; params?: unknown }) => ask(request.method, request.params),
    ...(hasEvents && {
      on: (event: string, listener: (value: unknown) => void) => void listeners.push([event, listener]),
      removeListener: () => undefined,
    }),
  };
  const detail = Object.freeze({ info: Object.freeze(info), provider });
  const dispatch = (): void => void dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail }));
  addEventListener('eip6963:requestProvider', dispatch);
  dispatch();
}

/** Registers the SVM wallet by the Wallet Standard in every document that the page opens. */
export async function register(page: Page, { wallet }: FakeSvmWallet): Promise<void> {
  const features = wallet.features as Readonly<Record<string, Record<string, unknown>>>;
  const answer: Ask = async (name, params) => {
    const method = features[name]![name.split(':')[1]!] as (...inputs: unknown[]) => Promise<unknown>;
    const inputs = (params as { transaction?: number[] }[]).map(({ transaction = [], ...input }) => ({
      ...input,
      transaction: Uint8Array.from(transaction),
    }));
    return plain(await method(...inputs));
  };
  const { name, version, icon, chains } = wallet;
  await install(page, answer, registerInPage, { name, version, icon, chains, features: describe(features) });
}

/** The members of each feature that are no function. */
const describe = (features: Readonly<Record<string, object>>): Described['features'] =>
  JSON.parse(JSON.stringify(features)) as Described['features'];

/** Bytes become lists of numbers. */
const plain = (value: unknown): unknown =>
  JSON.parse(
    JSON.stringify(value, (_key, each: unknown) => (each instanceof Uint8Array ? [...each] : each)),
  ) as unknown;

type Described = { name: string; features: Record<string, { supportedTransactionVersions?: unknown }> };

function registerInPage(ask: Ask, wallet: Described): void {
  type Account = { address: string; publicKey: number[] };
  let accounts: unknown[] = [];
  const revived = (account: Account): object => ({ ...account, publicKey: Uint8Array.from(account.publicKey) });
  const bytes = (each: Record<string, number[]>): object =>
    Object.fromEntries(Object.entries(each).map(([key, list]) => [key, Uint8Array.from(list)]));
  const listed = (input: { transaction: Uint8Array }): object => ({ ...input, transaction: [...input.transaction] });
  const features = Object.fromEntries(
    Object.entries(wallet.features).map(([name, members]) => {
      const method = name.split(':')[1]!;
      if (name === 'standard:events') return [name, { ...members, on: () => () => undefined }];
      const connects = method === 'connect' || method === 'disconnect';
      const call = async (...inputs: never[]): Promise<unknown> => {
        if (!connects) return ((await ask(name, inputs.map(listed))) as Record<string, number[]>[]).map(bytes);
        const answer = (await ask(name, inputs)) as { accounts?: Account[] } | null;
        accounts = (answer?.accounts ?? []).map(revived);
        return { accounts };
      };
      return [name, { ...members, [method]: call }];
    }),
  );
  const own = { ...wallet, features };
  Object.defineProperty(own, 'accounts', { get: () => accounts });
  const register = ({ register: add }: { register: (each: object) => void }): void => add(own);
  dispatchEvent(new CustomEvent('wallet-standard:register-wallet', { detail: register }));
  addEventListener('wallet-standard:app-ready', (event) =>
    register((event as CustomEvent<{ register: (each: object) => void }>).detail),
  );
}

/** Runs a function at the start of every document. It gets a function that asks this process. */
async function install<T>(page: Page, answer: Ask, run: (ask: Ask, data: T) => void, data: T): Promise<void> {
  const devtools = await page.devtools();
  await Promise.all([devtools.send('Runtime.enable'), devtools.send('Page.enable')]);
  await devtools.send('Runtime.addBinding', { name: 'toWallet' });
  devtools.on('Runtime.bindingCalled', ({ payload }) => {
    const { id, method, params } = JSON.parse(payload) as { id: number; method: string; params: unknown };
    const tell = (what: object): void => {
      const text = JSON.stringify(what);
      page.evaluate((serial, told) => (globalThis as BridgeWindow).fromWallet(serial, told), id, text).catch(closed);
    };
    answer(method, params).then(
      (value) => tell({ value }),
      (error: unknown) => tell({ error: formOf(error as Error) }),
    );
  });
  const call = `(${String(run)})((${String(askFromPage)})(), ${JSON.stringify(data)})`;
  // tsx puts calls of `__name` around inner functions.
  const script = `((__name) => ${call})((value) => value)`;
  await devtools.send('Page.addScriptToEvaluateOnNewDocument', { source: script });
}

function askFromPage(): Ask {
  const page = globalThis as BridgeWindow;
  const waiting: { resolve: (value: unknown) => void; reject: (error: Error) => void }[] = [];
  page.fromWallet = (id, text) => {
    const { value, error } = JSON.parse(text) as { value?: unknown; error?: { message: string } };
    if (error) waiting[id]!.reject(Object.assign(new Error(error.message), error));
    else waiting[id]!.resolve(value);
  };
  return (method, params) =>
    new Promise((resolve, reject) => {
      page.toWallet(JSON.stringify({ id: waiting.push({ resolve, reject }) - 1, method, params }));
    });
}
