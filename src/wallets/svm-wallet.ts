/**
 * Wraps a wallet of the Wallet Standard as an `SvmWallet`. The wrapper checks the wallet's answers, forwards the
 * wallet's events, and caches nothing.
 */
import { base58 } from '@scure/base';
import { getWallets } from '@wallet-standard/app';
import { HubPayError } from '../errors.js';
import { standardMessage, standardRefusal } from './standard-errors.js';
import type { SvmWallet, WalletEvent, WalletInfo, WalletStandardAccount, WalletStandardWallet } from './wallet.js';
import { withoutRepeats } from './wallet.js';

/**
 * The id of the SVM chain in the Wallet Standard. A wallet reads from the chain's id which network it shows and on
 * which network it simulates the transaction.
 */
const CHAIN = 'solana:mainnet';

type Method = (...inputs: object[]) => unknown;
type Signer = { method: Method; name: string; maySend: boolean };

/**
 * Whether the value is a wallet that can connect and can pay from SVM chains. The code checks each value, because any
 * script of the page can announce a value as a wallet.
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
      (signerOf(wallet, 'signTransaction') ?? signerOf(wallet, 'signAndSendTransaction')) !== null
    );
  } catch {
    return false;
  }
}

/**
 * Creates the wallet.
 * @param disconnect ends the connection, for example by revoking the page's permission
 */
export function svmWallet(info: WalletInfo, wallet: WalletStandardWallet, disconnect: () => Promise<void>): SvmWallet {
  const signer = signerOf(wallet, 'signTransaction');
  const sender = signerOf(wallet, 'signAndSendTransaction');
  return {
    ...info,
    vmType: 'svm',
    addresses: () => Promise.resolve(addressesIn(wallet.accounts)),
    subscribe: (listener) => subscribe(wallet, listener),
    disconnect,
    signTransaction:
      signer &&
      (async (bytes, address) => {
        const { signedTransaction } = await ask(wallet, signer, bytes, address);
        if (isBytes(signedTransaction)) return Uint8Array.from(signedTransaction);
        throw new HubPayError('outcome-unknown', `${info.name} returned no transaction`);
      }),
    signAndSend:
      sender &&
      (async (bytes, address) => {
        const { signature } = await ask(wallet, sender, bytes, address);
        if (isBytes(signature) && signature.length === SIGNATURE_LENGTH) return base58.encode(signature);
        throw new HubPayError('outcome-unknown', `${info.name} returned no signature`);
      }),
  };
}

const SIGNATURE_LENGTH = 64;

/**
 * Returns the addresses of the accounts that can pay on the SVM chain. The letter case of base58 addresses does not
 * change.
 */
export const addressesIn = (accounts: unknown): string[] => payers(accounts).map(({ address }) => address);

/** Returns the method of a feature, bound to the feature. Returns null if the wallet does not have this method. */
export function methodOf(wallet: WalletStandardWallet, feature: string, name: string): Method | null {
  const object = featureOf(wallet, feature);
  const method = object[name];
  return typeof method === 'function' ? (...inputs) => (method as Method).apply(object, inputs) : null;
}

const featureOf = ({ features }: WalletStandardWallet, name: string): Readonly<Record<string, unknown>> =>
  Object(Object(features) === features ? features[name] : null) as Record<string, unknown>;

/**
 * Returns the wallet's method that signs a transaction, or that signs and sends a transaction. Returns null if the
 * wallet does not have this method, or if the method does not support transactions of version 0.
 */
function signerOf(wallet: WalletStandardWallet, name: 'signTransaction' | 'signAndSendTransaction'): Signer | null {
  const feature = `solana:${name}`;
  const method = methodOf(wallet, feature, name);
  const takesVersion0 = includes(featureOf(wallet, feature)['supportedTransactionVersions'], 0);
  return method && takesVersion0 ? { method, name, maySend: name === 'signAndSendTransaction' } : null;
}

/**
 * Asks the wallet to sign, so that the wallet prompts the payer once. The promise stays pending if the wallet never
 * answers.
 * @throws HubPayError the errors of `SvmWallet`
 */
async function ask(
  wallet: WalletStandardWallet,
  { method, maySend }: Signer,
  transaction: Uint8Array,
  address: string,
): Promise<{ signedTransaction?: unknown; signature?: unknown }> {
  const account = payers(wallet.accounts).find((each) => each.address === address);
  if (!account) throw new HubPayError('wallet-locked', `${wallet.name} does not share the account ${address}`);
  try {
    // The wallet gets a copy of the transaction, so that it cannot change the caller's bytes.
    const answers = await method({ account, transaction: Uint8Array.from(transaction), chain: CHAIN });
    return Object((answers as unknown[] | undefined)?.[0]) as { signedTransaction?: unknown; signature?: unknown };
  } catch (cause) {
    throw new HubPayError(standardRefusal(cause, maySend) ?? 'outcome-unknown', `${wallet.name} did not sign`, {
      details: standardMessage(cause),
      cause,
    });
  }
}

function subscribe(wallet: WalletStandardWallet, listener: (event: WalletEvent) => void): () => void {
  const notify = withoutRepeats(listener);
  const changed = (change: unknown): void => {
    const { accounts = wallet.accounts } = Object(change) as { accounts?: unknown };
    notify(paysFromSvm(wallet) ? { type: 'accounts-changed', addresses: addressesIn(accounts) } : GONE);
  };
  const stop = methodOf(wallet, 'standard:events', 'on')?.('change' as never, changed);
  const stopRegistry = getWallets().on('unregister', (...gone) => {
    if (gone.some((each) => Object.is(each, wallet))) notify(GONE);
  });
  return () => {
    if (typeof stop === 'function') (stop as () => void)();
    stopRegistry();
  };
}

const GONE: WalletEvent = { type: 'disconnected' };

/** Returns the accounts that can pay on the SVM chain, because a wallet can also have accounts of other chains. */
function payers(accounts: unknown): WalletStandardAccount[] {
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
