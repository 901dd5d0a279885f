/** Reads transactions from the chains. The request records of `GET /requests/v2` show these transactions. */

import type { Hex } from 'viem';
import type { EvmChain } from '../chains.js';

export interface TransactionEntry {
  fee: string;
  data: { to: string; data: Hex; from: string; value: string };
  hash: string;
  type: 'onchain';
  chainId: number;
  /** Unix time in seconds. */
  timestamp: number;
  block: number;
  status: 'success' | 'failure';
}

/** Reads a transaction. Resolves with undefined if the chain does not have this transaction. */
export type TransactionReader = (chainId: number, hash: string) => Promise<TransactionEntry | undefined>;

export function createTransactionReader(chains: readonly EvmChain[]): TransactionReader {
  return async (chainId, hash) => {
    const read = chains.find(({ id }) => id === chainId)?.read;
    if (!read) return undefined;
    try {
      const [receipt, { to, input, from, value }] = await Promise.all([
        read.getTransactionReceipt({ hash: hash as Hex }),
        read.getTransaction({ hash: hash as Hex }),
      ]);
      const { timestamp } = await read.getBlock({ blockHash: receipt.blockHash });
      return {
        fee: String(receipt.gasUsed * receipt.effectiveGasPrice),
        data: { to: to ?? '', data: input, from, value: String(value) },
        hash,
        type: 'onchain',
        chainId,
        timestamp: Number(timestamp),
        block: Number(receipt.blockNumber),
        status: receipt.status === 'success' ? 'success' : 'failure',
      };
    } catch {
      // Perhaps a reorganization removed the transaction from the chain.
      return undefined;
    }
  };
}
