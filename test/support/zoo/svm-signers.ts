/** Wallets of SVM chains that connect, sign or send in their own way. None of them wants to harm the payer. */
import type { AddressLookupTableAccount, VersionedTransaction } from '@solana/web3.js';
import type { Instruction } from '../../../src/types.js';
import { silence, walletError } from '../fake-evm-wallet.js';
import { BUDGET, make, svm } from '../svm-quotes.js';
import type { SvmAnimal } from './animal.js';
import { libraryForm, rewritten } from './svm-rewrite.js';

type Change = { before?: readonly Instruction[]; after?: readonly Instruction[]; budget?: readonly Instruction[] };

/** Adds instructions. `budget` replaces the page's own limits. */
const adding =
  ({ before = [], after = [], budget }: Change) =>
  (transaction: VersionedTransaction, tables?: readonly AddressLookupTableAccount[]): VersionedTransaction =>
    rewritten(transaction, {
      ...(tables && { tables }),
      change: (own) => [
        ...[...(budget ?? []), ...before].map(libraryForm),
        ...own.filter(({ programId }) => !budget || programId.toBase58() !== BUDGET),
        ...after.map(libraryForm),
      ],
    });

/** Whether the wallet could send the payment itself. */
export const canSend = ({ can }: SvmAnimal): boolean => can?.features?.includes('signAndSendTransaction') ?? true;

export const signers: readonly SvmAnimal[] = [
  {
    family: 'svm',
    name: 'guards-at-the-end',
    of: 'Adds an assertion of the program Lighthouse at the end: Phantom.',
    alter: adding({ after: [make.assertion()] }),
    ends: 'paid',
  },
  {
    family: 'svm',
    name: 'guards-at-both-ends',
    of: 'Adds assertions before and after the payment: Phantom, for payments with several tokens.',
    alter: adding({ before: [make.assertion()], after: [make.assertion()] }),
    ends: 'paid',
  },
  {
    family: 'svm',
    name: 'raises-the-fee',
    of: 'Sets its own limit and price of compute units: Solflare and Backpack.',
    alter: adding({ budget: [make.limit(120_000n), make.price(250_000n)] }),
    ends: 'paid',
  },
  {
    family: 'svm',
    name: 'guards-and-raises-the-fee',
    of: 'Adds an assertion, and sets its own fee: Phantom in busy hours.',
    alter: adding({ budget: [make.limit(90_000n), make.price(9_000n)], after: [make.assertion()] }),
    ends: 'paid',
  },
  {
    family: 'svm',
    name: 'signs-with-a-memo',
    of: 'Adds its name as a memo.',
    alter: adding({ after: [make.memo('7369676e65642077697468')] }),
    ends: 'paid',
  },
  {
    family: 'svm',
    name: 'guards-an-older-transaction',
    of: 'Signs only transactions without a version, and adds an assertion: wallets on hardware.',
    can: { versions: ['legacy'] },
    alter: adding({ after: [make.assertion()] }),
    ends: 'paid',
  },
  {
    family: 'svm',
    name: 'sends-itself',
    of: 'Signs only what it sends itself: wallets of phones.',
    can: { features: ['connect', 'events', 'signAndSendTransaction'] },
    ends: 'paid',
  },
  {
    family: 'svm',
    name: 'tips-for-speed',
    of: 'Adds a transfer to a block builder, and could send the payment itself.',
    alter: adding({ after: [make.pay(svm.attacker, 10_000n)] }),
    ends: 'wallet-changed',
  },
  {
    family: 'svm',
    name: 'tips-and-only-signs',
    of: 'Adds a transfer to a block builder, and cannot send.',
    can: { features: ['connect', 'events', 'signTransaction'] },
    alter: adding({ after: [make.pay(svm.attacker, 10_000n)] }),
    ends: 'wallet-changed',
  },
  {
    family: 'svm',
    name: 'spends-a-fortune-on-the-fee',
    of: 'Sets a fee far above the bound that the review names: a slider at its end.',
    can: { features: ['connect', 'events', 'signTransaction'] },
    alter: adding({ budget: [make.limit(1_400_000n), make.price(100_000_000n)] }),
    ends: 'wallet-changed',
  },
  {
    family: 'svm',
    name: 'marks-each-payment-twice',
    of: 'Adds a memo of its own beside the memo of an app in the wallet.',
    alter: adding({ before: [make.memo('6f6e65')], after: [make.memo('74776f')] }),
    ends: 'wallet-changed',
  },
  {
    family: 'svm',
    name: 'device-without-blind-signing',
    of: 'Throws a TypeError when the hardware refuses to sign what it cannot show: Phantom with Ledger.',
    can: { features: ['connect', 'events', 'signTransaction'] },
    alter() {
      throw new TypeError("Cannot destructure property 'signature' of 'r' as it is undefined.");
    },
    ends: 'wallet-failed',
  },
  {
    family: 'svm',
    name: 'unexpected-error',
    of: 'Says only "Unexpected error", whatever has happened: Phantom.',
    can: { features: ['connect', 'events', 'signAndSendTransaction'] },
    alter() {
      throw walletError(-32603, 'Unexpected error');
    },
    ends: 'outcome-unknown',
  },
  {
    family: 'svm',
    name: 'never-connects',
    of: 'Opens no window for the request to connect, and never answers it.',
    setUp: (wallet) => wallet.always('connect', silence),
    ends: 'connecting',
  },
];
