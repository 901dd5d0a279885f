/**
 * Creates the request that adds a chain to a wallet. This code loads when a wallet has failed to switch to the chain,
 * perhaps because it does not know the chain.
 */
import { chainLabel, EVM_NATIVE_DECIMALS } from '../../../shared/chain.js';
import type { ChainRecord } from '../../../types.js';
import { hex } from '../chain/quantities.js';

/**
 * Returns the parameters of `wallet_addEthereumChain` (EIP-3085). Returns null if the chain's record lacks a value that
 * a wallet needs, or if `isSafe` rejects its RPC URL. The record must come from the merchant's registry, because the
 * wallet will continue to use its RPC URL.
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

/** Whether the wallet may use this RPC URL. It must be https, or http with the host `localhost` or `127.0.0.1`. */
const isSafe = (url: string): boolean => /^(https:\/\/|http:\/\/(localhost|127\.0\.0\.1)[:/])/.test(url);
