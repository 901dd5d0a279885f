/** `GET /chains`: lists the chains. This file also creates the shorter records of a registry. */

import { attacker, solver } from '../accounts.js';
import { addresses, MULTICALL3, type EvmChain } from '../chains.js';
import { isNative, metadataOf, type Currency } from '../currencies.js';
import type { Service, ServiceEndpoint } from './endpoint.js';
import { protocolName } from './route.js';

export const chains: ServiceEndpoint = {
  method: 'GET',
  path: /^\/chains$/,
  answer(_, service) {
    const { tamper, disabledChains = [] } = service.faults.on;
    const listed = service.chains.map((chain) => chainRecord(chain, service));
    for (const chain of listed) {
      if (disabledChains.includes(chain.id)) chain.disabled = true;
      if (tamper === 'listing-depository') chain.protocol.v2.depository = attacker;
    }
    return { chains: listed };
  },
};

export interface CurrencyEntry {
  id: string;
  symbol: string;
  name: string;
  address: string;
  decimals: number;
}

export interface DevnetChainRecord {
  id: number;
  name: string;
  displayName: string;
  vmType: 'evm';
  httpRpcUrl: string;
  explorerUrl: string;
  currency: CurrencyEntry & { supportsBridging: boolean };
  erc20Currencies: (CurrencyEntry & {
    supportsBridging: boolean;
    withdrawalFee: number;
    depositFee: number;
    surgeEnabled: boolean;
  })[];
  contracts: Record<'multicall3' | 'multicaller' | 'onlyOwnerMulticaller' | 'hubReceiver', string> &
    Routing & { v3: Routing };
  solverAddresses: string[];
  protocol: { v2: { chainId: string; depository: string } };
}
type Routing = Record<'erc20Router' | 'approvalProxy', string>;

/** A chain's record in a registry; see stories/docs/security.md. */
export function registryRecord(
  chain: EvmChain,
  currencies: readonly Currency[],
  httpRpcUrl: string,
): DevnetChainRecord {
  const own = currencies.filter(({ chainId }) => chainId === chain.id);
  const routing = { erc20Router: addresses.router, approvalProxy: addresses.approvalProxy };
  const tokens = own.filter((currency) => !isNative(currency));
  return {
    id: chain.id,
    name: protocolName(chain),
    displayName: chain.name,
    vmType: 'evm',
    httpRpcUrl,
    explorerUrl: '',
    currency: { ...entryOf(own.find(isNative)!), supportsBridging: true },
    erc20Currencies: tokens.map((token) => ({
      ...entryOf(token),
      supportsBridging: true,
      withdrawalFee: 0,
      depositFee: 0,
      surgeEnabled: false,
    })),
    contracts: {
      multicall3: MULTICALL3.toLowerCase(),
      multicaller: '',
      onlyOwnerMulticaller: '',
      hubReceiver: '',
      ...routing,
      v3: routing,
    },
    solverAddresses: [solver.address.toLowerCase()],
    protocol: { v2: { chainId: protocolName(chain), depository: addresses.depository } },
  };
}

function chainRecord(chain: EvmChain, { currencies, nodeUrls }: Service) {
  const own = currencies.filter(({ chainId }) => chainId === chain.id);
  return {
    ...registryRecord(chain, currencies, nodeUrls.get(chain.id)!),
    wsRpcUrl: chain.wsRpcUrl,
    explorerName: '',
    iconUrl: '',
    depositEnabled: true,
    tokenSupport: 'Limited',
    disabled: false,
    partialDisableLimit: 0,
    blockProductionLagging: false,
    withdrawalFee: 0,
    depositFee: 0,
    surgeEnabled: false,
    featuredTokens: own.map((currency) => ({
      ...entryOf(currency),
      supportsBridging: true,
      metadata: { logoURI: metadataOf(currency).logoURI },
    })),
    solverCurrencies: own.map(entryOf),
    baseChainId: chain.id,
    tags: [] as string[],
  };
}

function entryOf({ id, symbol, name, address, decimals }: Currency): CurrencyEntry {
  return { id, symbol, name, address, decimals };
}
