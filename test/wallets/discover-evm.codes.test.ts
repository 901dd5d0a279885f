/** Tests the codes that the page's own wallets emit while they connect. */
import { expect } from '@open-wc/testing';
import { walletOptionsOf } from '../../src/wallets/discover-evm.js';
import type { EIP1193Provider, WagmiConnector, WalletEntry, WalletOption } from '../../src/wallets/wallet.js';
import { PAYER } from '../support/fake-evm-wallet.js';

const LAST = 'hub-pay/wallet';
const pairing = (topic: string): string => `wc:${topic}@2?relay-protocol=irn&symKey=cd`;

type Remote = EIP1193Provider & {
  session: object | undefined;
  enable: () => Promise<string[]>;
  emit: (event: string, value: unknown) => void;
  approve: () => void;
  decline: () => void;
  count: () => number;
};

/** A provider with the behaviour of WalletConnect's: no request before `enable`, which emits the code and waits. */
function remoteProvider(codes: readonly unknown[] = [pairing('one')]): Remote {
  const listeners = new Map<string, Set<(value: never) => void>>();
  let [approve, decline] = [(): void => undefined, (): void => undefined];
  const provider: Remote = {
    session: undefined,
    async request({ method }) {
      if (!provider.session) throw new Error('Please call connect() before request()');
      return method === 'eth_accounts' || method === 'eth_requestAccounts' ? [PAYER] : null;
    },
    async enable() {
      for (const code of codes) provider.emit('display_uri', code);
      await new Promise<void>((resolve, reject) => {
        approve = resolve;
        decline = () => reject(Object.assign(new Error('User rejected.'), { code: 5000 }));
      });
      provider.session = {};
      return [PAYER];
    },
    on: (event, listener) => void listeners.set(event, (listeners.get(event) ?? new Set()).add(listener)),
    removeListener: (event, listener) => void listeners.get(event)?.delete(listener),
    emit: (event, value) => listeners.get(event)?.forEach((listener) => listener(value as never)),
    approve: () => approve(),
    decline: () => decline(),
    count: () => listeners.get('display_uri')?.size ?? 0,
  };
  return provider;
}

/** A connector with the shape of wagmi's `walletConnect`: its provider exists before it has a session. */
const connectorOf = (provider: Remote): WagmiConnector => ({
  id: 'walletConnect',
  uid: 'u1',
  name: 'WalletConnect',
  type: 'walletConnect',
  connect: async () => ({ accounts: await provider.enable(), chainId: 1 }),
  disconnect: () => Promise.resolve(),
  getProvider: () => Promise.resolve(provider),
});

const optionOf = (entry: WalletEntry): WalletOption => walletOptionsOf([entry])[0]!;
const settled = (): Promise<unknown> => new Promise((resolve) => setTimeout(resolve));

describe('display_uri', () => {
  afterEach(() => localStorage.removeItem(LAST));

  const shapes: Record<string, (provider: Remote) => WalletEntry> = {
    'wagmi connector': connectorOf,
    'bare provider': (provider) => provider,
    'provider with its description': (provider) => ({
      info: { rdns: 'com.example.wc', name: 'Example', icon: '' },
      provider,
    }),
  };

  for (const [name, entryOf] of Object.entries(shapes)) {
    it(`shows the code of a ${name}, and connects when the wallet approves`, async () => {
      const provider = remoteProvider();
      const codes: (string | null)[] = [];
      const connected = optionOf(entryOf(provider)).connect({
        signal: new AbortController().signal,
        onCode: (code) => codes.push(code),
      });
      await settled();
      expect(codes).to.deep.equal([pairing('one')]);
      provider.emit('display_uri', pairing('two'));
      expect(codes).to.deep.equal([pairing('one'), pairing('two')]);
      provider.approve();
      expect(await (await connected).addresses()).to.deep.equal([PAYER]);
      provider.emit('display_uri', pairing('late'));
      expect(codes).to.have.length(2);
    });
  }

  it('rejects with `wallet-rejected` and listens no longer when the wallet declines', async () => {
    const provider = remoteProvider();
    const connected = optionOf(connectorOf(provider))
      .connect({ signal: new AbortController().signal, onCode: () => undefined })
      .catch((error: unknown) => error);
    await settled();
    provider.decline();
    expect(await connected).to.include({ code: 'wallet-rejected' });
    expect(provider.count()).to.equal(0);
  });

  it('T26 ignores what is no code, such as a script, a web page without https, and the older form of the event', async () => {
    const provider = remoteProvider([
      'javascript:alert(1)',
      'http://x.example',
      null,
      { params: ['wc:a@1'] },
      ['wc:a'],
      '',
      7,
      pairing('real'),
    ]);
    const codes: (string | null)[] = [];
    void optionOf(provider)
      .connect({ signal: new AbortController().signal, onCode: (code) => codes.push(code) })
      .catch(() => undefined);
    await settled();
    expect(codes).to.deep.equal([pairing('real')]);
  });

  it('asks a provider with a session by the standard method when it has no `enable`', async () => {
    const provider = Object.assign(remoteProvider(), { enable: undefined, session: {} }) as unknown as EIP1193Provider;
    const wallet = await optionOf(provider).connect({ signal: new AbortController().signal });
    expect(await wallet.addresses()).to.deep.equal([PAYER]);
  });
});
