/**
 * Odd wallets of SVM chains, by name. Each does by its own custom what another wallet does not, and none of them wants
 * to harm the payer.
 */
import type { VersionedTransaction } from '@solana/web3.js';
import type { Instruction } from '../../../src/types.js';
import type { FakeSvmOptions } from '../fake-svm-wallet.js';
import { BUDGET, make, svm } from '../svm-quotes.js';
import { libraryForm, rewritten } from './svm-rewrite.js';

export type OddSvmWallet = FakeSvmOptions & {
  name: string;
  /** What the wallet changes before it signs. */
  alter?: (transaction: VersionedTransaction) => VersionedTransaction;
  /**
   * `pays`: the page sends what the wallet signed. `sends`: the page refuses it, and the wallet then sends the payment
   * itself. `refused`: the page refuses it, and the wallet can do nothing else.
   */
  outcome: 'pays' | 'sends' | 'refused';
};

type Change = { before?: readonly Instruction[]; after?: readonly Instruction[]; budget?: readonly Instruction[] };

/** Adds instructions. `budget` replaces the page's own limits. */
const adding =
  ({ before = [], after = [], budget }: Change) =>
  (transaction: VersionedTransaction): VersionedTransaction =>
    rewritten(transaction, {
      change: (own) => [
        ...[...(budget ?? []), ...before].map(libraryForm),
        ...own.filter(({ programId }) => !budget || programId.toBase58() !== BUDGET),
        ...after.map(libraryForm),
      ],
    });

export const svmZoo: readonly OddSvmWallet[] = [
  { name: 'Guards at the end', alter: adding({ after: [make.assertion()] }), outcome: 'pays' },
  {
    name: 'Guards at both ends',
    alter: adding({ before: [make.assertion()], after: [make.assertion()] }),
    outcome: 'pays',
  },
  { name: 'Raises the fee', alter: adding({ budget: [make.limit(120_000n), make.price(250_000n)] }), outcome: 'pays' },
  {
    name: 'Guards and raises the fee',
    alter: adding({ budget: [make.limit(90_000n), make.price(9_000n)], after: [make.assertion()] }),
    outcome: 'pays',
  },
  { name: 'Signs with a memo', alter: adding({ after: [make.memo('7369676e65642077697468')] }), outcome: 'pays' },
  {
    name: 'Guards an older transaction',
    versions: ['legacy'],
    alter: adding({ after: [make.assertion()] }),
    outcome: 'pays',
  },
  { name: 'Sends itself', features: ['connect', 'events', 'signAndSendTransaction'], outcome: 'pays' },
  { name: 'Tips for speed', alter: adding({ after: [make.pay(svm.attacker, 10_000n)] }), outcome: 'sends' },
  {
    name: 'Tips for speed, and only signs',
    features: ['connect', 'events', 'signTransaction'],
    alter: adding({ after: [make.pay(svm.attacker, 10_000n)] }),
    outcome: 'refused',
  },
  {
    name: 'Spends a fortune on the fee',
    features: ['connect', 'events', 'signTransaction'],
    alter: adding({ budget: [make.limit(1_400_000n), make.price(100_000_000n)] }),
    outcome: 'refused',
  },
  {
    name: 'Marks each payment twice',
    alter: adding({ before: [make.memo('6f6e65')], after: [make.memo('74776f')] }),
    outcome: 'sends',
  },
];
