/** Adds a chain to a wallet that does not know it. The code loads when a wallet refuses to switch. */
import { chainLabel, EVM_NATIVE_DECIMALS } from '../../../shared/chain.js';
import type { ChainRecord } from '../../../types.js';
import { codeOf } from '../../../wallets/wallet-errors.js';
import { hex } from '../chain/rpc.js';

const UNKNOWN_CHAIN = 4902;
const INTERNAL = -32603;

/** Wallets report an unknown chain in three ways. */
export function isUnknownChain(error: unknown): boolean {
  const { data, message } = Object(error) as { data?: unknown; message?: unknown };
  const { originalError } = Object(data) as { originalError?: unknown };
  return (
    codeOf(error) === UNKNOWN_CHAIN ||
    codeOf(originalError) === UNKNOWN_CHAIN ||
    (codeOf(error) === INTERNAL &&
      /unrecognized chain|wallet_addEthereumChain|unknown chain|not (been )?added/i.test(String(message)))
  );
}

/**
 * The parameters of `wallet_addEthereumChain` (EIP-3085). Uses only the pinned record, because the wallet will continue
 * to use the record's RPC URL. Null if the record lacks what a wallet needs.
 */
export function chainParameters(chain: ChainRecord): Record<string, unknown> | null {
  const { currency, httpRpcUrl, explorerUrl } = chain;
  if (!currency || !httpRpcUrl || !isSafe(httpRpcUrl)) return null;
  return {
    chainId: hex(chain.id),
    chainName: chainLabel(chain) ?? String(chain.id),
    nativeCurrency: { name: currency.name, symbol: currency.symbol, decimals: EVM_NATIVE_DECIMALS },
    rpcUrls: [httpRpcUrl],
    ...(explorerUrl?.startsWith('https://') && { blockExplorerUrls: [explorerUrl] }),
  };
}

/** A wallet keeps using this address, so it must be https. A node on the same machine needs no https. */
const isSafe = (url: string): boolean => /^(https:\/\/|http:\/\/(localhost|127\.0\.0\.1)[:/])/.test(url);
