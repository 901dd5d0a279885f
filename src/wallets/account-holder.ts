/**
 * Holds the accounts that one wallet shares with this page, and the account among them that the payer uses. Wallets
 * tell their accounts in the answer to the connect prompt, in events, and in answers to questions. All of these can
 * come late, in any order of the accounts, and can be empty for a while.
 */
import { HubPayError } from '../errors.js';
import { isAborted, pause, sleep, within, type Clock } from '../shared/time/clock.js';
import type { Wallet, WalletEvent } from './wallet.js';

/**
 * For this many milliseconds after the answer to the connect prompt, or after the wallet lost its connection, the
 * wallet's accounts can still be missing. Until then, only a report of another account takes the payer's account away.
 */
const LATE_MS = 5_000;

/** Pause between two questions to a wallet whose accounts are missing, in milliseconds. */
const ASK_MS = 250;

/** Longest wait for one answer while the accounts are missing, in milliseconds. */
const ANSWER_MS = 3_000;

export class AccountHolder {
  readonly #clock: Clock;
  readonly #signal: AbortSignal;
  readonly #changed: (address: string | null) => void;
  #wallet: Wallet | undefined;
  /** The payer's account, which stays until the wallet takes it away. */
  #address: string | null = null;
  /** The payer's account before the wallet shared none, which the payer uses again when the wallet shares it again. */
  #last: string | null = null;
  /** The last list of accounts that the wallet has told. */
  #told: readonly string[] = [];
  /** The answer to the connect prompt. */
  #answer: readonly string[] | undefined;
  #lateUntil = -Infinity;
  #isLooking = false;

  /**
   * @param signal an abort ends all questions to the wallet
   * @param changed called with each new account of the payer, and with null when the wallet shares none
   */
  constructor(clock: Clock, signal: AbortSignal, changed: (address: string | null) => void) {
    this.#clock = clock;
    this.#signal = signal;
    this.#changed = changed;
  }

  /** The payer's account, or null if the wallet shares no account. */
  get address(): string | null {
    return this.#address;
  }

  /** Takes what the wallet tells by itself, also before `start`. */
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
        // The wallet has lost its chains, and perhaps still shares its accounts.
        this.#lateUntil = Math.max(this.#lateUntil, this.#clock.now() + LATE_MS);
        void this.#look();
        return;
      default:
        // Any other event shows that the wallet is there.
        if (this.#address === null) void this.#look();
    }
  }

  /**
   * Chooses the payer's account: the first account of the answer to the connect prompt, else the first account that the
   * wallet shares. Waits for an account if the payer has just answered the prompt.
   * @throws HubPayError `wallet-locked` if the wallet shares no account; the error of `Wallet.addresses`
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
    // The wallet has reported other accounts while its prompt was open.
    if (this.#told.length > 0 && !this.#told.includes(address)) void this.#look();
    return address;
  }

  /**
   * Asks the wallet which accounts it shares now, and asks again if the payer's account is missing shortly after the
   * connection.
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

  /** Takes another account, if the wallet's last answer did not contain the payer's account. */
  follow(): void {
    if (this.#told.length > 0) this.#take(this.#told);
  }

  get #isLate(): boolean {
    return this.#clock.now() < this.#lateUntil;
  }

  /**
   * Takes the account from the list that the payer used last, or else its first one, unless the list contains the
   * present account.
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
   * Asks the wallet until it shares the payer's account or until the time for late accounts is over, after which its
   * answer counts.
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
