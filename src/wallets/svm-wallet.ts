/**
 * Wraps a wallet of the Wallet Standard as an `SvmWallet`. The `SvmWallet` checks the form of the wallet's answers,
 * forwards its changes, and caches nothing.
 */
import { base58 } from '@scure/base';
import { getWallets } from '@wallet-standard/app';
import { HubPayError } from '../errors.js';
import { standardMessage, standardRefusal } from './standard-errors.js';
import { unclearAnswer } from './wallet-errors.js';
import type {
  SvmVersion,
  SvmWallet,
  WalletEvent,
  WalletInfo,
  WalletListener,
  WalletStandardAccount,
  WalletStandardWallet,
} from './wallet.js';

/**
 * The Wallet Standard's id of the SVM chain. By this id, the wallet knows which network to show, and where to simulate
 * the transaction.
 */
const CHAIN = 'solana:mainnet';

type Method = (...inputs: object[]) => unknown;
type SignerName = 'signTransaction' | 'signAndSendTransaction';

/**
 * Whether the value is a wallet that can connect and can pay from SVM chains. The value can be anything, because any
 * script of the page can register it as a wallet.
 */
export function paysFromSvm(value: unknown): value is WalletStandardWallet {
  try {
    const { version, name, chains, accounts } = Object(value) as Partial<WalletStandardWallet>;
    const wallet = value as WalletStandardWallet;
    return (
      typeof version === 'string' &&
      typeof name === 'string' &&
      includes(chains, CHAIN) &&
      Array.isArray(accounts) &&
      methodOf(wallet, 'standard:connect', 'connect') !== null &&
      [...versionsOf(wallet, 'signTransaction'), ...versionsOf(wallet, 'signAndSendTransaction')].length > 0
    );
  } catch {
    return false;
  }
}

/**
 * Creates an `SvmWallet` for the wallet.
 * @param disconnect ends the connection, for example by revoking the page's permission
 */
export function svmWallet(info: WalletInfo, wallet: WalletStandardWallet, disconnect: () => Promise<void>): SvmWallet {
  const versions = (name: SignerName, address: string): readonly SvmVersion[] => {
    const account = accountOf(wallet, address);
    return account && isAble(account, name) ? versionsOf(wallet, name) : [];
  };
  return {
    ...info,
    vmType: 'svm',
    addresses: () => Promise.resolve(addressesIn(wallet.accounts)),
    subscribe: (listener) => subscribe(wallet, listener),
    disconnect,
    versions: (address) => ({
      signs: versions('signTransaction', address),
      sends: versions('signAndSendTransaction', address),
    }),
    async signTransaction(bytes, address) {
      const { signedTransaction } = await ask(wallet, 'signTransaction', bytes, address);
      if (isBytes(signedTransaction)) return Uint8Array.from(signedTransaction);
      throw new HubPayError('outcome-unknown', `${info.name} returned no transaction`);
    },
    async signAndSend(bytes, address) {
      const { signature } = await ask(wallet, 'signAndSendTransaction', bytes, address);
      if (isBytes(signature) && signature.length === SIGNATURE_LENGTH) return base58.encode(signature);
      throw new HubPayError('outcome-unknown', `${info.name} returned no signature`);
    },
  };
}

const SIGNATURE_LENGTH = 64;

/**
 * Returns the addresses of the accounts on the SVM chain, in their own letter case. Accounts that can pay come first.
 */
export function addressesIn(accounts: unknown): string[] {
  const payers = payersIn(accounts);
  const able = payers.filter((each) => isAble(each, 'signTransaction') || isAble(each, 'signAndSendTransaction'));
  return [...new Set([...able, ...payers].map(({ address }) => address))];
}

/** Returns the method of a feature, bound to the feature, or null if the wallet does not have this method. */
export function methodOf(wallet: WalletStandardWallet, feature: string, name: string): Method | null {
  const object = featureOf(wallet, feature);
  const method = object[name];
  return typeof method === 'function' ? (...inputs) => (method as Method).apply(object, inputs) : null;
}

const featureOf = ({ features }: WalletStandardWallet, name: string): Readonly<Record<string, unknown>> =>
  Object(Object(features) === features ? features[name] : null) as Record<string, unknown>;

/**
 * Returns the versions that the wallet's method supports, version 0 first. The list is empty if the wallet lacks the
 * method.
 */
function versionsOf(wallet: WalletStandardWallet, name: SignerName): readonly SvmVersion[] {
  const feature = `solana:${name}`;
  if (!methodOf(wallet, feature, name)) return [];
  const { supportedTransactionVersions: supported } = featureOf(wallet, feature);
  return ([0, 'legacy'] as const).filter((version) => includes(supported, version));
}

/**
 * Whether the account can use this method of its wallet. False only if the account lists its features, and this one is
 * missing.
 */
const isAble = ({ features }: WalletStandardAccount, name: SignerName): boolean =>
  !Array.isArray(features) || features.includes(`solana:${name}`);

const accountOf = ({ accounts }: WalletStandardWallet, address: string): WalletStandardAccount | undefined =>
  payersIn(accounts).find((each) => each.address === address);

/**
 * Asks the wallet at most once to sign, which prompts the payer. The promise stays pending if the wallet never answers.
 * @throws HubPayError the errors of `signTransaction` and `signAndSend` in `SvmWallet`
 */
async function ask(
  wallet: WalletStandardWallet,
  name: SignerName,
  transaction: Uint8Array,
  address: string,
): Promise<{ signedTransaction?: unknown; signature?: unknown }> {
  const account = accountOf(wallet, address);
  if (!account) throw new HubPayError('wallet-locked', `${wallet.name} does not share the account ${address}`);
  const method = isAble(account, name) ? methodOf(wallet, `solana:${name}`, name) : null;
  if (!method) throw new HubPayError('wallet-unable', `${wallet.name} has no ${name} for this account`);
  try {
    // The wallet gets a copy of the transaction, so that it cannot change the caller's bytes.
    const answers = await method({ account, transaction: Uint8Array.from(transaction), chain: CHAIN });
    return Object((answers as unknown[] | undefined)?.[0]) as { signedTransaction?: unknown; signature?: unknown };
  } catch (cause) {
    const refusal = standardRefusal(cause, name === 'signAndSendTransaction');
    const what = `${wallet.name} did not sign`;
    const details = standardMessage(cause);
    throw refusal ? new HubPayError(refusal, what, { details, cause }) : unclearAnswer(cause, what, details);
  }
}

function subscribe(wallet: WalletStandardWallet, listener: WalletListener): () => void {
  const changed = (change: unknown): void => {
    const { accounts = wallet.accounts } = Object(change) as { accounts?: unknown };
    listener(paysFromSvm(wallet) ? { type: 'accounts-changed', addresses: addressesIn(accounts) } : GONE);
  };
  const stop = methodOf(wallet, 'standard:events', 'on')?.('change' as never, changed);
  const stopRegistry = getWallets().on('unregister', (...gone) => {
    if (gone.some((each) => Object.is(each, wallet))) listener(GONE);
  });
  return () => {
    if (typeof stop === 'function') (stop as () => void)();
    stopRegistry();
  };
}

const GONE: WalletEvent = { type: 'gone' };

/** Returns the accounts on the SVM chain. A wallet can also have accounts on other chains. */
function payersIn(accounts: unknown): WalletStandardAccount[] {
  const list: unknown[] = Array.isArray(accounts) ? accounts : [];
  return list.filter((each): each is WalletStandardAccount => {
    const { address, chains } = Object(each) as Partial<WalletStandardAccount>;
    return typeof address === 'string' && isPublicKey(address) && includes(chains, CHAIN);
  });
}

function isPublicKey(text: string): boolean {
  try {
    return text.length <= MAX_ADDRESS_LENGTH && base58.decode(text).length === 32;
  } catch {
    return false;
  }
}

const MAX_ADDRESS_LENGTH = 44;

const isBytes = (value: unknown): value is Uint8Array => value instanceof Uint8Array && value.length > 0;

const includes = (list: unknown, item: unknown): boolean => Array.isArray(list) && list.includes(item);
