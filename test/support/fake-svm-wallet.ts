/**
 * A scripted wallet of the Wallet Standard with real keys. The wallet signs with ed25519. A test sets the wallet's
 * reactions.
 */
import { Keypair, VersionedTransaction } from '@solana/web3.js';
import { registerWallet } from '@wallet-standard/wallet';
import type { WalletStandardAccount, WalletStandardWallet } from '../../src/wallets/wallet.js';
import { walletError, type Reaction, type WalletRequestLog } from './fake-evm-wallet.js';

const CHAIN = 'solana:mainnet';

export type SvmFeature = 'connect' | 'disconnect' | 'events' | 'signTransaction' | 'signAndSendTransaction';

/** The input that a page passes to a method that signs. */
export type SignInput = { account: WalletStandardAccount; transaction: Uint8Array; chain?: string };

export interface FakeSvmWallet {
  /** The object that the wallet registers. */
  readonly wallet: WalletStandardWallet;
  /** The keys of the wallet. The first key is active after `connect`. */
  readonly keys: readonly Keypair[];
  /** The addresses of `keys`. */
  readonly owned: readonly string[];
  readonly requests: readonly WalletRequestLog[];
  /** The number of listeners that the page has added to the wallet. */
  readonly listeners: number;
  /** The transactions that the wallet sent itself. */
  readonly sent: readonly Uint8Array[];
  /** Changes a transaction before the wallet signs it. By default, the wallet changes nothing. */
  alter: (transaction: VersionedTransaction) => VersionedTransaction;
  /**
   * Sets reactions to a method, such as `connect` or `signTransaction`, that apply once each, in this order. Then the
   * default reaction applies again.
   */
  once(method: string, ...reactions: Reaction[]): void;
  /** Sets the default reaction to a method. */
  always(method: string, reaction: Reaction): void;
  count(method: string): number;
  /** Shares these accounts with the page and reports the change. An empty list means that the wallet is locked. */
  share(addresses: readonly string[]): void;
  /** Reports a change to the page. */
  emit(change: object): void;
  /** Registers the wallet at the page now. Wallets cannot remove themselves. */
  register(): void;
}

export type FakeSvmOptions = {
  name?: string;
  keys?: readonly Keypair[];
  /** Whether the page is connected from an earlier visit. */
  connected?: boolean;
  features?: readonly SvmFeature[];
  versions?: readonly unknown[];
  chains?: readonly string[];
  /** Receives the transactions that the wallet sends itself. */
  send?: (transaction: Uint8Array) => unknown;
};

const ALL: readonly SvmFeature[] = ['connect', 'disconnect', 'events', 'signTransaction', 'signAndSendTransaction'];

/** Creates a key. The same seed gives the same key in each run. */
export const svmKey = (seed: number): Keypair => Keypair.fromSeed(new Uint8Array(32).fill(seed));

export function fakeSvmWallet(o: FakeSvmOptions = {}): FakeSvmWallet {
  const { keys = [svmKey(7)], chains = [CHAIN], versions = ['legacy', 0] } = o;
  const scripts = new Map<string, Reaction[]>();
  const permanent = new Map<string, Reaction>();
  const requests: WalletRequestLog[] = [];
  const listeners = new Set<(change: object) => void>();
  const sent: Uint8Array[] = [];
  const owned = keys.map(({ publicKey }) => publicKey.toBase58());
  const accountOf = (address: string): WalletStandardAccount => ({
    address,
    publicKey: keys[owned.indexOf(address)]?.publicKey.toBytes() ?? new Uint8Array(32),
    chains,
    features: ['solana:signTransaction', 'solana:signAndSendTransaction'],
  });
  let trusted = o.connected ?? false;
  let accounts: readonly WalletStandardAccount[] = [];

  const sign = ({ account, transaction }: SignInput): Uint8Array => {
    const key = keys[owned.indexOf(account.address)];
    if (!key) throw walletError(4100, 'Unknown account');
    const asked = fake.alter(VersionedTransaction.deserialize(Uint8Array.from(transaction)));
    asked.sign([key]);
    return asked.serialize();
  };
  const defaults: Record<string, (inputs: readonly unknown[]) => unknown> = {
    connect([input]) {
      const { silent } = Object(input) as { silent?: boolean };
      if (!silent) trusted = true;
      if (trusted && accounts.length === 0) accounts = owned.map(accountOf);
      return { accounts };
    },
    disconnect() {
      trusted = false;
      accounts = [];
      return undefined;
    },
    signTransaction: (inputs) => inputs.map((input) => ({ signedTransaction: sign(input as SignInput) })),
    async signAndSendTransaction(inputs) {
      const signed = inputs.map((input) => sign(input as SignInput));
      for (const each of signed) {
        sent.push(each);
        await o.send?.(each);
      }
      return signed.map((each) => ({ signature: VersionedTransaction.deserialize(each).signatures[0] }));
    },
  };
  const answer =
    (method: string) =>
    async (...inputs: unknown[]): Promise<unknown> => {
      requests.push({ method, params: inputs });
      const reaction =
        scripts.get(method)?.shift() ?? (permanent.has(method) ? permanent.get(method) : defaults[method]);
      if (reaction instanceof Error) throw reaction;
      return typeof reaction === 'function' ? (reaction as (list: readonly unknown[]) => unknown)(inputs) : reaction;
    };
  const offered: Record<SvmFeature, readonly [string, object]> = {
    connect: ['standard:connect', { version: '1.0.0', connect: answer('connect') }],
    disconnect: ['standard:disconnect', { version: '1.0.0', disconnect: answer('disconnect') }],
    events: [
      'standard:events',
      {
        version: '1.0.0',
        on(_event: 'change', listener: (change: object) => void) {
          listeners.add(listener);
          return () => listeners.delete(listener);
        },
      },
    ],
    signTransaction: [
      'solana:signTransaction',
      { version: '1.0.0', supportedTransactionVersions: versions, signTransaction: answer('signTransaction') },
    ],
    signAndSendTransaction: [
      'solana:signAndSendTransaction',
      {
        version: '1.0.0',
        supportedTransactionVersions: versions,
        signAndSendTransaction: answer('signAndSendTransaction'),
      },
    ],
  };
  const fake: FakeSvmWallet = {
    wallet: {
      version: '1.0.0',
      name: o.name ?? 'Example SVM',
      icon: 'data:image/svg+xml,<svg/>',
      chains,
      features: Object.fromEntries((o.features ?? ALL).map((name) => offered[name])),
      get accounts() {
        return accounts;
      },
    },
    keys,
    owned,
    requests,
    get listeners() {
      return listeners.size;
    },
    sent,
    alter: (transaction) => transaction,
    once: (method, ...reactions) => void scripts.set(method, reactions),
    always: (method, reaction) => void permanent.set(method, reaction),
    count: (method) => requests.filter((each) => each.method === method).length,
    share(addresses) {
      accounts = addresses.map(accountOf);
      fake.emit({ accounts });
    },
    emit(change) {
      for (const listener of [...listeners]) listener(change);
    },
    register() {
      registerWallet(fake.wallet as Parameters<typeof registerWallet>[0]);
    },
  };
  return fake;
}
