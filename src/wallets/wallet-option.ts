/** Creates the options of the wallet list, and reconnects the last connected wallet of a chain family. */
import type { ReadableAtom } from 'nanostores';
import { platformClock, rejectOnAbort, within } from '../shared/time/clock.js';
import { onAbort } from '../shared/time/on-abort.js';
import { readLast, writeLast } from './last-used.js';
import type { ConnectOptions, ReconnectOptions, Wallet, WalletFamily, WalletInfo, WalletOption } from './wallet.js';

/**
 * The functions with which a chain family connects a wallet. `H` is the type of the wallet's own object, such as an
 * EIP-1193 provider.
 */
export type WalletSource<H> = {
  handle(): Promise<H>;
  /**
   * Turns the wallet's own object into a `Wallet`. The method `disconnect` of this `Wallet` calls the parameter
   * `disconnect`.
   */
  wrap(handle: H, disconnect: () => Promise<void>): Wallet;
  /**
   * Opens the wallet's connect prompt. Resolves with the accounts of the answer, the payer's choice first. The list is
   * empty if the answer names no account. Calls `onCode` for each code that the wallet shows. After an abort of the
   * signal, the caller no longer waits for the answer.
   */
  connect(handle: H, onCode: (code: string | null) => void, signal: AbortSignal): Promise<readonly string[]>;
  disconnect(handle: H): Promise<void>;
  /** Resolves with the accounts that the wallet already shares with this page, without a prompt. */
  shared(handle: H): Promise<readonly string[]>;
};

/** Creates the option for one wallet. The option connects the wallet with the functions in `source`. */
export function optionOf<H>(info: WalletInfo, source: WalletSource<H>): WalletOption {
  const { id, vmType } = info;
  const walletOf = (handle: H): Wallet =>
    source.wrap(handle, async () => {
      writeLast(vmType, null);
      await source.disconnect(handle);
    });
  return {
    ...info,
    async connect(o) {
      const { signal, listen, onCode = ignored } = o;
      const handle = await rejectOnAbort(source.handle(), signal);
      const wallet = walletOf(handle);
      follow(wallet, o);
      // The page cannot cancel a request to a wallet, so after an abort it ignores the wallet's answer.
      const addresses = await rejectOnAbort(source.connect(handle, onCode, signal), signal);
      listen?.({ type: 'connect-answered', addresses });
      writeLast(vmType, id);
      return wallet;
    },
    async answered(o) {
      const wallet = walletOf(await rejectOnAbort(source.handle(), o.signal));
      follow(wallet, o);
      let stop = (): void => undefined;
      const shown = new Promise<void>((resolve) => {
        stop = wallet.subscribe((event) => {
          if (event.type === 'accounts-changed' && event.addresses.length > 0) resolve();
        });
      });
      await rejectOnAbort(shown, o.signal).finally(() => stop());
      writeLast(vmType, id);
      return wallet;
    },
    async reconnect(o) {
      const handle = await source.handle();
      const wallet = walletOf(handle);
      if (o) follow(wallet, o);
      const addresses = await source.shared(handle);
      o?.listen?.({ type: 'accounts-changed', addresses });
      return addresses.length > 0 ? wallet : null;
    },
  };
}

const ignored = (): void => undefined;

/**
 * The maximum number of announced or registered wallets of a family. Without this limit, a script that announces
 * thousands could freeze the page.
 */
export const MOST_WALLETS = 100;

/**
 * The maximum number of wallets with the same `rdns` or name. A faulty wallet can announce itself with a new provider
 * at each request.
 */
export const MOST_TWINS = 5;

/** Passes the wallet's events to `listen` until the signal is aborted. */
function follow(wallet: Wallet, { signal, listen }: ConnectOptions): void {
  if (listen && !signal.aborted) onAbort(signal, wallet.subscribe(listen));
}

/**
 * Returns the description of a wallet, with a plain, short name and a checked icon. Any script of the page can write
 * the name and the icon.
 */
export function infoOf(id: string, name: string, icon: unknown, vmType: WalletFamily): WalletInfo {
  const picture = typeof icon === 'string' && icon.length <= MAX_ICON_LENGTH ? icon.trim() : '';
  return { id, name: plain(name), icon: /^data:image\//i.test(picture) ? picture : null, vmType };
}

/**
 * Reconnects the chain family's last connected wallet without a prompt. Returns null if no wallet was connected before,
 * if the wallet shares no account, or if several wallets have its `rdns` or name. Also returns null after an error or
 * an abort, or if the wallet does not announce itself and answer within three seconds.
 * @param announced the wallets that announced themselves; some wallets announce themselves late
 * @param options returns the wallets that can be connected now; called again at each announcement of a wallet
 */
export async function reconnect(
  family: WalletFamily,
  announced: ReadableAtom<unknown>,
  options: () => readonly WalletOption[],
  o: ReconnectOptions,
): Promise<Wallet | null> {
  const last = readLast(family);
  if (last === null || o.signal.aborted) return null;
  let stop = (): void => undefined;
  const appearance = new Promise<WalletOption>((resolve) => {
    stop = announced.subscribe(() => {
      const option = options().find(({ id }) => id === last);
      // One of two wallets with the same `rdns` or name may be false, so the payer must choose again.
      if (option && !option.isTwin) resolve(option);
    });
  });
  const connect = async (): Promise<Wallet | null> => {
    const option = await appearance;
    const wallet = await option.reconnect(o);
    if (!wallet) o.locked?.(option);
    return wallet;
  };
  return within(RECONNECT_MS, o.clock ?? platformClock, o.signal, connect).finally(stop);
}

const RECONNECT_MS = 3_000;
const MAX_ICON_LENGTH = 64 * 1024;

/**
 * Returns at most 64 characters of the name. Removes control and format characters, which could reverse or hide other
 * text.
 */
const plain = (name: string): string =>
  name
    .normalize('NFC')
    .replace(/[\p{Cc}\p{Cf}]/gu, '')
    .trim()
    .slice(0, 64);
