/** The payer's wallets: discovery, connection, and account changes while a payment is prepared. */
import type { Clock } from '../shared/clock.js';
import { errorInfo, HubPayError } from '../errors.js';
import type { Emit } from '../events.js';
import type { Account } from '../types.js';
import type * as Discovery from './discover.js';
import type { Wallet, WalletEntry, ConnectionEvent, WalletOption } from './wallet.js';
import { accountOf } from './wallet.js';

/** A discovered wallet, or one that the page provides. */
type WalletChoice = { id: string } | { entry: WalletEntry | undefined };

/** The payer's connection to one wallet. */
export interface WalletConnection {
  /** The connected wallet; null if there is none. */
  readonly wallet: Wallet | null;
  /** The wallet's active account; null if no wallet is connected. */
  readonly account: Account | null;
  /**
   * Discovers wallets and reconnects the last one, without a prompt.
   * @throws the error of the code's load
   */
  discover(): Promise<void>;
  /**
   * Prompts a wallet to connect. A second call for the same wallet waits for the same answer.
   * @throws HubPayError `wallet-not-found`, `wallet-rejected`, `wallet-busy`, `wallet-locked`
   */
  connect(pick: WalletChoice): Promise<Account>;
  /** Disconnects the wallet. It is not reconnected after a reload. */
  disconnect(): Promise<void>;
  /** The page provides other wallets now: updates the offered list. */
  refresh(): void;
}

/** What a connection needs. */
export type ConnectionOptions = {
  /** Loads wallet discovery on first use; it is a chunk of its own. */
  discovery: () => Promise<typeof Discovery>;
  /** The wallets that the page provides now. */
  entries: () => readonly WalletEntry[];
  /** Ends the connection's subscriptions. The wallet stays connected. */
  signal: AbortSignal;
  clock: Clock;
  /** Receives every change of the connection. */
  dispatch: (event: ConnectionEvent) => void;
  emit: Emit;
};

/** Creates a connection without a wallet. It prompts and reconnects only when it is called. */
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
  /** The pending connect request. A second press on the same wallet waits for the same answer. */
  let pendingConnect: { wanted: unknown; answer: Promise<Account>; shown?: string } | undefined;
  let looking: Promise<void> | undefined;
  let announced: readonly WalletOption[] = [];
  let found: typeof Discovery | undefined;
  let waiting = new AbortController();

  /**
   * This wallet has a pending request already: the payer's answer there counts, unless they choose another wallet or
   * none.
   */
  const waitForLateAnswer = async (option: WalletOption): Promise<void> => {
    waiting = new AbortController();
    const answered = await option.answered({ signal: AbortSignal.any([signal, waiting.signal]) });
    if (!wallet) await useWallet(answered);
  };
  const stopWaiting = (): void => {
    waiting.abort(new Error('another wallet, or none'));
  };

  const clear = (): void => {
    unsubscribe?.();
    unsubscribe = undefined;
    wallet = null;
    if (!account) return;
    const gone = account;
    account = null;
    dispatch({ type: 'disconnected' });
    emit('hub-disconnect', gone);
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
      if (event.type === 'accounts-changed' && event.addresses[0] !== undefined) setAccount(event.addresses[0]);
      else if (event.type !== 'chain-changed') clear();
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
    void reconnectLast(loaded);
  };

  /** The page's wallets come first; the page may change them at any time. */
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

  /**
   * The last wallet may take seconds to reconnect, or never answer: the payer can connect another one in the meantime.
   */
  const reconnectLast = async ({ reconnectWallet }: typeof Discovery): Promise<void> => {
    const before = attempt;
    const known = await reconnectWallet(options, { signal, clock }).catch(() => null);
    if (known && attempt === before && !wallet) await useWallet(known).catch(() => undefined);
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
      // The payer chose another wallet since: this answer must not replace it.
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
      if (!wallet) void reconnectLast(found);
    },
    connect(pick) {
      const wanted = 'id' in pick ? pick.id : pick.entry;
      if (pendingConnect && pendingConnect.wanted === wanted) {
        // The list may have been closed and reopened: show the pending wallet again.
        if (pendingConnect.shown !== undefined) dispatch({ type: 'connecting', wallet: pendingConnect.shown });
        return pendingConnect.answer;
      }
      const answer = connectWallet(pick).finally(() => {
        if (pendingConnect?.answer === answer) pendingConnect = undefined;
      });
      pendingConnect = { wanted, answer };
      return answer;
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
