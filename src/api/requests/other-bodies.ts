/** Defines the checks of the bodies and queries that `HubClient` checks, except the quote body. */
import { HubPayError } from '../../errors.js';
import { flag, integer, list, matching } from '../../shared/validation.js';
import {
  calldata,
  digits,
  exactObject,
  filledList,
  hexAddress,
  oneOf,
  requestId,
  text,
  type BodyShape,
} from './checks.js';
import { authorization, chainId } from './quote-body.js';
import type { CurrenciesBody, ExecuteBody, PermitBody, RequestsQuery } from './types.js';

const count = integer(0);

const isBefore = (end: number | undefined, start: number | undefined): boolean =>
  end !== undefined && start !== undefined && end < start;

/** The query of `GET /requests/v2`. */
export const requestsQuery: BodyShape<RequestsQuery> = {
  name: 'the history’s query',
  checks: {
    limit: integer(1, 50),
    continuation: text,
    user: text,
    hash: text,
    id: text,
    orderId: text,
    referrer: text,
    apiKey: text,
    depositAddress: text,
    originChainId: chainId,
    destinationChainId: chainId,
    chainId: matching(/^[1-9][0-9]{0,15}$/, 'a chain id as a text, such as "8453"'),
    privateChainsToInclude: text,
    includeOrderData: flag,
    startTimestamp: count,
    endTimestamp: count,
    startBlock: count,
    endBlock: count,
    includeChildRequests: flag,
    status: oneOf('success', 'failure', 'refund', 'pending', 'depositing'),
    sortBy: oneOf('createdAt', 'updatedAt'),
    sortDirection: oneOf('asc', 'desc'),
  },
  needed: [],
  rules: [
    [
      'includeChildRequests',
      (query) => !!query.includeChildRequests && !query.id && !query.depositAddress,
      'requires id or depositAddress: set one of them',
    ],
    [
      'endTimestamp',
      (query) => isBefore(query.endTimestamp, query.startTimestamp),
      'is before startTimestamp: swap them',
    ],
    ['endBlock', (query) => isBefore(query.endBlock, query.startBlock), 'is before startBlock: swap them'],
  ],
};

/** The body of `POST /currencies/v1`. */
export const currenciesBody: BodyShape<CurrenciesBody> = {
  name: 'the currency search',
  checks: {
    defaultList: flag,
    chainIds: list(chainId),
    // The search text can be empty, because a caller can search before the payer types a text.
    term: matching(/^/, 'a text'),
    address: text,
    currencyId: text,
    tokens: list(matching(/^[1-9][0-9]{0,15}:\S+$/, '"chainId:address"')),
    verified: flag,
    limit: integer(1),
    includeAllChains: flag,
    useExternalSearch: flag,
    depositAddressOnly: flag,
  },
  needed: [],
  rules: [],
};

/** The body of `POST /execute`. */
export const executeBody: BodyShape<ExecuteBody> = {
  name: 'the execution',
  checks: {
    executionKind: oneOf('rawCalls'),
    data: exactObject<ExecuteBody['data']>(
      { chainId, to: hexAddress, data: calldata, value: digits, authorizationList: filledList(authorization) },
      ['chainId', 'to', 'data', 'value', 'authorizationList'],
    ),
    executionOptions: exactObject<ExecuteBody['executionOptions']>({ referrer: text, subsidizeFees: flag }, []),
    requestId,
  },
  needed: ['executionKind', 'data', 'executionOptions'],
  rules: [],
};

/** The body of `POST /execute/permits`. */
export const permitBody: BodyShape<PermitBody> = {
  name: 'what is posted with a permit',
  checks: { kind: text, requestId, api: text },
  needed: ['kind', 'requestId', 'api'],
  rules: [],
};

/**
 * Checks that a signature is 64 to 4096 bytes in hex, with the prefix `0x`.
 * @throws HubPayError `config`; the message does not contain the signature
 */
export function assertSignature(text: unknown): void {
  if (typeof text === 'string' && /^0x([0-9a-f]{2}){64,4096}$/i.test(text)) return;
  throw new HubPayError('config', 'signature: must be 64 to 4096 bytes in hex, with the prefix 0x', {
    attribute: 'signature',
  });
}
