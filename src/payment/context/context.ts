/** What the parts of a running session share: who to ask, what is known, and where to say what was found out. */
import type { HubClient } from '../../api/client.js';
import type { ChainRecord } from '../../types.js';
import type { Platform, Locks } from '../../shared/platform.js';
import type { SessionOptions } from '../model/options.js';
import type { Journal } from '../journal/entry.js';
import type { PaymentEvent, PaymentState } from '../model/state.js';
import type { Wallet } from '../../wallets/wallet.js';

export interface PaymentContext {
  readonly options: SessionOptions;
  readonly deps: Platform;
  readonly client: HubClient;
  readonly journal: Journal;
  readonly locks: Locks;
  /** The journal's key and the name of the lock that only one tab may ask a wallet under. */
  readonly key: string;
  /** Aborted when the session is destroyed. */
  readonly signal: AbortSignal;
  state(): PaymentState;
  dispatch(event: PaymentEvent): void;
  emit(type: string, detail: unknown): void;
  /** The chain as it is pinned, once known. */
  chain(chainId: number): ChainRecord | undefined;
  /** The payer's wallet of this id, where it shows this page an account: no prompt opens. */
  wallet(id: string): Promise<Wallet | null>;
  /** The wallets that were asked for calls together and did not do it: they are asked for one after the other. */
  readonly walletsWithoutBatching: WeakSet<Wallet['provider']>;
  /** Loads the listing if it is not there; resolves also where it cannot be loaded. */
  chainsKnown(): Promise<void>;
  /** Resolves once the state is such, or the session has ended. */
  until(reached: (state: PaymentState) => boolean): Promise<void>;
  visible(): boolean;
  /** Registers what to do when the page comes back. */
  onWake(wake: () => void): void;
}
