import { expect } from 'chai';
import * as discover from '../../src/wallets/discover-evm.js';
import '../../src/wallets/connect-evm.js';
import { createConnection, type WalletConnection } from '../../src/wallets/connection.js';
import type { PaymentEvent } from '../../src/payment/model/state.js';
import type { PromptOptions, Wallet, WalletDiscovery, WalletOption } from '../../src/wallets/wallet.js';
import { usePageGlobals } from './page-globals.js';
import { settle, VirtualClock } from '../support/clock.js';
import { people } from '../support/quotes.js';

/** A wallet on a phone: it shows a code and waits for the person with the phone. */
function phone(id: string): { option: WalletOption; asked: (PromptOptions & { approve: () => void })[] } {
  const asked: (PromptOptions & { approve: () => void })[] = [];
  const info = { id, name: id, icon: null, vmType: 'evm' } as const;
  const wallet: Wallet = {
    ...info,
    addresses: () => Promise.resolve([people.payer]),
    subscribe: () => () => undefined,
    disconnect: () => Promise.resolve(),
  };
  const option: WalletOption = {
    ...info,
    connect: (o) =>
      new Promise((resolve, reject) => {
        o.signal.addEventListener('abort', () => reject(o.signal.reason as Error));
        asked.push({ ...o, approve: () => resolve(wallet) });
      }),
    answered: () => new Promise(() => undefined),
    reconnect: () => Promise.resolve(null),
  };
  return { option, asked };
}

type Shown = { wallet: string; code: string | null | undefined };

type Page = {
  connection: WalletConnection;
  clock: VirtualClock;
  /** The `connecting` events so far, and `-` for a failure. */
  shown: Shown[];
  failures: PaymentEvent[];
};

function page(...options: WalletOption[]): Page {
  const shown: Shown[] = [];
  const failures: PaymentEvent[] = [];
  const clock = new VirtualClock();
  const evm: WalletDiscovery = { ...discover, walletOptionsOf: () => options };
  const connection = createConnection({
    discovery: { evm: () => Promise.resolve(evm) },
    clock,
    entries: () => [],
    signal: new AbortController().signal,
    dispatch(event) {
      if (event.type === 'connecting') shown.push({ wallet: event.wallet, code: event.code });
      if (event.type === 'connect-failed') failures.push(event);
    },
    emit: () => false,
  });
  return { connection, clock, shown, failures };
}

const pairing = (clock: VirtualClock, seconds: number): string =>
  `wc:ab@2?expiryTimestamp=${Math.floor(clock.now() / 1000) + seconds}&symKey=cd`;

describe('connection to a wallet that shows a code', () => {
  usePageGlobals();

  it('shows each code, and connects when the phone approves', async () => {
    const { option, asked } = phone('phone.test');
    const { connection, shown } = page(option);
    const account = connection.connect({ id: 'phone.test' });
    await settle();
    asked[0]?.onCode?.('wc:one');
    asked[0]?.onCode?.('wc:two');
    expect(shown.map(({ code }) => code)).to.deep.equal([undefined, 'wc:one', 'wc:two']);
    asked[0]?.approve();
    expect(await account).to.include({ address: people.payer, wallet: 'phone.test' });
  });

  it('shows the code again when the payer closes the list and comes back', async () => {
    const { option, asked } = phone('phone.test');
    const { connection, shown } = page(option);
    void connection.connect({ id: 'phone.test' }).catch(() => undefined);
    await settle();
    asked[0]?.onCode?.('wc:one');
    void connection.connect({ id: 'phone.test' }).catch(() => undefined);
    expect(shown.at(-1)).to.deep.equal({ wallet: 'phone.test', code: 'wc:one' });
    expect(asked).to.have.length(1);
  });

  it('takes the request back, says nothing and shows no later code when the payer gives up', async () => {
    const { option, asked } = phone('phone.test');
    const { connection, shown, failures } = page(option);
    const account = connection.connect({ id: 'phone.test' }).catch(() => 'given up');
    await settle();
    asked[0]?.onCode?.('wc:one');
    await connection.disconnect();
    expect(asked[0]?.signal.aborted).to.equal(true);
    expect(await account).to.equal('given up');
    asked[0]?.onCode?.('wc:two');
    asked[0]?.approve();
    await settle();
    expect(connection.accounts).to.deep.equal([]);
    expect(shown).to.have.length(2);
    expect(failures).to.deep.equal([]);
  });

  it('takes the request back when the payer presses another wallet', async () => {
    const [one, two] = [phone('one.test'), phone('two.test')];
    const { connection, shown, failures } = page(one.option, two.option);
    void connection.connect({ id: 'one.test' }).catch(() => undefined);
    await settle();
    one.asked[0]?.onCode?.('wc:one');
    const account = connection.connect({ id: 'two.test' });
    await settle();
    expect(one.asked[0]?.signal.aborted).to.equal(true);
    one.asked[0]?.onCode?.('wc:late');
    two.asked[0]?.approve();
    expect(await account).to.include({ wallet: 'two.test' });
    expect(shown.map(({ code }) => code)).to.not.include('wc:late');
    expect(failures).to.deep.equal([]);
  });

  it('asks for a new code when the payer presses after the old one has run out, and not before', async () => {
    const { option, asked } = phone('phone.test');
    const { connection, clock, shown, failures } = page(option);
    const press = (): void => void connection.connect({ id: 'phone.test' }).catch(() => undefined);
    press();
    await settle();
    asked[0]?.onCode?.(pairing(clock, 300));
    await clock.advance(298_000);
    press();
    await settle();
    expect(asked).to.have.length(1);
    await clock.advance(3_000);
    press();
    await settle();
    expect(asked).to.have.length(2);
    expect(asked[0]?.signal.aborted).to.equal(true);
    asked[1]?.onCode?.('wc:new');
    expect(shown.at(-1)?.code).to.equal('wc:new');
    expect(failures).to.deep.equal([]);
  });

  it('asks for a new code when the wallet has taken the old one away', async () => {
    const { option, asked } = phone('phone.test');
    const { connection, shown } = page(option);
    void connection.connect({ id: 'phone.test' }).catch(() => undefined);
    await settle();
    asked[0]?.onCode?.('wc:one');
    asked[0]?.onCode?.(null);
    expect(shown.at(-1)?.code).to.equal(null);
    void connection.connect({ id: 'phone.test' }).catch(() => undefined);
    await settle();
    expect(asked).to.have.length(2);
  });
});
