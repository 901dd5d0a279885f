/**
 * Lists the chain families from which a payer can pay, each in a row. To decide about a chain, the page's code outside
 * `src/vm` reads these rows instead of comparing `vmType` with the name of a family.
 */
import { EVM_NATIVE_DECIMALS, SVM_NATIVE_DECIMALS } from '../shared/chain.js';
import { loaded } from '../shared/load-code.js';
import type { ChainRecord } from '../types.js';
import type { WalletDiscoveries, WalletDiscovery, WalletFamily } from '../wallets/wallet.js';
import type { VmAdapter } from './family/adapter.js';
import type * as Evm from './evm/adapter.js';
import type * as Venue from './venue/adapter.js';

/** The facts about a chain family that the code needs before it loads the family's adapter. */
export type Family = {
  /** Loads the adapter on first use. */
  load: () => Promise<VmAdapter>;
  /** The family of the wallets that pay from the family's chains. */
  wallets: WalletFamily;
  /** Loads the code that finds these wallets, on first use; absent if another family has the same wallets. */
  discover?: () => Promise<WalletDiscovery>;
  /**
   * Whether the family's chains are perps venues. The merchant sets the URLs of a venue, and a payment from it is a
   * withdrawal that the venue's own guard checks.
   */
  isVenue: boolean;
  /**
   * Whether everybody can read the transactions of the family's chains. From a venue, the page reads only balances and
   * tokens.
   */
  hasLedger: boolean;
  /** Whether a payer's account can be a contract. Such a contract need not exist on another chain of the family. */
  hasContractAccounts: boolean;
  /** Whether the solvers' addresses on the family's chains are the keys that sign attestations. */
  hasSolverKeys: boolean;
  /**
   * Whether the page can read the symbol of a token from the chain. Only some mints of SVM chains contain a symbol, and
   * the page does not read it, so the payer compares the address.
   */
  hasTokenSymbols: boolean;
  /**
   * The decimal places of the native currency on every chain of the family, or null if the chains have no common native
   * currency.
   */
  nativeDecimals: number | null;
  /** Whether the family's guard accepts quotes that are paid by a plain transfer to a deposit address. */
  hasDepositAddresses: boolean;
  /** Whether the chain limits the size of a transaction so much that a quote can need a short route. */
  limitsSize: boolean;
};

/**
 * Loads the code of EVM chains on first use.
 * @throws HubPayError `service-down` if the code could not be loaded
 */
export const loadEvm = (): Promise<typeof Evm> => loaded(import('./evm/adapter.js'), 'pays from EVM chains');

const loadVenue = (): Promise<typeof Venue> => loaded(import('./venue/adapter.js'), 'pays from the venue');

/** The rows of the families, by the `vmType` of their chains. */
export const families: Readonly<Record<string, Family>> = {
  evm: {
    load: async () => (await loadEvm()).evmAdapter,
    wallets: 'evm',
    discover: () => loaded(import('../wallets/discover-evm.js'), 'finds wallets'),
    isVenue: false,
    hasLedger: true,
    hasContractAccounts: true,
    hasSolverKeys: true,
    hasTokenSymbols: true,
    nativeDecimals: EVM_NATIVE_DECIMALS,
    hasDepositAddresses: true,
    limitsSize: false,
  },
  svm: {
    load: async () => (await loaded(import('./svm/adapter.js'), 'pays from SVM chains')).svmAdapter,
    wallets: 'svm',
    discover: () => loaded(import('../wallets/discover-svm.js'), 'finds SVM wallets'),
    isVenue: false,
    hasLedger: true,
    hasContractAccounts: false,
    hasSolverKeys: false,
    hasTokenSymbols: false,
    nativeDecimals: SVM_NATIVE_DECIMALS,
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
    isVenue: true,
    hasLedger: false,
    hasContractAccounts: false,
    hasSolverKeys: false,
    hasTokenSymbols: true,
    nativeDecimals: null,
    hasDepositAddresses: false,
    limitsSize: false,
  },
};

/** Returns the row of a chain family, or undefined if a payer cannot pay from chains of this `vmType`. */
export const familyOf = (vmType: string): Family | undefined =>
  Object.hasOwn(families, vmType) ? families[vmType] : undefined;

/** Returns the functions that load the wallet discovery of each family. */
export const walletDiscoveries = (): WalletDiscoveries =>
  Object.fromEntries(
    Object.values(families).flatMap(({ wallets, discover }) => (discover ? [[wallets, discover]] : [])),
  );

/** Whether the chain is a perps venue. */
export const isVenue = ({ vmType }: Pick<ChainRecord, 'vmType'>): boolean => familyOf(vmType)?.isVenue === true;

/** Whether a payer can pay from chains of this `vmType`. */
export const canPayFrom = (vmType: string): boolean => familyOf(vmType) !== undefined;
