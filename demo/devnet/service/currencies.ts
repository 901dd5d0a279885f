/** `POST /currencies/v1`: finds currencies. The response groups the records by currency. */

import { zeroAddress } from 'viem';
import { isNative, metadataOf, type Currency } from '../orders/currencies.js';
import type { FieldTable } from '../base/check-fields.js';
import { checked, type ServiceEndpoint } from './endpoint.js';

const FLAG = { type: 'boolean' } as const;
const FIELDS: FieldTable = {
  defaultList: FLAG,
  chainIds: { type: 'array', items: { type: 'number' } },
  term: { type: 'string' },
  address: { type: 'string' },
  currencyId: { type: 'string' },
  tokens: { type: 'array', items: { type: 'string', pattern: /^[0-9]+:\S+$/ } },
  verified: FLAG,
  limit: { type: 'number', min: 1 },
  includeAllChains: FLAG,
  useExternalSearch: FLAG,
  depositAddressOnly: FLAG,
};

export const currencies: ServiceEndpoint = {
  method: 'POST',
  path: /^\/currencies\/v1$/,
  answer({ body }, service) {
    const search = checked(body, FIELDS) as Search;
    const found = service.currencies.filter((currency) => matches(currency, search));
    const ids = [...new Set(found.map(({ id }) => id))].slice(0, search.limit);
    const listed = search.includeAllChains ? service.currencies : found;
    const vmTypeOf = (chainId: number) => service.chains.find(({ id }) => id === chainId)!.vmType;
    return ids.map((id) =>
      listed.filter((currency) => currency.id === id).map((each) => recordOf(each, vmTypeOf(each.chainId))),
    );
  },
};

interface Search {
  chainIds?: number[];
  term?: string;
  address?: string;
  currencyId?: string;
  tokens?: string[];
  verified?: boolean;
  limit?: number;
  includeAllChains?: boolean;
  depositAddressOnly?: boolean;
}

/**
 * Whether the currency matches the search. All currencies of the devnet are verified. Deposit addresses accept only the
 * native currency of EVM chains.
 */
function matches(currency: Currency, search: Search): boolean {
  const { chainId, address, symbol, name, id } = currency;
  const { chainIds, term = '', tokens } = search;
  const searchText = `${symbol} ${name}`.toLowerCase();
  return (
    (!chainIds || chainIds.includes(chainId)) &&
    (searchText.includes(term.toLowerCase()) || address.toLowerCase() === term.toLowerCase()) &&
    (search.address === undefined || address.toLowerCase() === search.address.toLowerCase()) &&
    (search.currencyId === undefined || id === search.currencyId) &&
    (!tokens || tokens.some((token) => token.toLowerCase() === `${chainId}:${address}`.toLowerCase())) &&
    search.verified !== false &&
    (search.depositAddressOnly !== true || (isNative(currency) && address === zeroAddress))
  );
}

function recordOf(currency: Currency, vmType: string): Record<string, unknown> {
  const { id, chainId, address, symbol, name, decimals } = currency;
  return { groupID: id, chainId, address, symbol, name, decimals, vmType, metadata: metadataOf(currency) };
}
