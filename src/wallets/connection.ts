/** The payer's wallets: who is there, who is connected, and what they change while a payment is prepared. */
import type { Clock } from '../shared/clock.js';
import { errorInfo, HubPayError } from '../errors.js';
import type { Account } from '../types.js';
import type * as Discovery from './discover.js';
import type { Wallet, WalletEntry, ConnectionEvent, WalletOption } from './wallet.js';
import { accountOf } from './wallet.js';

/** One that was found, or one that the page gives. */
type WalletChoice = { id: string } | { entry: WalletEntry | undefined };

export interface WalletConnection {
  /** The connected wallet. */
  readonly wallet: Wallet | null;
  readonly account: Account | null;
  /** Looks for wallets and takes up the one of last time, without a prompt. */
  discover(): Promise<void>;
  /** Asks a wallet to connect. */
  connect(pick: WalletChoice): Promise<Account>;
  disconnect(): Promise<void>;
  /** The page gives other wallets now: they are offered where the payer chooses. */
  refresh(): void;
}

export type ConnectionOptions = {
  /** Loads wallet discovery: its own chunk, on first use. */
  discovery: () => Promise<typeof Discovery>;
  entries: () => readonly WalletEntry[];
  signal: AbortSignal;
  clock: Clock;
  dispatch: (event: ConnectionEvent) => void;
  emit: (type: string, detail: unknown) => void;
};

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
  /** A wallet that is being asked, or is about to be: a second press waits for the same answer. */
  let pendingConnect: { wanted: unknown; answer: Promise<Account>; shown?: string } | undefined;
  let looking: Promise<void> | undefined;
  let announced: readonly WalletOption[] = [];
  let found: typeof Discovery | undefined;
  let waiting = new AbortController();

  /** A request waits in this wallet already: what the payer answers there counts, unless they go elsewhere. */
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

  /** What the page gives comes first; it may change at any time. */
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

  /** The wallet of last time may take seconds to answer, or never do: who wants another one need not wait. */
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
      // The payer has asked another wallet since: this late answer must not take its place.
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
        // The list may have been left and opened again meanwhile: it shows who is being asked.
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
