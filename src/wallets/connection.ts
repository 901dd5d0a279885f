/** Finds and connects the payer's wallets: at most one of each chain family. */
import { DEFAULT_FAMILY } from '../shared/chain.js';
import { expiryOf } from '../shared/wallet-code.js';
import { rejectOnAbort } from '../shared/time/clock.js';
import { errorInfo, HubPayError } from '../errors.js';
import type { Account } from '../types.js';
import { createFamilyConnection, type FamilyConnection, type FamilyConnectionOptions } from './family-connection.js';
import { lastFirst, readLast } from './last-used.js';
import type { Wallet, WalletDiscoveries, WalletEntry, WalletFamily, WalletOption } from './wallet.js';

/**
 * The wallet to connect: the id of an offered wallet, or an entry of the page's `wallets`. If `entry` is undefined, it
 * means the page's first wallet.
 */
type WalletChoice = { id: string } | { entry: WalletEntry | undefined };

/** The payer's connections: at most one wallet of each chain family. */
export interface WalletConnection {
  /** The connected wallets. A locked wallet stays connected, but has no account. */
  readonly wallets: readonly Wallet[];
  /** The payer's account in each connected wallet. */
  readonly accounts: readonly Account[];
  /** Returns the connected wallet of the family, or null if no wallet of this family is connected. */
  walletOf(family: string): Wallet | null;
  /**
   * Discovers wallets, and starts to reconnect the last connected wallet of each offered family without a prompt.
   * @throws the load error if the code of a family could not be loaded
   */
  discover(): Promise<void>;
  /**
   * Returns the connected wallet of the family. If there is none, discovers the family's wallets, and tries to
   * reconnect the last one without a prompt. Returns null if this attempt ends without a connected wallet.
   * @param again true to start a new attempt even after an earlier one
   */
  reconnected(family: WalletFamily, again?: boolean): Promise<Wallet | null>;
  /**
   * Switches to another account of the family's wallet if its last list of accounts lacks the payer's account. Call
   * this only after the screen has informed the payer that the account will change.
   */
  followAccount(family: string): void;
  /**
   * Discovers the wallets of these families, and offers only them from now on. Until the first call, only EVM wallets
   * are offered.
   */
  offerFamilies(families: readonly WalletFamily[]): void;
  /**
   * Prompts a wallet to connect. The wallet then replaces the connected wallet of the same family. While a call is
   * pending, a second call with the same id or entry waits for the first answer. It opens a second prompt only if the
   * code of the first one has run out.
   * @throws HubPayError `wallet-not-found`, `wallet-rejected`, `wallet-busy`, `wallet-locked`, `wallet-failed`; for a
   *   wallet on another device also `wallet-unable` and `config`; `service-down` if code or the list of chains could
   *   not be loaded; after an abort, the signal's reason
   */
  connect(pick: WalletChoice): Promise<Account>;
  /**
   * Resolves when the pending connect request and the attempts to reconnect the last wallets have ended, or after an
   * abort.
   */
  settled(): Promise<void>;
  /**
   * Disconnects the wallet of the family or, without `family`, all wallets. The page does not reconnect them after a
   * reload.
   */
  disconnect(family?: string): Promise<void>;
  /**
   * Updates the offered wallets. Call this after the page has changed its `wallets` property. In each family without an
   * account, also tries again to reconnect the last wallet. Does nothing before wallets were offered.
   */
  refresh(): void;
  /** Checks the connections to wallets on other devices, for example after this device has slept. */
  wake(): void;
}

/** The parameters of a connection. */
export type ConnectionOptions = Omit<FamilyConnectionOptions, 'discovery'> & {
  /**
   * The functions that load the wallet discovery of each family. An entry of the page belongs to the first family that
   * recognizes it.
   */
  discovery: WalletDiscoveries;
};

/**
 * A connect request. `shown` is the id of its wallet, once the screen shows it. `code` is undefined until the wallet
 * has shown a code.
 */
type Pending = { wanted: unknown; answer: Promise<Account>; shown?: string; code?: string | null; stalled?: true };

/**
 * How long a wallet may take to answer, in milliseconds, before the screen says what the payer can do. An extension
 * that was updated or has crashed never answers.
 */
const STALLED_MS = 20_000;

/** Creates a connection that has no wallet yet. */
export function createConnection({ discovery, ...common }: ConnectionOptions): WalletConnection {
  const { entries, signal, clock, dispatch } = common;
  const names = Object.keys(discovery) as WalletFamily[];
  const families: Readonly<Partial<Record<WalletFamily, FamilyConnection>>> = Object.fromEntries(
    Object.entries(discovery).map(([family, load]) => [
      family,
      createFamilyConnection(family as WalletFamily, { ...common, discovery: load }, () => {
        offer();
      }),
    ]),
  );
  const all = Object.values(families);
  const accounts = (): Account[] => all.flatMap(({ account }) => account ?? []);
  let offered: readonly WalletFamily[] = [DEFAULT_FAMILY];
  let isOffered = false;
  /** The pending connect request. A second press on the same wallet waits for the same answer. */
  let pending: Pending | undefined;

  /**
   * Returns the wallets to offer, those that the payer connected last first. If two wallets have the same id, such
   * as wallets of two families, the second one gets its family's name as a suffix.
   */
  const options = (): WalletOption[] => {
    const ids = new Set<string>();
    const listed = offered.flatMap((family) => {
      const last = readLast(family);
      return (families[family]?.options() ?? []).map((option) => {
        const id = ids.has(option.id) ? `${option.id} (${family.toUpperCase()})` : option.id;
        ids.add(id);
        // The stored id is the wallet's own, without the suffix.
        return { option: { ...option, id }, isLast: option.id === last };
      });
    });
    return lastFirst(listed, ({ isLast }) => isLast).map(({ option }) => option);
  };

  /** Whether the pending request has shown a code that no wallet accepts any more, so that a press needs a new one. */
  const hasRunOut = (code: string | null | undefined): boolean =>
    code === null || (code !== undefined && (expiryOf(code) ?? Infinity) <= clock.now());

  const offer = (): void => {
    isOffered = true;
    dispatch({
      type: 'wallets-found',
      wallets: options().map(({ id, name, icon, vmType, isTwin, appLink }) => ({
        id,
        name,
        icon,
        vmType,
        ...(isTwin && { isTwin }),
        ...(appLink !== undefined && { appLink }),
      })),
    });
  };

  const find = async (family: WalletFamily): Promise<FamilyConnection | undefined> => {
    try {
      await families[family]?.discover();
    } catch (error) {
      if (!signal.aborted) dispatch({ type: 'connect-failed', problem: errorInfo(error) });
      throw error;
    }
    return families[family];
  };

  const reconnect = async (family: WalletFamily, again = false): Promise<void> => (await find(family))?.restored(again);

  const discover = async (): Promise<void> => {
    await Promise.all(offered.map(find));
    if (signal.aborted) return;
    for (const account of accounts()) dispatch({ type: 'connected', account });
    offer();
    if (accounts().length > 0) return;
    for (const option of options()) {
      const error = option.interruption?.();
      if (error) dispatch({ type: 'connect-failed', problem: errorInfo(error) });
    }
  };

  /**
   * Finds the option for an entry of the page's `wallets`. The code of other families loads only if the entry is not an
   * EVM wallet.
   */
  const optionOf = async (entry = entries()[0]): Promise<WalletOption | undefined> => {
    if (!entry) return undefined;
    for (const family of names) {
      const option = (await find(family))?.optionOf(entry);
      if (option) return option;
    }
    return undefined;
  };

  const connectWallet = async (pick: WalletChoice): Promise<Account> => {
    const listed = (): WalletOption | undefined =>
      'id' in pick ? options().find(({ id }) => id === pick.id) : undefined;
    await discover().catch((error: unknown) => {
      // If the list contains the wallet, the code of another family is not needed.
      if (!listed()) throw error;
    });
    const option = 'id' in pick ? listed() : await optionOf(pick.entry);
    const family = option && families[option.vmType];
    if (!family)
      throw new HubPayError(
        'wallet-not-found',
        'Pass an EIP-1193 provider, a wagmi connector or a wallet of the Wallet Standard.',
      );
    const own = pending;
    if (own) own.shown = option.id;
    dispatch({ type: 'connecting', wallet: option.id });
    const onCode = (code: string | null): void => {
      if (!own || own !== pending || signal.aborted) return;
      own.code = code;
      delete own.stalled;
      dispatch({ type: 'connecting', wallet: option.id, code });
    };
    const timer = clock.setTimeout(() => {
      if (!own || own !== pending || signal.aborted || own.code !== undefined) return;
      own.stalled = true;
      dispatch({ type: 'connecting', wallet: option.id, stalled: true });
    }, STALLED_MS);
    try {
      return await family.connect(option, onCode);
    } catch (error) {
      // If the payer has chosen another wallet in the meantime, the screen shows the request to that wallet. If the
      // code has run out, a library reports an error, but the screen already offers a new code.
      const isOver = own?.code != null && hasRunOut(own.code);
      if (own === pending && !signal.aborted && !isOver)
        dispatch({ type: 'connect-failed', problem: errorInfo(error) });
      throw error;
    } finally {
      clock.clearTimeout(timer);
    }
  };

  return {
    get wallets() {
      return all.flatMap(({ wallet }) => wallet ?? []);
    },
    get accounts() {
      return accounts();
    },
    walletOf: (family) => all.find(({ wallet }) => wallet?.vmType === family)?.wallet ?? null,
    discover,
    async reconnected(family, again) {
      const each = families[family];
      if (!each?.wallet) await rejectOnAbort(reconnect(family, again), signal).catch(() => undefined);
      return each?.wallet ?? null;
    },
    followAccount(family) {
      all.find(({ wallet }) => wallet?.vmType === family)?.follow();
    },
    offerFamilies(wanted) {
      if (String(wanted) === String(offered)) return;
      offered = wanted;
      offer();
      for (const family of wanted) find(family).catch(() => undefined);
    },
    refresh() {
      if (!isOffered || signal.aborted) return;
      offer();
      for (const each of all) each.refresh();
    },
    wake() {
      for (const option of options()) option.wake?.();
    },
    connect(pick) {
      const wanted = 'id' in pick ? pick.id : pick.entry;
      if (pending && pending.wanted === wanted && !hasRunOut(pending.code)) {
        // The payer may have closed and reopened the wallet list, which must show the pending request again.
        const { shown, code = null, stalled = false } = pending;
        if (shown !== undefined) dispatch({ type: 'connecting', wallet: shown, code, stalled });
        return pending.answer;
      }
      const answer = connectWallet(pick).finally(() => {
        if (pending?.answer === answer) pending = undefined;
      });
      pending = { wanted, answer };
      return answer;
    },
    async settled() {
      const end = async (): Promise<void> => {
        await pending?.answer.catch(() => undefined);
        await Promise.allSettled(offered.map((family) => reconnect(family)));
      };
      await rejectOnAbort(end(), signal).catch(() => undefined);
    },
    async disconnect(family) {
      pending = undefined;
      const leaving = Object.entries(families).filter(([name]) => name === (family ?? name));
      await Promise.all(leaving.map(([, each]) => each.disconnect()));
    },
  };
}
