/**
 * Holds the accounts that one wallet shares with this page, and the one of them that the payer uses. A wallet reports
 * its accounts in the answer to the connect prompt, in events, and in answers to later questions. Each report can be
 * late or empty for a while, and can list the accounts in any order.
 */
import { HubPayError } from '../errors.js';
import { isAborted, pause, sleep, within, type Clock } from '../shared/time/clock.js';
import type { Wallet, WalletEvent } from './wallet.js';

/**
 * For this many milliseconds after the answer to the connect prompt, or after the event `disconnected`, the wallet's
 * accounts can be missing. During this time, a report of other accounts replaces the payer's account, but a report
 * without accounts does not remove it.
 */
const LATE_MS = 5_000;

/** Pause between two requests to a wallet whose accounts are missing, in milliseconds. */
const ASK_MS = 250;

/** Longest wait for one answer in `#ask`, in milliseconds. `read` and the first request of `start` have no limit. */
const ANSWER_MS = 3_000;

export class AccountHolder {
  readonly #clock: Clock;
  readonly #signal: AbortSignal;
  readonly #changed: (address: string | null) => void;
  #wallet: Wallet | undefined;
  #address: string | null = null;
  /** The last account before the wallet shared none. The payer uses it again if the wallet shares it again. */
  #last: string | null = null;
  /** The last list of accounts from an event `accounts-changed` or from `read`; empty before both. */
  #told: readonly string[] = [];
  /** The accounts in the answer to the connect prompt; undefined before the answer. */
  #answer: readonly string[] | undefined;
  #lateUntil = -Infinity;
  #isLooking = false;

  /**
   * @param signal an abort ends the repeated requests to the wallet
   * @param changed called when the payer's account changes after `start`; null means that the wallet shares none
   */
  constructor(clock: Clock, signal: AbortSignal, changed: (address: string | null) => void) {
    this.#clock = clock;
    this.#signal = signal;
    this.#changed = changed;
  }

  /**
   * The payer's account. Null before `start`, and from an event that says that the wallet shares none until it shares
   * one again. An empty answer to `read` does not remove the account.
   */
  get address(): string | null {
    return this.#address;
  }

  /** Processes an event of the wallet, which can also come before `start`. */
  report(event: WalletEvent): void {
    switch (event.type) {
      case 'connect-answered':
        this.#answer = event.addresses;
        this.#lateUntil = this.#clock.now() + LATE_MS;
        return;
      case 'accounts-changed':
        this.#told = event.addresses;
        if (event.addresses.length > 0) this.#take(event.addresses);
        else if (this.#isLate) void this.#look();
        else this.#drop();
        return;
      case 'disconnected':
        // The wallet lost its connection to its chains, but it may still share its accounts.
        this.#lateUntil = Math.max(this.#lateUntil, this.#clock.now() + LATE_MS);
        void this.#look();
        return;
      default:
        // Any other event shows that the wallet responds, so ask it for its accounts if they are missing.
        if (this.#address === null) void this.#look();
    }
  }

  /**
   * Chooses the payer's account: the first one in the answer to the connect prompt, or else the first one that the
   * wallet shares. If the payer has just answered the prompt, waits for an account.
   * @throws HubPayError `wallet-locked` if the wallet shares no account; the error of `Wallet.addresses`; the signal's
   *   reason, if it is aborted during the wait
   */
  async start(wallet: Wallet): Promise<string> {
    let list = this.#answer ?? (this.#told.length > 0 ? this.#told : await wallet.addresses());
    while (list.length === 0) {
      if (!this.#isLate) throw new HubPayError('wallet-locked', 'The wallet shows no account to this page.');
      await pause(ASK_MS, this.#clock, this.#signal);
      list = this.#told.length > 0 ? this.#told : ((await this.#ask(wallet)) ?? []);
    }
    const [address = ''] = list;
    this.#wallet = wallet;
    this.#address = address;
    // The wallet reported other accounts while its prompt was open.
    if (this.#told.length > 0 && !this.#told.includes(address)) void this.#look();
    return address;
  }

  /**
   * Returns the accounts that the wallet shares now, or an empty list before `start`. If the payer's account is missing
   * while accounts can still be late, asks again.
   * @throws the error of `Wallet.addresses`
   */
  async read(): Promise<readonly string[]> {
    const wallet = this.#wallet;
    if (!wallet) return [];
    for (;;) {
      const list = await wallet.addresses();
      if (this.#address === null && list.length > 0) this.#take(list);
      const isThere = this.#address === null || list.includes(this.#address);
      if (isThere || !this.#isLate || isAborted(this.#signal)) {
        this.#told = list;
        return list;
      }
      await sleep(ASK_MS, this.#clock, this.#signal);
    }
  }

  /**
   * Switches to another account if the wallet's last list of accounts lacks the payer's account. Does nothing if this
   * list is empty.
   */
  follow(): void {
    if (this.#told.length > 0) this.#take(this.#told);
  }

  get #isLate(): boolean {
    return this.#clock.now() < this.#lateUntil;
  }

  /**
   * Switches to another account, unless the list contains the payer's account. After a time without any account,
   * prefers the one that the payer used last. Otherwise takes the first account of the list.
   */
  #take(list: readonly string[]): void {
    const [first = null] = list;
    if (!this.#wallet || (this.#address !== null && list.includes(this.#address))) return;
    const last = this.#address === null ? this.#last : null;
    this.#address = last !== null && list.includes(last) ? last : first;
    this.#changed(this.#address);
  }

  #drop(): void {
    if (this.#address === null) return;
    this.#last = this.#address;
    this.#address = null;
    this.#changed(null);
  }

  /**
   * Asks the wallet until it shares the payer's account, or until the time for late accounts is over. Then the last
   * answer decides: another account replaces the payer's account. If the wallet shares none or does not answer, the
   * payer has no account any more.
   */
  async #look(): Promise<void> {
    const wallet = this.#wallet;
    if (!wallet || this.#isLooking) return;
    this.#isLooking = true;
    for (;;) {
      const list = await this.#ask(wallet);
      if (isAborted(this.#signal)) return;
      const isThere = this.#address !== null && list?.includes(this.#address);
      if (isThere || !this.#isLate) {
        if (list && list.length > 0) this.#take(list);
        else this.#drop();
        this.#isLooking = false;
        return;
      }
      if (this.#address === null && list && list.length > 0) this.#take(list);
      await sleep(ASK_MS, this.#clock, this.#signal);
    }
  }

  #ask(wallet: Wallet): Promise<readonly string[] | null> {
    return within(ANSWER_MS, this.#clock, this.#signal, () => wallet.addresses());
  }
}
