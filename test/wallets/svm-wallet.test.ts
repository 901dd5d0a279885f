import { expect } from 'chai';
import { base58 } from '@scure/base';
import { MessageV0, PublicKey, SystemProgram, VersionedTransaction } from '@solana/web3.js';
import { getWallets } from '@wallet-standard/app';
import { HubPayError } from '../../src/errors.js';
import { paysFromSvm, svmWallet } from '../../src/wallets/svm-wallet.js';
import type { SvmWallet, WalletEvent } from '../../src/wallets/wallet.js';
import { settle } from '../support/clock.js';
import { silence, walletError, type Reaction } from '../support/fake-evm-wallet.js';
import { fakeSvmWallet, svmKey, type FakeSvmWallet, type SvmFeature } from '../support/fake-svm-wallet.js';
import { svm } from '../support/svm-quotes.js';

const keys = [svmKey(1), svmKey(2)] as const;
const [first, second] = keys.map(({ publicKey }) => publicKey.toBase58()) as [string, string];

const wrap = (fake: FakeSvmWallet): SvmWallet =>
  svmWallet({ id: fake.wallet.name, name: fake.wallet.name, icon: null, vmType: 'svm' }, fake.wallet, () =>
    Promise.resolve(),
  );

/** A connected wallet with two accounts. */
async function connected(o: Parameters<typeof fakeSvmWallet>[0] = {}): Promise<[FakeSvmWallet, SvmWallet]> {
  const fake = fakeSvmWallet({ keys, connected: true, ...o });
  fake.share(fake.owned);
  await settle();
  return [fake, wrap(fake)];
}

const transfer = (from = keys[0].publicKey): Uint8Array =>
  new VersionedTransaction(
    MessageV0.compile({
      payerKey: from,
      recentBlockhash: base58.encode(new Uint8Array(32).fill(9)),
      instructions: [SystemProgram.transfer({ fromPubkey: from, toPubkey: PublicKey.default, lamports: 1 })],
    }),
  ).serialize();

const failure = async (run: Promise<unknown>): Promise<HubPayError> => {
  const error: unknown = await run.catch((reason: unknown) => reason);
  expect(error).to.be.instanceOf(HubPayError);
  return error as HubPayError;
};

describe('paysFromSvm', () => {
  const has = (...features: SvmFeature[]): boolean => paysFromSvm(fakeSvmWallet({ features }).wallet);

  it('is true for a wallet that connects, and signs or sends', () => {
    expect(has('connect', 'signTransaction')).to.equal(true);
    expect(has('connect', 'signAndSendTransaction')).to.equal(true);
  });

  it('is false when the wallet lacks connecting or signing, the chain or every known version', () => {
    expect(has('signTransaction', 'signAndSendTransaction')).to.equal(false);
    expect(has('connect', 'events', 'disconnect')).to.equal(false);
    expect(paysFromSvm(fakeSvmWallet({ chains: ['solana:devnet'] }).wallet)).to.equal(false);
    expect(paysFromSvm(fakeSvmWallet({ versions: [] }).wallet)).to.equal(false);
  });

  it('P-45 is true for a wallet that signs only transactions of the older form', () => {
    expect(paysFromSvm(fakeSvmWallet({ versions: ['legacy'] }).wallet)).to.equal(true);
  });

  it('is false for any other value, also for one whose members throw', () => {
    const hostile = new Proxy({}, { get: () => { throw new Error('no'); } }); // prettier-ignore
    for (const value of [null, undefined, 'text', {}, { name: 'x', version: '1' }, hostile])
      expect(paysFromSvm(value)).to.equal(false);
  });
});

describe('svmWallet', () => {
  it('reads the accounts at each call, in the wallet’s order, and keeps their letter case', async () => {
    const [fake, wallet] = await connected();
    expect(await wallet.addresses()).to.deep.equal([first, second]);
    fake.share([second]);
    expect(await wallet.addresses()).to.deep.equal([second]);
    expect(second).to.not.equal(second.toLowerCase());
  });

  it('omits accounts of other chains and addresses that are no public key', () => {
    const { wallet } = fakeSvmWallet();
    const account = (address: string, chain = 'solana:mainnet'): object => ({ address, chains: [chain], features: [] });
    const accounts = [account(first, 'sui:mainnet'), account('0xab'), account(`${first}1`), null, account(second)];
    const other = svmWallet({ id: 'x', name: 'x', icon: null, vmType: 'svm' }, { ...wallet, accounts } as never, () =>
      Promise.resolve(),
    );
    return other.addresses().then((list) => expect(list).to.deep.equal([second]));
  });

  it('signs with the named account and returns the whole signed transaction', async () => {
    const [fake, wallet] = await connected();
    const bytes = transfer(keys[1].publicKey);
    const signed = VersionedTransaction.deserialize(await wallet.signTransaction(bytes, second));
    expect(signed.message.serialize()).to.deep.equal(VersionedTransaction.deserialize(bytes).message.serialize());
    expect(signed.signatures[0]!.some((byte) => byte !== 0)).to.equal(true);
    const params = fake.requests.at(-1)!.params as unknown[];
    expect(params).to.have.length(1);
    expect(params[0]).to.include({ chain: 'solana:mainnet' });
    expect((params[0] as { transaction: Uint8Array }).transaction).to.deep.equal(bytes);
  });

  it('returns what the wallet changed, and the wallet cannot change the caller’s bytes', async () => {
    const [fake, wallet] = await connected();
    const bytes = transfer();
    const before = Uint8Array.from(bytes);
    const other = VersionedTransaction.deserialize(transfer(keys[0].publicKey));
    other.message.recentBlockhash = base58.encode(new Uint8Array(32).fill(3));
    fake.alter = () => other;
    const signed = VersionedTransaction.deserialize(await wallet.signTransaction(bytes, first));
    expect(signed.message.recentBlockhash).to.equal(other.message.recentBlockhash);
    fake.once('signTransaction', (inputs: readonly unknown[]) => {
      (inputs[0] as { transaction: Uint8Array }).transaction.fill(0);
      throw walletError(4001, 'no');
    });
    await failure(wallet.signTransaction(bytes, first));
    expect(bytes).to.deep.equal(before);
  });

  it('sends and returns the signature in base58', async () => {
    const [fake, wallet] = await connected();
    const signature = await wallet.signAndSend(transfer(), first);
    expect(fake.sent).to.have.length(1);
    expect(signature).to.equal(base58.encode(VersionedTransaction.deserialize(fake.sent[0]!).signatures[0]!));
  });

  it('knows which transactions the wallet signs and sends', async () => {
    const [, signs] = await connected({ features: ['connect', 'signTransaction'] });
    expect(signs.versions(first)).to.deep.equal({ signs: [0, 'legacy'], sends: [] });
    const [, sends] = await connected({ features: ['connect', 'signAndSendTransaction'] });
    expect(sends.versions(first)).to.deep.equal({ signs: [], sends: [0, 'legacy'] });
    const [, old] = await connected({ versions: ['legacy', 1] });
    expect(old.versions(first)).to.deep.equal({ signs: ['legacy'], sends: ['legacy'] });
    expect(old.versions(svm.payer)).to.deep.equal({ signs: [], sends: [] });
  });

  it('P-45 knows that an account has fewer features than its wallet, and asks for none that is missing', async () => {
    const [fake, wallet] = await connected();
    const [one, two] = fake.wallet.accounts;
    Object.assign(one!, { features: ['solana:signMessage'] });
    Object.assign(two!, { features: ['solana:signAndSendTransaction'] });
    expect(wallet.versions(first)).to.deep.equal({ signs: [], sends: [] });
    expect(wallet.versions(second)).to.deep.equal({ signs: [], sends: [0, 'legacy'] });
    expect((await failure(wallet.signTransaction(transfer(keys[1].publicKey), second))).code).to.equal('wallet-unable');
    expect(fake.requests).to.deep.equal([]);
  });

  it('P-45 names an account that can only be watched after the accounts that can pay', async () => {
    const [fake, wallet] = await connected();
    Object.assign(fake.wallet.accounts[0]!, { features: [] });
    expect(await wallet.addresses()).to.deep.equal([second, first]);
  });

  const failures: [title: string, reaction: Reaction, signs: string, sends: string][] = [
    ['the payer rejects', walletError(4001, 'User rejected the request.'), 'wallet-rejected', 'wallet-rejected'],
    ['the payer rejects without a code', new Error('User rejected the request.'), 'wallet-rejected', 'wallet-rejected'],
    ['the wallet is locked', walletError(4100, 'locked'), 'wallet-locked', 'wallet-locked'],
    ['another request is open', walletError(-32002, 'already pending'), 'wallet-busy', 'wallet-busy'],
    ['the wallet fails', new Error('Unexpected error'), 'outcome-unknown', 'outcome-unknown'],
    ['the wallet answers nothing', undefined, 'outcome-unknown', 'outcome-unknown'],
    ['the wallet answers an empty list', [], 'outcome-unknown', 'outcome-unknown'],
    ['the answer is no bytes', [{ signedTransaction: 'AQ==', signature: '5x' }], 'outcome-unknown', 'outcome-unknown'],
    ['the answer is too short', [{ signature: new Uint8Array(63) }], 'outcome-unknown', 'outcome-unknown'],
  ];
  for (const [title, reaction, signs, sends] of failures) {
    it(`throws \`${signs}\` and \`${sends}\` when ${title}, and asks once`, async () => {
      const [fake, wallet] = await connected();
      fake.always('signTransaction', reaction === undefined ? () => undefined : reaction);
      fake.always('signAndSendTransaction', reaction === undefined ? () => undefined : reaction);
      expect((await failure(wallet.signTransaction(transfer(), first))).code).to.equal(signs);
      expect((await failure(wallet.signAndSend(transfer(), first))).code).to.equal(sends);
      expect(fake.requests).to.have.length(2);
    });
  }

  it('F-146 throws `wallet-locked` without a prompt when the wallet no longer shares the account', async () => {
    const [fake, wallet] = await connected();
    fake.share([second]);
    expect((await failure(wallet.signTransaction(transfer(), first))).code).to.equal('wallet-locked');
    expect((await failure(wallet.signAndSend(transfer(), first.toLowerCase()))).code).to.equal('wallet-locked');
    expect(fake.requests).to.deep.equal([]);
  });

  it('stays pending while the wallet does not answer, and gives a late answer', async () => {
    const [fake, wallet] = await connected();
    let answer: (signed: unknown) => void = () => undefined;
    fake.once('signTransaction', () => new Promise((resolve) => (answer = resolve)));
    let late: Uint8Array | undefined;
    void wallet.signTransaction(transfer(), first).then((bytes) => (late = bytes));
    await settle();
    expect(late).to.equal(undefined);
    answer([{ signedTransaction: transfer() }]);
    await settle();
    expect(late).to.deep.equal(transfer());
    fake.once('signTransaction', silence);
    void wallet.signTransaction(transfer(), first);
    await settle();
    expect(fake.count('signTransaction')).to.equal(2);
  });

  describe('events', () => {
    const watch = (wallet: SvmWallet): [WalletEvent[], () => void] => {
      const events: WalletEvent[] = [];
      return [events, wallet.subscribe((event) => events.push(event))];
    };

    it('report another account, no account, and an account again', async () => {
      const [fake, wallet] = await connected();
      const [events, stop] = watch(wallet);
      fake.share([second, first]);
      fake.share([]);
      fake.share([first]);
      expect(events).to.deep.equal([
        { type: 'accounts-changed', addresses: [second, first] },
        { type: 'accounts-changed', addresses: [] },
        { type: 'accounts-changed', addresses: [first] },
      ]);
      stop();
    });

    it('F-146 report that the wallet is gone when it leaves the chain or is unregistered', async () => {
      const [fake, wallet] = await connected();
      const [events, stop] = watch(wallet);
      (fake.wallet.chains as string[]).length = 0;
      fake.emit({ chains: [] });
      expect(events).to.deep.equal([{ type: 'gone' }]);
      stop();
      const [gone, again] = await connected();
      const [later, end] = watch(again);
      const unregister = getWallets().register(gone.wallet as never);
      unregister();
      expect(later).to.deep.equal([{ type: 'gone' }]);
      end();
    });

    it('stop and leave no listener when the subscription ends', async () => {
      const [fake, wallet] = await connected();
      const [events, stop] = watch(wallet);
      expect(fake.listeners).to.equal(1);
      stop();
      fake.share([second]);
      expect(fake.listeners).to.equal(0);
      expect(events).to.deep.equal([]);
    });

    it('are absent when the wallet emits none', async () => {
      const [, wallet] = await connected({ features: ['connect', 'signTransaction'] });
      const [events, stop] = watch(wallet);
      stop();
      expect(events).to.deep.equal([]);
    });
  });
});
