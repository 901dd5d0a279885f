import { expect } from 'chai';
import type { BodyShape } from '../../../src/api/requests/checks.js';
import type { CurrenciesBody, ExecuteBody, PermitBody, RequestsQuery } from '../../../src/api/requests/types.js';
import { currenciesBody, executeBody, permitBody, requestsQuery } from '../../../src/api/requests/other-bodies.js';
import {
  type Table,
  type Values,
  account,
  ID,
  flag,
  text,
  count,
  chain,
  authorizations,
  execution,
  permit,
  refused,
} from './bodies.js';

const requestsTable: Table<RequestsQuery> = {
  limit: { right: [1, 20, 50], wrong: [0, 51, 1.5, '20', -1] },
  continuation: text,
  user: text,
  hash: text,
  id: text,
  orderId: text,
  referrer: text,
  apiKey: text,
  depositAddress: text,
  originChainId: chain,
  destinationChainId: chain,
  chainId: { right: ['8453'], wrong: [8453, '', '0', '-1', 'base'] },
  privateChainsToInclude: text,
  includeOrderData: flag,
  startTimestamp: count,
  endTimestamp: { ...count, right: [0] },
  startBlock: count,
  endBlock: { ...count, right: [0] },
  includeChildRequests: flag,
  status: { right: ['success', 'failure', 'refund', 'pending', 'depositing'], wrong: ['waiting', 'done', ''] },
  sortBy: { right: ['createdAt', 'updatedAt'], wrong: ['id', ''] },
  sortDirection: { right: ['asc', 'desc'], wrong: ['up', ''] },
};

const currenciesTable: Table<CurrenciesBody> = {
  defaultList: flag,
  chainIds: { right: [[], [1, 10]], wrong: [1, ['1'], [0]] },
  term: { right: ['', 'usd'], wrong: [1, null] },
  address: text,
  currencyId: text,
  tokens: { right: [[`8453:${account}`]], wrong: ['8453:0x', ['8453'], [account], ['base:0x1']] },
  verified: flag,
  limit: { right: [1, 12], wrong: [0, '12'] },
  includeAllChains: flag,
  useExternalSearch: flag,
  depositAddressOnly: flag,
};

const executeTable: Table<ExecuteBody> = {
  executionKind: { right: ['rawCalls'], wrong: ['userOp', ''] },
  data: {
    right: [execution.data],
    wrong: [
      ...['chainId', 'to', 'data', 'value', 'authorizationList'].map((name) => ({
        ...execution.data,
        [name]: undefined,
      })),
      { ...execution.data, authorizationList: [] },
      ...authorizations.wrong.map((authorizationList) => ({ ...execution.data, authorizationList })),
      { ...execution.data, value: 5 },
    ],
  },
  executionOptions: {
    right: [{}, { referrer: 'shop', subsidizeFees: true }],
    wrong: ['x', { referrer: 1 }, { subsidizeFees: 'true' }, { more: 1 }],
  },
  requestId: { right: [ID], wrong: ['', '0x1', `${ID}0`] },
};

const permitTable: Table<PermitBody> = {
  kind: { ...text, right: ['eip3009', 'permit2'] },
  requestId: { right: [ID], wrong: ['', '0x1', `${ID}0`, 7] },
  api: text,
};

function holds<T extends object>(kind: BodyShape<T>, base: Partial<T>, table: Record<string, Values>): void {
  for (const [field, { right, wrong }] of Object.entries(table)) {
    it(`checks ${field} of ${kind.name} and names the field when a value is invalid`, () => {
      for (const value of right)
        expect(refused({ ...base, [field]: value }, kind), JSON.stringify(value)).to.equal(null);
      expect(wrong.length).to.be.above(0);
      for (const value of wrong)
        expect(refused({ ...base, [field]: value }, kind), JSON.stringify(value)).to.equal(field);
    });
  }
}

describe('assertBody for the other bodies', () => {
  holds(requestsQuery, { id: ID }, requestsTable);
  holds(currenciesBody, {}, currenciesTable);
  holds(executeBody, execution, executeTable);
  holds(permitBody, permit, permitTable);

  it('throws `config` when history filters contradict each other or lack the deposit address', () => {
    expect(refused({ includeChildRequests: true }, requestsQuery)).to.equal('includeChildRequests');
    expect(refused({ includeChildRequests: true, depositAddress: account }, requestsQuery)).to.equal(null);
    expect(refused({ startTimestamp: 2, endTimestamp: 1 }, requestsQuery)).to.equal('endTimestamp');
    expect(refused({ startBlock: 2, endBlock: 1 }, requestsQuery)).to.equal('endBlock');
    expect(refused({ startBlock: 2, endBlock: 2 }, requestsQuery)).to.equal(null);
  });
});
