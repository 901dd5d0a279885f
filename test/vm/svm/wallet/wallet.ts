/** A wallet of SVM chains with a key. A test sets what the wallet changes. */
import { base58 } from '@scure/base';
import { VersionedTransaction, type Keypair } from '@solana/web3.js';
import type { SvmVersion, SvmWallet } from '../../../../src/wallets/wallet.js';
import { payerKey, svm } from '../../../support/svm-quotes.js';

type Behavior = {
  addresses?: readonly string[];
  keys?: readonly Keypair[];
  /** Changes the transaction before the wallet signs it. */
  change?: (bytes: Uint8Array) => Uint8Array;
  /** Changes the signed transaction. */
  after?: (bytes: Uint8Array) => Uint8Array;
  features?: readonly ('sign' | 'send')[];
  versions?: readonly SvmVersion[];
  error?: Error;
  prompts?: string[];
};

export function svmWallet({
  addresses = [svm.payer],
  keys = [payerKey],
  change = (bytes) => bytes,
  after = (bytes) => bytes,
  features = ['sign'],
  versions = [0, 'legacy'],
  error,
  prompts = [],
}: Behavior): SvmWallet {
  const sign = (bytes: Uint8Array, kind: string): VersionedTransaction => {
    prompts.push(kind);
    if (error) throw error;
    const transaction = VersionedTransaction.deserialize(change(bytes));
    transaction.sign([...keys]);
    return transaction;
  };
  return {
    id: 'test',
    name: 'Test wallet',
    icon: null,
    vmType: 'svm',
    addresses: () => Promise.resolve(addresses),
    subscribe: () => () => undefined,
    disconnect: () => Promise.resolve(),
    versions: (address) => ({
      signs: features.includes('sign') && addresses.includes(address) ? versions : [],
      sends: features.includes('send') && addresses.includes(address) ? versions : [],
    }),
    signTransaction: async (bytes) => after(sign(bytes, 'sign').serialize()),
    signAndSend: async (bytes) => base58.encode(sign(bytes, 'send').signatures[0]!),
  };
}
