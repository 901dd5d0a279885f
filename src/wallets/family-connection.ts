/** Finds and connects the payer's wallets of one chain family, and follows account changes. */
import { isAborted, type Clock } from '../shared/time/clock.js';
import { childController } from '../shared/time/on-abort.js';
import { HubPayError } from '../errors.js';
import type { Emit } from '../events.js';
import type { Account } from '../types.js';
import { AccountHolder } from './account-holder.js';
import type {
  ConnectionEvent,
  ConnectOptions,
  RemoteSettings,
  Wallet,
  WalletDiscovery,
  WalletEntry,
  WalletFamily,
  WalletOption,
} from './wallet.js';
import { accountOf, REMOTE_WALLET } from './wallet.js';

/** The payer's connection to one wallet of a chain family. */
export interface FamilyConnection {
  /** The connected wallet, or null if there is none. A locked wallet stays connected without an account. */
  readonly wallet: Wallet | null;
  /** The payer's account, or null if no wallet is connected, or if the wallet shares no account. */
  readonly account: Account | null;
  /**
   * Loads wallet discovery, and starts to reconnect the last connected wallet. A later call does this again only after
   * a failed load.
   * @throws the error of the failed load
   */
  discover(): Promise<void>;
  /**
   * Resolves when the attempt to reconnect the last connected wallet has ended.
   * @param again true to start another attempt, if no account is connected
   */
  restored(again?: boolean): Promise<void>;
  /** Returns the wallets to offer, those of the page first. The list is empty until `discover` has resolved. */
  options(): readonly WalletOption[];
  /**
   * Returns the option for an entry of the page. Returns undefined if the entry is no wallet of this family, or before
   * `discover` has resolved.
   */
  optionOf(entry: WalletEntry): WalletOption | undefined;
  /**
   * Prompts the wallet to connect.
   * @param onCode gets each code that the wallet wants to show; see `PromptOptions`
   * @throws HubPayError `wallet-rejected` if the payer declines or chooses another wallet; otherwise the errors of
   *   `WalletOption.connect`, or `wallet-locked` if the wallet shares no account; after an abort, the signal's reason
   */
  connect(option: WalletOption, onCode: (code: string | null) => void): Promise<Account>;
  /** Switches to another account if the wallet's last list of accounts lacks the payer's account. */
  follow(): void;
  /**
   * Tries again to reconnect the last connected wallet, if no account is connected. Call this after the page has
   * changed its wallets.
   */
  refresh(): void;
  /** Disconnects the wallet. The page does not reconnect it after a reload. */
  disconnect(): Promise<void>;
}

/** The parameters of the connection of a family. */
export type FamilyConnectionOptions = {
  /** Loads wallet discovery on first use. */
  discovery: () => Promise<WalletDiscovery>;
  /** The wallets that the page currently provides. */
  entries: () => readonly WalletEntry[];
  /** Returns what a wallet on another device needs; null if the page offers none. */
  remote?: () => RemoteSettings | null;
  /** An abort ends the connection's subscriptions. The wallet itself stays connected. */
  signal: AbortSignal;
  clock: Clock;
  /** Receives every change of the connection. */
  dispatch: (event: ConnectionEvent) => void;
  emit: Emit;
};

/** Everything that belongs to one wallet, from before the first request to it until the connection ends. */
type Link = Required<ConnectOptions> & { holder: AccountHolder; end: () => void };

/**
 * Creates a connection that has no wallet yet.
 * @param offer called when the wallets to offer have changed
 */
export function createFamilyConnection(
  family: WalletFamily,
  { discovery, entries, remote, signal, clock, dispatch, emit }: FamilyConnectionOptions,
  offer: () => void,
): FamilyConnection {
  let wallet: Wallet | null = null;
  let account: Account | null = null;
  /** The link to the connected wallet. */
  let linked: Link | undefined;
  let attempt = 0;
  let looking: Promise<void> | undefined;
  let restoring: Promise<void> | undefined;
  let announced: readonly WalletOption[] = [];
  let found: WalletDiscovery | undefined;
  let waiting: Link | undefined;
  /** Aborts the connect request whose code the payer has seen; undefined if there is none. */
  let takeBackCode: (() => void) | undefined;

  /** Opens a link before the first request to a wallet, so that no event of the wallet is missed. */
  const openLink = (): Link => {
    const end = childController(signal);
    const holder = new AccountHolder(clock, end.signal, (address) => {
      if (linked !== link) return;
      if (address === null) dropAccount();
      else setAccount(address);
    });
    const link: Link = {
      holder,
      signal: end.signal,
      listen(event) {
        if (event.type === 'late-answer') {
          if (event.refused && linked === link && wallet)
            dispatch({ type: 'answered-late', wallet: wallet.id, ...event.refused });
          dispatch({ type: 'woken' });
        }
        if (event.type !== 'gone') holder.report(event);
        else if (linked === link) clear();
      },
      end() {
        end.abort(new Error('another wallet, or none'));
      },
    };
    return link;
  };

  /**
   * Waits until the wallet shares an account, for example because the payer unlocks it or answers an earlier prompt.
   * Ends when the payer chooses another wallet or disconnects.
   */
  const waitForLateAnswer = async (option: WalletOption): Promise<void> => {
    stopWaiting();
    const link = (waiting = openLink());
    const answered = await option.answered(link);
    if (!account) await useWallet(answered, link);
    else link.end();
  };
  const stopWaiting = (): void => {
    if (waiting !== linked) waiting?.end();
    waiting = undefined;
  };

  /**
   * Removes the account, and reports this to the screen and the page. A locked wallet stays connected, and its account
   * returns when the wallet shares it again.
   */
  const dropAccount = (): void => {
    if (!account) return;
    const gone = account;
    account = null;
    dispatch({ type: 'disconnected', vmType: family });
    emit('hub-disconnect', gone);
  };

  const clear = (): void => {
    linked?.end();
    linked = undefined;
    wallet = null;
    dropAccount();
  };

  const setAccount = (address: string): Account | null => {
    if (!wallet) return null;
    // Offer the wallets anew, because the name and the app of a wallet on another device are known only now.
    if (wallet.id === REMOTE_WALLET) offer();
    if (account?.address === address && account.wallet === wallet.id) return account;
    account = Object.freeze(accountOf(wallet, address));
    dispatch({ type: 'connected', account });
    emit('hub-connect', account);
    return account;
  };

  /** @param isCurrent returns false if the payer has chosen another wallet in the meantime */
  const useWallet = async (connected: Wallet, link: Link, isCurrent = () => true): Promise<Account> => {
    const address = await link.holder.start(connected);
    if (signal.aborted) throw signal.reason as Error;
    if (!isCurrent()) throw new HubPayError('wallet-rejected', 'The payer chose another wallet.');
    if (linked !== link) linked?.end();
    linked = link;
    // All code of a payment reads the accounts from the holder, so that it uses the same account everywhere.
    wallet = { ...connected, addresses: () => link.holder.read() };
    const chosen = link.holder.address ?? address;
    return setAccount(chosen) ?? accountOf(connected, chosen);
  };

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
    const owns = given.flatMap(({ own }) => own ?? []);
    const settings = remote?.() ?? null;
    const far = settings && found?.remoteOption?.(settings);
    const others = [...announced, ...(far ? [far] : [])];
    return [...given, ...others.filter(({ id, own }) => !ids.has(id) && !(own && owns.includes(own)))];
  };

  /**
   * Tries to reconnect the last connected wallet. If the payer connects another wallet in the meantime, only that one
   * counts.
   */
  const reconnectLast = async (loaded: WalletDiscovery): Promise<void> => {
    const before = attempt;
    const link = openLink();
    const isFree = (): boolean => attempt === before && !account;
    const locked = (option: WalletOption): void => {
      if (isFree()) void waitForLateAnswer(option).catch(() => undefined);
    };
    const known = await loaded.reconnectWallet(options, { ...link, clock, locked }).catch(() => null);
    if (known && isFree()) await useWallet(known, link, isFree).catch(() => undefined);
    if (linked !== link) link.end();
  };

  const refresh = (): void => {
    if (found && !account) restoring = reconnectLast(found);
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
    async restored(again = false) {
      if (again) refresh();
      await restoring;
    },
    options,
    optionOf: (entry) => found?.walletOptionsOf([entry])[0],
    async connect(option, onCode) {
      const turn = ++attempt;
      // If the payer has chosen another wallet in the meantime, only the later choice counts.
      const isCurrent = (): boolean => turn === attempt;
      stopWaiting();
      takeBackCode?.();
      const link = openLink();
      const showCode = (code: string | null): void => {
        if (!isCurrent() || isAborted(link.signal)) return;
        takeBackCode = link.end;
        onCode(code);
      };
      try {
        const connected = await option.connect({ ...link, onCode: showCode });
        if (!isCurrent()) throw new HubPayError('wallet-rejected', 'The payer chose another wallet.');
        return await useWallet(connected, link, isCurrent);
      } catch (error) {
        link.end();
        // The relay has refused the page, so remove the relay's row from the list.
        if (error instanceof HubPayError && error.code === 'config') offer();
        const isBusy = error instanceof HubPayError && error.code === 'wallet-busy';
        if (isBusy && isCurrent() && !signal.aborted) void waitForLateAnswer(option).catch(() => undefined);
        throw error;
      } finally {
        if (takeBackCode === link.end) takeBackCode = undefined;
      }
    },
    follow() {
      linked?.holder.follow();
    },
    refresh,
    async disconnect() {
      const leaving = wallet;
      stopWaiting();
      takeBackCode?.();
      clear();
      await leaving?.disconnect();
    },
  };
}
