/**
 * Lists the chain families from which a payer can pay, with one row for each family. Code outside the family's folder
 * reads this row. Such code compares `vmType` only for a rule of one family, such as the zero address of EVM chains.
 */
import { loaded } from '../shared/load-code.js';
import type { WalletFamily } from '../wallets/wallet.js';
import type { VmAdapter } from './family/adapter.js';
import type * as Evm from './evm/adapter.js';
import type * as Venue from './venue/adapter.js';

/** The facts about a chain family that the code needs before it loads the family's adapter. */
export type Family = {
  /** Loads the adapter on first use. */
  load: () => Promise<VmAdapter>;
  /** The family of the wallets that pay from the family's chains. */
  wallets: WalletFamily;
  /** Whether everybody can read the transactions of the family's chains. The venue shows balances only. */
  hasLedger: boolean;
  /** Whether the family's guard accepts quotes that are paid by a plain transfer to a deposit address. */
  hasDepositAddresses: boolean;
  /** Whether the chain limits the size of a transaction. A quote then needs a short route. */
  limitsSize: boolean;
};

export const loadEvm = (): Promise<typeof Evm> => loaded(import('./evm/adapter.js'), 'pays from EVM chains');

const loadVenue = (): Promise<typeof Venue> => loaded(import('./venue/adapter.js'), 'pays from the venue');

/** The rows by `vmType`. */
export const families: Readonly<Record<string, Family>> = {
  evm: {
    load: async () => (await loadEvm()).evmAdapter,
    wallets: 'evm',
    hasLedger: true,
    hasDepositAddresses: true,
    limitsSize: false,
  },
  svm: {
    load: async () => (await loaded(import('./svm/adapter.js'), 'pays from SVM chains')).svmAdapter,
    wallets: 'svm',
    hasLedger: true,
    hasDepositAddresses: false,
    limitsSize: true,
  },
  hypevm: {
    async load() {
      const [{ venueAdapter }, evm] = await Promise.all([loadVenue(), loadEvm()]);
      return venueAdapter(evm);
    },
    // A payer's account at the venue is the account of an EVM wallet.
    wallets: 'evm',
    hasLedger: false,
    hasDepositAddresses: false,
    limitsSize: false,
  },
};

/** Returns the row of a chain family. Returns undefined if a payer cannot pay from chains of this `vmType`. */
export const familyOf = (vmType: string): Family | undefined =>
  Object.hasOwn(families, vmType) ? families[vmType] : undefined;

/** Whether a payer can pay from chains of this `vmType`. */
export const canPayFrom = (vmType: string): boolean => familyOf(vmType) !== undefined;
