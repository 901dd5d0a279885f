/** `GET /chains`: lists the chains. This file also creates the shorter records of a registry. */

import { attacker } from '../base/accounts.js';
import { coinOf, metadataOf, type Currency } from '../orders/currencies.js';
import type { Service, ServiceEndpoint } from './endpoint.js';
import { protocolName, type Contracts, type ServiceChain } from './service-chain.js';

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
  vmType: ServiceChain['vmType'];
  httpRpcUrl: string;
  explorerUrl: string;
  currency: CurrencyEntry & { supportsBridging: boolean };
  erc20Currencies: (CurrencyEntry & {
    supportsBridging: boolean;
    withdrawalFee: number;
    depositFee: number;
    surgeEnabled: boolean;
  })[];
  contracts: Contracts;
  solverAddresses: string[];
  protocol: { v2: { chainId: string; depository: string } };
  /** The programs that exchange money on the SVM chain. The devnet has no such programs. */
  programs?: string[];
}

/** Returns a chain's record for a registry. The page stories/docs/security.md describes the registry. */
export function registryRecord(chain: ServiceChain, currencies: readonly Currency[]): DevnetChainRecord {
  const coin = coinOf(currencies, chain.id);
  const tokens = currencies.filter((currency) => currency.chainId === chain.id && currency !== coin);
  return {
    id: chain.id,
    name: protocolName(chain),
    displayName: chain.name,
    vmType: chain.vmType,
    httpRpcUrl: chain.nodeUrl,
    explorerUrl: '',
    currency: { ...entryOf(coin), supportsBridging: true },
    erc20Currencies: tokens.map((token) => ({
      ...entryOf(token),
      supportsBridging: true,
      withdrawalFee: 0,
      depositFee: 0,
      surgeEnabled: false,
    })),
    contracts: chain.contracts,
    solverAddresses: [...chain.solverAddresses],
    protocol: { v2: { chainId: protocolName(chain), depository: chain.depository } },
    ...(chain.vmType === 'svm' && { programs: [] }),
  };
}

function chainRecord(chain: ServiceChain, { currencies }: Service) {
  const own = currencies.filter(({ chainId }) => chainId === chain.id);
  return {
    ...registryRecord(chain, currencies),
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
