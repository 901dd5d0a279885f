import { expect } from '@open-wc/testing';
import { HubPayError } from '../../src/errors.js';
import { walletOptionsOf } from '../../src/wallets/discover-evm.js';
import type { WalletEvent, WalletOption } from '../../src/wallets/wallet.js';
import type { FakeEvmWallet } from '../support/fake-evm-wallet.js';
import { fakeEvmWallet, PAYER, silence, walletError } from '../support/fake-evm-wallet.js';

const never = new AbortController().signal;
const LAST = 'hub-pay/wallet';
const OTHER = `0x${'b2'.repeat(20)}`;

describe('connect', () => {
  afterEach(() => {
    localStorage.removeItem(LAST);
  });

  const option = (wallet: FakeEvmWallet): WalletOption =>
    walletOptionsOf([{ info: wallet.info, provider: wallet.provider }])[0]!;
  const refusal = async (wallet: FakeEvmWallet): Promise<HubPayError> => {
    const error: unknown = await option(wallet)
      .connect({ signal: never })
      .catch((reason: unknown) => reason);
    expect(error).to.be.instanceOf(HubPayError);
    return error as HubPayError;
  };

  it('requests the accounts once and returns the wallet with the announced provider', async () => {
    const fake = fakeEvmWallet();
    const wallet = await option(fake).connect({ signal: never });
    expect(wallet).to.include({ id: fake.info.rdns, name: fake.info.name, vmType: 'evm' });
    expect(wallet).to.have.property('provider', fake.provider);
    // The list lacks wallet_requestPermissions, because that request would prompt the payer again.
    expect(fake.requests.map(({ method }) => method)).to.deep.equal(['eth_requestAccounts']);
    expect(await wallet.addresses()).to.deep.equal([PAYER]);
  });

  it('adds no listener and no member to the provider', async () => {
    const fake = fakeEvmWallet();
    const members = Object.keys(fake.provider);
    await option(fake).connect({ signal: never });
    expect(fake.listeners).to.equal(0);
    expect(Object.keys(fake.provider)).to.deep.equal(members);
  });

  it('works with a provider that has only `request` and calls it as its method', async () => {
    const fake = fakeEvmWallet();
    const bare = {
      fake,
      request(this: { fake: FakeEvmWallet }, request: { method: string }) {
        return this.fake.provider.request(request);
      },
    };
    const wallet = await walletOptionsOf([bare])[0]!.connect({ signal: never });
    expect(await wallet.addresses()).to.deep.equal([PAYER]);
    wallet.subscribe(() => undefined)();
  });

  it('F-31 throws `wallet-rejected` when the payer rejects, and can be called again', async () => {
    const fake = fakeEvmWallet();
    fake.once('eth_requestAccounts', walletError(4001, 'User rejected the request.'));
    expect((await refusal(fake)).code).to.equal('wallet-rejected');
    expect((await option(fake).connect({ signal: never })).id).to.equal(fake.info.rdns);
  });

  for (const text of [
    // That of a Safe.
    '"eth_requestAccounts" not implemented',
    'Method eth_requestAccounts is not supported.',
    'The method "eth_requestAccounts" does not exist / is not available.',
    'Unsupported method: eth_requestAccounts',
  ])
    it(`P-45 connects a wallet that cannot ask the payer, but shares its account: ${text}`, async () => {
      const fake = fakeEvmWallet({ connected: true });
      fake.always('eth_requestAccounts', new Error(text));
      const wallet = await option(fake).connect({ signal: never });
      expect(await wallet.addresses()).to.deep.equal([PAYER]);
    });

  it('connects a wallet that shares its account and says by a code that it has no request to connect', async () => {
    for (const code of [-32601, 4200]) {
      const fake = fakeEvmWallet({ connected: true });
      fake.always('eth_requestAccounts', walletError(code, 'x'));
      expect(await (await option(fake).connect({ signal: never })).addresses()).to.deep.equal([PAYER]);
    }
  });

  for (const [how, error] of [
    ['declines in unknown words', walletError(-32603, 'L’utilisateur a annulé la demande')],
    ['declines in unknown words, of a library', new Error('Solicitud rechazada')],
    ['declines in unknown words that name the request', walletError(-32603, 'eth_requestAccounts : refusé')],
    ['declines in unknown words that name the request, without a code', new Error('eth_requestAccounts : refusé')],
    ['declines', walletError(4001, 'User rejected the request.')],
    ['declines in words only', walletError(-32000, 'User rejected the request.')],
    ['is asked already', walletError(-32002, 'Request already pending')],
  ] as const)
    it(`connects no wallet that shares an account when the payer ${how}`, async () => {
      const fake = fakeEvmWallet({ connected: true });
      fake.always('eth_requestAccounts', error);
      await refusal(fake);
      expect(fake.count('eth_accounts')).to.equal(0);
    });

  it('names the failure to connect when the wallet shares no account after it', async () => {
    const fake = fakeEvmWallet();
    fake.always('eth_requestAccounts', walletError(-32603, 'Internal error'));
    expect((await refusal(fake)).code).to.equal('wallet-failed');
  });

  it('F-32 throws `wallet-busy` when a request is already pending in the wallet', async () => {
    const fake = fakeEvmWallet();
    fake.once(
      'eth_requestAccounts',
      walletError(-32002, "Request of type 'wallet_requestPermissions' already pending"),
    );
    expect((await refusal(fake)).code).to.equal('wallet-busy');
  });

  it('P-45 reports the accounts of the answer, the payer’s choice first, also if it names none', async () => {
    for (const owned of [[OTHER, PAYER], []]) {
      const events: WalletEvent[] = [];
      await option(fakeEvmWallet({ owned })).connect({ signal: never, listen: (event) => events.push(event) });
      expect(events).to.deep.equal([{ type: 'connect-answered', addresses: owned }]);
    }
  });

  it('P-45 hears the wallet before it is asked, until the signal is aborted', async () => {
    const fake = fakeEvmWallet();
    const events: WalletEvent[] = [];
    const stop = new AbortController();
    fake.once('eth_requestAccounts', () => {
      fake.emit('accountsChanged', [OTHER]);
      return [OTHER];
    });
    await option(fake).connect({ signal: stop.signal, listen: (event) => events.push(event) });
    expect(events.map(({ type }) => type)).to.deep.equal(['accounts-changed', 'connect-answered']);
    stop.abort();
    expect(fake.listeners).to.equal(0);
  });

  it('throws `wallet-locked` when the page is not authorized', async () => {
    const fake = fakeEvmWallet();
    fake.once('eth_requestAccounts', walletError(4100, 'Unauthorized'));
    expect((await refusal(fake)).code).to.equal('wallet-locked');
  });

  for (const answer of [['not an address'], [null], 'x', {}, null, [[]]]) {
    it(`F-38 throws when the wallet answers without an account: ${JSON.stringify(answer)}`, async () => {
      const fake = fakeEvmWallet();
      fake.once('eth_requestAccounts', answer);
      expect(['wallet-rejected', 'wallet-locked']).to.include((await refusal(fake)).code);
    });
  }

  for (const answer of [
    PAYER,
    [`eip155:8453:${PAYER}`],
    { accounts: [PAYER] },
    [PAYER.toUpperCase()],
    { result: [PAYER] },
  ]) {
    it(`F-38 reads the account from ${JSON.stringify(answer).slice(0, 30)}`, async () => {
      const fake = fakeEvmWallet();
      const events: WalletEvent[] = [];
      fake.once('eth_requestAccounts', answer);
      await option(fake).connect({ signal: never, listen: (event) => events.push(event) });
      expect(events).to.deep.equal([{ type: 'connect-answered', addresses: [PAYER] }]);
    });
  }

  it('connects when the wallet does not tell its chain', async () => {
    for (const chainId of [silence, walletError(-32603, 'no'), 'main', '8453']) {
      const fake = fakeEvmWallet();
      fake.always('eth_chainId', chainId);
      expect((await option(fake).connect({ signal: never })).id).to.equal(fake.info.rdns);
    }
  });

  for (const [what, error, code, reason] of [
    ['4001 inside', walletError(-32603, 'x', { originalError: { code: 4001 } }), 'wallet-rejected', undefined],
    ['the words of a decline', walletError(-32000, 'User rejected the request'), 'wallet-rejected', undefined],
    ['a dead extension', new Error('Extension context invalidated.'), 'wallet-failed', 'wallet-gone'],
    ['a blocked window', walletError(-32603, 'Pop up window failed to open'), 'wallet-failed', 'window-blocked'],
  ] as const) {
    it(`F-31 throws \`${code}\` after ${what}`, async () => {
      const fake = fakeEvmWallet();
      fake.once('eth_requestAccounts', error);
      const failure = await refusal(fake);
      expect([failure.code, failure.reason]).to.deep.equal([code, reason]);
    });
  }

  it('F-38 accepts an address when it is in upper case', async () => {
    const fake = fakeEvmWallet({ owned: [PAYER.toUpperCase().replace('0X', '0x')] });
    const wallet = await option(fake).connect({ signal: never });
    expect(await wallet.addresses()).to.deep.equal([PAYER]);
  });

  it('F-53 throws `wallet-failed` with the wallet’s message as details when another error occurs', async () => {
    const fake = fakeEvmWallet();
    fake.once('eth_requestAccounts', walletError(-32603, 'Ledger device: unlock it'));
    expect(await refusal(fake)).to.include({ code: 'wallet-failed', details: '-32603: Ledger device: unlock it' });
  });

  it('F-33 rejects when the signal is aborted and stores nothing when the wallet answers afterwards', async () => {
    const fake = fakeEvmWallet();
    let answer = (_: unknown): void => undefined;
    const asked = new Promise<void>((resolve) => {
      fake.once('eth_requestAccounts', () => {
        resolve();
        return new Promise((given) => (answer = given));
      });
    });
    const stop = new AbortController();
    const connecting = option(fake).connect({ signal: stop.signal });
    await asked;
    stop.abort('another wallet');
    expect(await connecting.catch((reason: unknown) => reason)).to.equal('another wallet');
    answer([PAYER]);
    await new Promise((resolve) => setTimeout(resolve));
    expect(localStorage.getItem(LAST)).to.equal(null);
  });
});
