/**
 * Describes the SVM chain for the service: the depository program, and functions that read balances and transactions.
 */

import { base58 } from '@scure/base';
import { PublicKey } from '@solana/web3.js';
import { coinOf, isNative, microUsdOf, type Currency } from '../orders/currencies.js';
import type { Faults } from '../orders/faults.js';
import {
  mintAt,
  mints,
  PROGRAM_ID,
  SVM_CHAIN,
  SVM_NATIVE,
  svmSolver,
  tokenAccountOf,
  TOKEN_2022_PROGRAM,
  TOKEN_PROGRAM,
  VAULT,
} from '../svm/addresses.js';
import type { SvmChain } from '../svm/chain.js';
import { feeOf } from '../svm/rpc-encode.js';
import { balanceOnSvm, TOKEN_ACCOUNT_BYTES } from '../svm/tokens.js';
import { NO_CONTRACTS, type ServiceChain, type TransactionEntry } from './service-chain.js';
import { svmSteps } from './steps-svm.js';

/** Addresses without a private key. Money at these addresses is lost. */
const UNSPENDABLE = [
  ...[PROGRAM_ID, VAULT, TOKEN_PROGRAM, TOKEN_2022_PROGRAM].map((key) => key.toBase58()),
  ...Object.values(mints).map(({ address }) => address.toBase58()),
  SVM_NATIVE,
];

type Options = {
  name: string;
  chain: SvmChain;
  nodeUrl: string;
  wsRpcUrl: string;
  currencies: readonly Currency[];
  faults: Faults;
};

export function createSvmServiceChain({ name, chain, nodeUrl, wsRpcUrl, currencies, faults }: Options): ServiceChain {
  return {
    id: SVM_CHAIN,
    name,
    vmType: 'svm',
    nodeUrl,
    wsRpcUrl,
    depository: PROGRAM_ID.toBase58(),
    solverAddresses: [svmSolver.publicKey.toBase58()],
    contracts: NO_CONTRACTS,
    isAddress: isSvmAddress,
    isUnspendable: (address) => UNSPENDABLE.includes(address),
    balanceOf: async ({ address }, owner) => balanceOnSvm(chain, mintAt(address) ?? null, new PublicKey(owner)),
    stepsOf: async (plan) => svmSteps(chain, plan, faults),
    async deliveryCost(currency, recipient) {
      const mint = mintAt(currency.address);
      if (isNative(currency) || !mint || chain.account(tokenAccountOf(new PublicKey(recipient), mint))) return 0n;
      // The solver creates the recipient's token account and pays the account's rent.
      return microUsdOf(coinOf(currencies, SVM_CHAIN), chain.rentOf(TOKEN_ACCOUNT_BYTES));
    },
    readTransaction: async (signature) => readTransaction(chain, signature),
  };
}

export function isSvmAddress(text: string): boolean {
  try {
    return base58.decode(text).length === 32;
  } catch {
    return false;
  }
}

function readTransaction(chain: SvmChain, signature: string): TransactionEntry | undefined {
  const found = chain.landed(signature);
  if (!found) return undefined;
  const { transaction, slot, time, err, keys } = found;
  const data = Buffer.from(transaction.message.serialize()).toString('hex');
  return {
    fee: String(feeOf(transaction.message)),
    data: { to: PROGRAM_ID.toBase58(), data: `0x${data}`, from: keys[0]!.toBase58(), value: '0' },
    hash: signature,
    type: 'onchain',
    chainId: SVM_CHAIN,
    timestamp: time,
    block: slot,
    status: err === null ? 'success' : 'failure',
  };
}
