/** The form of an odd wallet of the zoo. Each stands for a behaviour that real wallets have shown. */
import type { AddressLookupTableAccount, VersionedTransaction } from '@solana/web3.js';
import type { Clock } from '../../../src/shared/time/clock.js';
import type { FakeEvmWallet } from '../fake-evm-wallet.js';
import type { FakeSvmOptions, FakeSvmWallet } from '../fake-svm-wallet.js';
import type { Asked } from '../world.js';
import type { End } from './ends.js';

type Described = {
  /** Also in the title of its test, and a choice of the story. The EVM wallet of the virtual world is called `One`. */
  name: string;
  /** The real behaviour, in one line. */
  of: string;
  /** How a payment with the wallet ends, if the payer approves whatever the wallet shows. */
  ends: End;
};

export type EvmAnimal = Described & {
  family: 'evm';
  /** What the payer pays with. Default: the native currency, which needs one prompt. */
  pays?: 'USDC';
  /** Gives the wallet its behaviour, before the page opens. */
  setUp?: (habitat: Habitat) => void;
  /** Happens in the review, before the press. */
  inReview?: (habitat: Habitat) => void;
};

/** A wallet that signs transactions of an SVM chain. */
export type SvmAnimal = Described & {
  family: 'svm';
  /** Gives the wallet its behaviour, before the page opens. */
  setUp?: (wallet: FakeSvmWallet) => void;
  /** What the wallet can do. */
  can?: Pick<FakeSvmOptions, 'features' | 'versions'>;
  /**
   * Returns what the wallet signs instead, or throws the wallet's error. `tables` are the lookup tables of the
   * transaction, which the shop's world reads from the chain. In the virtual world, no transaction has any.
   */
  alter?: (transaction: VersionedTransaction, tables?: readonly AddressLookupTableAccount[]) => VersionedTransaction;
};

export type Animal = EvmAnimal | SvmAnimal;

/** Where an EVM wallet of the zoo lives: in the virtual world of the units, or in a browser on the local chains. */
export interface Habitat {
  readonly wallet: FakeEvmWallet;
  readonly payer: string;
  /** The chain of the payment. */
  readonly home: number;
  readonly clock: Pick<Clock, 'now' | 'setTimeout'>;
  /** Shows a prompt for this call. Resolves with the hash, after the payer has approved. */
  send: (call: Asked) => Promise<string>;
  /** Lets another account send the call. */
  relay: (call: Asked, how: 'well' | 'reverts') => Promise<string>;
}
