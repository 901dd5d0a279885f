/** The payer's wallets: discovery, connection, and account changes while a payment is prepared. */
import { rejectOnAbort, type Clock } from '../shared/clock.js';
import { errorInfo, HubPayError } from '../errors.js';
import type { Emit } from '../events.js';
import type { Account } from '../types.js';
import type * as Discovery from './discover.js';
import type { Wallet, WalletEntry, ConnectionEvent, WalletOption } from './wallet.js';
import { accountOf } from './wallet.js';

/**
 * The id of an offered wallet, or a wallet that the page provides. If `entry` is undefined, the first wallet of the
 * page is used.
 */
type WalletChoice = { id: string } | { entry: WalletEntry | undefined };

/** The payer's connection to one wallet. */
export interface WalletConnection {
  /** The connected wallet; null if there is none. A locked wallet stays connected without an account. */
  readonly wallet: Wallet | null;
  /** The wallet's active account; null if no wallet is connected, or if the wallet is locked. */
  readonly account: Account | null;
  /**
   * Discovers wallets and reconnects the last connected wallet without a prompt.
   * @throws the load error if the code could not be loaded
   */
  discover(): Promise<void>;
  /**
   * Prompts a wallet to connect. A second call for the same wallet waits for the answer to the first call.
   * @throws HubPayError `wallet-not-found`, `wallet-rejected`, `wallet-busy`, `wallet-locked`
   */
  connect(pick: WalletChoice): Promise<Account>;
  /** Resolves when no connect request is pending and the wallet of the last visit is reconnected or does not answer. */
  settled(): Promise<void>;
  /** Disconnects the wallet. A reload does not reconnect it. */
  disconnect(): Promise<void>;
  /** Updates the list of offered wallets after the page has changed its wallets. */
  refresh(): void;
}

/** The parameters of a connection. */
export type ConnectionOptions = {
  /** Loads wallet discovery on first use. */
  discovery: () => Promise<typeof Discovery>;
  /** The wallets that the page currently provides. */
  entries: () => readonly WalletEntry[];
  /** An abort ends the connection's subscriptions. The wallet stays connected. */
  signal: AbortSignal;
  clock: Clock;
  /** Receives every change of the connection. */
  dispatch: (event: ConnectionEvent) => void;
  emit: Emit;
};

/** Creates a connection without a wallet. Only `discover` and `connect` connect a wallet. */
export function createConnection({
  discovery,
  entries,
  signal,
  clock,
  dispatch,
  emit,
}: ConnectionOptions): WalletConnection {
  let wallet: Wallet | null = null;
  let account: Account | null = null;
  let unsubscribe: (() => void) | undefined;
  let attempt = 0;
  /** The pending connect request. A second press on the same wallet waits for the answer to this request. */
  let pendingConnect: { wanted: unknown; answer: Promise<Account>; shown?: string } | undefined;
  let looking: Promise<void> | undefined;
  let restoring: Promise<void> | undefined;
  let announced: readonly WalletOption[] = [];
  let found: typeof Discovery | undefined;
  let waiting = new AbortController();

  /**
   * Waits for the payer's answer to an earlier connect request to this wallet. The wait ends if the payer
   * chooses another wallet or disconnects.
   */
  const waitForLateAnswer = async (option: WalletOption): Promise<void> => {
    waiting = new AbortController();
    const answered = await option.answered({ signal: AbortSignal.any([signal, waiting.signal]) });
    if (!account) await useWallet(answered);
  };
  const stopWaiting = (): void => {
    waiting.abort(new Error('another wallet, or none'));
  };

  /** Drops the account of a locked wallet. The wallet stays, and its next account connects again. */
  const dropAccount = (): void => {
    if (!account) return;
    const gone = account;
    account = null;
    dispatch({ type: 'disconnected' });
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

  /** The page's wallets come first. The page can change them at any time. */
  const options = (): readonly WalletOption[] => {
    const given = found?.walletOptionsOf(entries()) ?? [];
    const ids = new Set(given.map(({ id }) => id));
    return [...given, ...announced.filter(({ id }) => !ids.has(id))];
  };

  const offer = (): void => {
    dispatch({
      type: 'wallets-found',
      wallets: options().map(({ id, name, icon, vmType }) => ({ id, name, icon, vmType })),
    });
  };

  /** Reconnects the last connected wallet. If this wallet does not answer, the payer can connect another wallet. */
  const reconnectLast = async ({ reconnectWallet }: typeof Discovery): Promise<void> => {
    const before = attempt;
    const known = await reconnectWallet(options, { signal, clock }).catch(() => null);
    if (known && attempt === before && !account) await useWallet(known).catch(() => undefined);
  };

  const discoverOnce = async (): Promise<void> => {
    try {
      await (looking ??= startDiscovery());
    } catch (error) {
      looking = undefined;
      if (!signal.aborted) dispatch({ type: 'connect-failed', problem: errorInfo(error) });
      throw error;
    }
  };

  const discover = async (): Promise<void> => {
    await discoverOnce();
    if (signal.aborted) return;
    if (account) dispatch({ type: 'connected', account });
    offer();
  };

  const connectWallet = async (pick: WalletChoice): Promise<Account> => {
    await discover();
    const { walletOptionsOf } = await discovery();
    const [given] = 'entry' in pick ? walletOptionsOf(pick.entry ? [pick.entry] : entries().slice(0, 1)) : [];
    const option = 'id' in pick ? options().find(({ id }) => id === pick.id) : given;
    if (!option) throw new HubPayError('wallet-not-found', 'There is no such wallet on this page.');
    const turn = ++attempt;
    stopWaiting();
    if (pendingConnect) pendingConnect.shown = option.id;
    dispatch({ type: 'connecting', wallet: option.id });
    try {
      const connected = await option.connect({ signal });
      // The payer has chosen another wallet in the meantime. Keep that choice.
      if (turn !== attempt) throw new HubPayError('wallet-rejected', 'Another wallet was asked meanwhile.');
      return await useWallet(connected);
    } catch (error) {
      if (turn === attempt && !signal.aborted) {
        const problem = errorInfo(error);
        dispatch({ type: 'connect-failed', problem });
        if (problem.code === 'wallet-busy') void waitForLateAnswer(option).catch(() => undefined);
      }
      throw error;
    }
  };

  return {
    get wallet() {
      return wallet;
    },
    get account() {
      return account;
    },
    discover,
    refresh() {
      if (!found || signal.aborted) return;
      offer();
      if (!account) restoring = reconnectLast(found);
    },
    connect(pick) {
      const wanted = 'id' in pick ? pick.id : pick.entry;
      if (pendingConnect && pendingConnect.wanted === wanted) {
        // If the payer closed and reopened the list, the list shows the pending wallet again.
        if (pendingConnect.shown !== undefined) dispatch({ type: 'connecting', wallet: pendingConnect.shown });
        return pendingConnect.answer;
      }
      const answer = connectWallet(pick).finally(() => {
        if (pendingConnect?.answer === answer) pendingConnect = undefined;
      });
      pendingConnect = { wanted, answer };
      return answer;
    },
    async settled() {
      const end = async (): Promise<void> => {
        await pendingConnect?.answer.catch(() => undefined);
        await discoverOnce().catch(() => undefined);
        await restoring;
      };
      await rejectOnAbort(end(), signal).catch(() => undefined);
    },
    async disconnect() {
      pendingConnect = undefined;
      const leaving = wallet;
      stopWaiting();
      clear();
      await leaving?.disconnect();
    },
  };
}
