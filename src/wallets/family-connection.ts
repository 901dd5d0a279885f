/** Finds and connects the payer's wallets of one chain family, and follows account changes. */
import type { Clock } from '../shared/time/clock.js';
import { childController } from '../shared/time/on-abort.js';
import { HubPayError } from '../errors.js';
import type { Emit } from '../events.js';
import type { Account } from '../types.js';
import type { ConnectionEvent, Wallet, WalletDiscovery, WalletEntry, WalletFamily, WalletOption } from './wallet.js';
import { accountOf } from './wallet.js';

/** The payer's connection to one wallet of a chain family. */
export interface FamilyConnection {
  /**
   * The connected wallet. The value is null if no wallet is connected. A locked wallet stays connected without an
   * account.
   */
  readonly wallet: Wallet | null;
  /** The wallet's active account. The value is null if no wallet is connected, or if the wallet is locked. */
  readonly account: Account | null;
  /** Loads wallet discovery once. Then starts the attempt to reconnect the last connected wallet. */
  discover(): Promise<void>;
  /** Resolves when the attempt to reconnect the last connected wallet has ended. */
  restored(): Promise<void>;
  /** Returns the wallets to offer. The page's wallets come first. The list is empty before a call of `discover`. */
  options(): readonly WalletOption[];
  /** Returns the option of an entry of the page. Returns undefined if the entry is a wallet of another family. */
  optionOf(entry: WalletEntry): WalletOption | undefined;
  /**
   * Prompts the wallet to connect.
   * @throws HubPayError `wallet-rejected`, `wallet-busy`, `wallet-locked`
   */
  connect(option: WalletOption): Promise<Account>;
  /** Reconnects the last connected wallet if the page has added it, and no account is connected. */
  refresh(): void;
  /** Disconnects the wallet. A reload of the page does not reconnect the wallet. */
  disconnect(): Promise<void>;
}

/** The parameters of the connection of a family. */
export type FamilyConnectionOptions = {
  /** Loads wallet discovery on first use. */
  discovery: () => Promise<WalletDiscovery>;
  /** The wallets that the page currently provides. */
  entries: () => readonly WalletEntry[];
  /** An abort ends the connection's subscriptions. The wallet itself stays connected. */
  signal: AbortSignal;
  clock: Clock;
  /** Receives every change of the connection. */
  dispatch: (event: ConnectionEvent) => void;
  emit: Emit;
};

/**
 * Creates a connection that has no wallet yet.
 * @param offer called when the wallets to offer have changed
 */
export function createFamilyConnection(
  family: WalletFamily,
  { discovery, entries, signal, clock, dispatch, emit }: FamilyConnectionOptions,
  offer: () => void,
): FamilyConnection {
  let wallet: Wallet | null = null;
  let account: Account | null = null;
  let unsubscribe: (() => void) | undefined;
  let attempt = 0;
  let looking: Promise<void> | undefined;
  let restoring: Promise<void> | undefined;
  let announced: readonly WalletOption[] = [];
  let found: WalletDiscovery | undefined;
  let waiting = new AbortController();

  /**
   * Waits for the payer's answer to an earlier connect request to this wallet. The wait ends if the payer chooses
   * another wallet or disconnects.
   */
  const waitForLateAnswer = async (option: WalletOption): Promise<void> => {
    waiting = childController(signal);
    const answered = await option.answered({ signal: waiting.signal });
    if (!account) await useWallet(answered);
  };
  const stopWaiting = (): void => {
    waiting.abort(new Error('another wallet, or none'));
  };

  /**
   * Drops the account of a locked wallet. The wallet stays connected. When the payer unlocks the wallet, the account
   * connects again.
   */
  const dropAccount = (): void => {
    if (!account) return;
    const gone = account;
    account = null;
    dispatch({ type: 'disconnected', vmType: family });
    emit('hub-disconnect', gone);
  };

  const clear = (): void => {
    unsubscribe?.();
    unsubscribe = undefined;
    wallet = null;
    dropAccount();
  };

  const setAccount = (address: string): Account | null => {
    if (!wallet) return null;
    if (account?.address === address && account.wallet === wallet.id) return account;
    account = Object.freeze(accountOf(wallet, address));
    dispatch({ type: 'connected', account });
    emit('hub-connect', account);
    return account;
  };

  const useWallet = async (connected: Wallet): Promise<Account> => {
    const [address] = await connected.addresses();
    if (address === undefined) throw new HubPayError('wallet-locked', 'The wallet shows no account to this page.');
    if (signal.aborted) throw signal.reason as Error;
    unsubscribe?.();
    wallet = connected;
    unsubscribe = connected.subscribe((event) => {
      if (event.type === 'disconnected') clear();
      if (event.type !== 'accounts-changed') return;
      const [active] = event.addresses;
      if (active === undefined) dropAccount();
      else setAccount(active);
    });
    return setAccount(address) ?? accountOf(connected, address);
  };

  signal.addEventListener('abort', () => {
    unsubscribe?.();
  });

  const startDiscovery = async (): Promise<void> => {
    const loaded = await discovery();
    if (signal.aborted) return;
    found = loaded;
    const stop = loaded.discoverWallets().subscribe((wallets) => {
      announced = wallets;
      offer();
    });
    signal.addEventListener('abort', stop);
    restoring = reconnectLast(loaded);
  };

  /**
   * Returns the wallets to offer. Each call reads the page's wallets again, because the page can change them at any
   * time.
   */
  const options = (): readonly WalletOption[] => {
    const given = found?.walletOptionsOf(entries()) ?? [];
    const ids = new Set(given.map(({ id }) => id));
    return [...given, ...announced.filter(({ id }) => !ids.has(id))];
  };

  /** Reconnects the last connected wallet. The payer can connect another wallet while this wallet does not answer. */
  const reconnectLast = async (loaded: WalletDiscovery): Promise<void> => {
    const before = attempt;
    const known = await loaded.reconnectWallet(options, { signal, clock }).catch(() => null);
    if (known && attempt === before && !account) await useWallet(known).catch(() => undefined);
  };

  return {
    get wallet() {
      return wallet;
    },
    get account() {
      return account;
    },
    async discover() {
      try {
        await (looking ??= startDiscovery());
      } catch (error) {
        looking = undefined;
        throw error;
      }
    },
    restored: async () => restoring,
    options,
    optionOf: (entry) => found?.walletOptionsOf([entry])[0],
    async connect(option) {
      const turn = ++attempt;
      stopWaiting();
      try {
        const connected = await option.connect({ signal });
        // If the payer has chosen another wallet in the meantime, only the later choice counts.
        if (turn !== attempt) throw new HubPayError('wallet-rejected', 'The payer chose another wallet.');
        return await useWallet(connected);
      } catch (error) {
        const isBusy = error instanceof HubPayError && error.code === 'wallet-busy';
        if (isBusy && turn === attempt && !signal.aborted) void waitForLateAnswer(option).catch(() => undefined);
        throw error;
      }
    },
    refresh() {
      if (found && !account) restoring = reconnectLast(found);
    },
    async disconnect() {
      const leaving = wallet;
      stopWaiting();
      clear();
      await leaving?.disconnect();
    },
  };
}
