import { expect } from 'chai';
import { quoteFields } from '../../../demo/devnet/service/quote-fields.js';
import type {
  CurrenciesBody,
  ExecuteBody,
  PermitBody,
  QuoteBody,
  RequestsQuery,
} from '../../../src/api/requests/types.js';
import type { BodyShape } from '../../../src/api/requests/checks.js';
import { assertBody, problemOf } from '../../../src/api/requests/checks.js';
import { currenciesBody, executeBody, permitBody, requestsQuery } from '../../../src/api/requests/other-bodies.js';
import { problemOfFields, quoteBody } from '../../../src/api/requests/quote-body.js';
import { HubPayError } from '../../../src/errors.js';
import { optionFields } from '../../../src/shared/quote-fields.js';
import { people, tokens } from '../../support/quotes.js';

type Values = { right: readonly unknown[]; wrong: readonly unknown[] };
type Table<T> = { [K in keyof T]-?: Values };

const account = people.payer;
const ID = `0x${'ab'.repeat(32)}`;
const flag: Values = { right: [true, false], wrong: ['true', 1, null] };
const text: Values = { right: ['x'], wrong: ['', 7, null, ['x']] };
const count: Values = { right: [0, 21_000], wrong: [-1, 0.5, '1', NaN, Infinity, 2 ** 53, null] };
const chain: Values = { right: [1, 792_703_809], wrong: [0, -1, 1.5, '1', NaN] };
const digits: Values = {
  right: ['0', '007', '9'.repeat(78)],
  wrong: ['', '-1', '1.0', '1e6', '0x1', 1, '9'.repeat(79), '१'],
};
const points: Values = { right: ['0', '50', '10000'], wrong: ['10001', '-1', '0.5', '', 50, '00050'] };
const evm: Values = { right: [account], wrong: ['', account.slice(0, -1), `${account}0`, people.svmRecipient, 7] };
const sources: Values = { right: [[], ['a', 'b']], wrong: ['a', [''], [1], {}] };
const call = { to: account, value: '0', data: '0x' };
const authorization = { chainId: 0, address: account, nonce: 0, yParity: 1, r: '0x1', s: ID };
const authorizations: Values = {
  right: [[authorization]],
  wrong: [
    {},
    [{ ...authorization, yParity: 2 }],
    [{ ...authorization, address: '0x' }],
    [{ ...authorization, r: 'r' }],
    [{ ...authorization, nonce: '0' }],
    [{ ...authorization, s: undefined }],
    [{ ...authorization, more: 1 }],
  ],
};

const quote: QuoteBody = {
  user: account,
  originChainId: 8453,
  destinationChainId: 10,
  originCurrency: tokens.usdc.address,
  destinationCurrency: tokens.usdcOut.address,
  amount: '25000000',
  tradeType: 'EXACT_OUTPUT',
};
/** A body with every field that another field can require. */
const full: QuoteBody = {
  ...quote,
  tradeType: 'EXACT_INPUT',
  topupGas: true,
  subsidizeFees: true,
  useDepositAddress: true,
  refundTo: account,
  protocolVersion: 'v2',
};

const quoteTable: Table<QuoteBody> & { refundOnOrigin: Values } = {
  user: text,
  originChainId: chain,
  destinationChainId: chain,
  originCurrency: text,
  destinationCurrency: text,
  amount: digits,
  tradeType: { right: ['EXACT_INPUT', 'EXPECTED_OUTPUT'], wrong: ['exact_input', '', null] },
  recipient: text,
  txs: {
    right: [[], [call], [{ ...call, originalTxValue: '5' }]],
    wrong: [
      call,
      [{ ...call, to: '0x1' }],
      [{ ...call, data: '0x1' }],
      [{ ...call, value: 0 }],
      [{ to: account }],
      ['0x'],
    ],
  },
  txsGasLimit: count,
  authorizationList: { ...authorizations, right: [[], [authorization]] },
  additionalData: { right: [{}, { userPublicKey: '02ab' }], wrong: ['x', [], { userPublicKey: 1 }, { more: 'x' }] },
  referrer: text,
  referrerAddress: evm,
  refundTo: text,
  refundOnOrigin: { right: [], wrong: [true, false] },
  topupGas: { ...flag, right: [true] },
  topupGasAmount: digits,
  enableTrueExactOutput: flag,
  explicitDeposit: flag,
  useExternalLiquidity: flag,
  useFallbacks: flag,
  usePermit: flag,
  permitExpiry: { right: [1, 600], wrong: [0, ...count.wrong] },
  useDepositAddress: flag,
  strict: flag,
  slippageTolerance: points,
  latePaymentSlippageTolerance: points,
  appFees: {
    right: [[], [{ recipient: account, fee: '100' }]],
    wrong: [{}, [{ recipient: account }], [{ recipient: account, fee: 100 }], [{ recipient: '', fee: '1' }]],
  },
  gasLimitForDepositSpecifiedTxs: count,
  forceSolverExecution: flag,
  subsidizeFees: { ...flag, right: [true] },
  sponsoredFeeComponents: {
    right: [['execution', 'swap', 'relay', 'app']],
    wrong: [[], ['hub'], 'relay', ['relay', 1]],
  },
  maxSubsidizationAmount: digits,
  subsidizeRent: flag,
  includedSwapSources: sources,
  excludedSwapSources: sources,
  includedOriginSwapSources: sources,
  includedDestinationSwapSources: sources,
  originGasOverhead: count,
  depositFeePayer: text,
  maxRouteLength: { right: [1, 4], wrong: [0, ...count.wrong] },
  useSharedAccounts: flag,
  includeComputeUnitLimit: flag,
  overridePriceImpact: flag,
  disableOriginSwaps: flag,
  fixedRate: { right: ['1', '0.995'], wrong: ['', '-1', '1.', '1,5', 1] },
  protocolVersion: { right: ['v2'], wrong: ['v1', 2, ''] },
};

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

const execution: ExecuteBody = {
  executionKind: 'rawCalls',
  data: { chainId: 1, ...call, authorizationList: [authorization] },
  executionOptions: {},
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

const permit: PermitBody = { kind: 'permit2', requestId: ID, api: 'swap' };
const permitTable: Table<PermitBody> = {
  kind: { ...text, right: ['eip3009', 'permit2'] },
  requestId: { right: [ID], wrong: ['', '0x1', `${ID}0`, 7] },
  api: text,
};

/** The field that is rejected; null if none. The error is always `config`, with a message that says what to do. */
function refused<T extends object>(body: unknown, kind: BodyShape<T>): string | null {
  try {
    assertBody(body as T, kind);
    return null;
  } catch (error) {
    expect(error).to.be.instanceOf(HubPayError);
    const { code, attribute, message } = error as HubPayError;
    expect(code).to.equal('config');
    expect(message).to.match(/^\w+: (must be|needs|requires|is|entry \d+|has) /u);
    return attribute ?? '';
  }
}

function testFields<T extends object>(kind: BodyShape<T>, base: Partial<T>, table: Record<string, Values>): void {
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

describe('assertBody', () => {
  testFields(quoteBody, full, quoteTable);
  testFields(requestsQuery, { id: ID }, requestsTable);
  testFields(currenciesBody, {}, currenciesTable);
  testFields(executeBody, execution, executeTable);
  testFields(permitBody, permit, permitTable);

  it('checks the same quote fields as the devnet service', () => {
    expect(Object.keys(quoteBody.checks).sort()).to.deep.equal(Object.keys(quoteFields).sort());
  });

  it('checks every field that has an option of its own', () => {
    expect(Object.keys(quoteBody.checks)).to.include.members([...optionFields]);
  });

  it('names the entry and the member when a value inside a field is invalid', () => {
    const wrongNumber = { ...execution.data, authorizationList: [authorization, { ...authorization, r: 'r' }] };
    expect(problemOf({ ...execution, data: wrongNumber }, executeBody)).to.deep.equal({
      field: 'data',
      message:
        'has a wrong authorizationList: it entry 1 has a wrong r: ' +
        'it must be a number of at most 32 bytes, as 0x-hex, not "r"',
    });
  });

  it('accepts a quote body and leaves it unchanged when every field is set', () => {
    const all: Required<QuoteBody> = {
      ...quote,
      recipient: people.recipient,
      txs: [{ ...call, originalTxValue: '0' }],
      txsGasLimit: 200_000,
      authorizationList: [authorization],
      additionalData: { userPublicKey: '02ab' },
      referrer: 'shop',
      referrerAddress: people.recipient,
      refundTo: account,
      topupGas: true,
      topupGasAmount: '2000000',
      enableTrueExactOutput: false,
      explicitDeposit: true,
      useExternalLiquidity: false,
      useFallbacks: true,
      usePermit: true,
      permitExpiry: 600,
      useDepositAddress: true,
      strict: true,
      slippageTolerance: '50',
      latePaymentSlippageTolerance: '100',
      appFees: [{ recipient: people.recipient, fee: '25' }],
      gasLimitForDepositSpecifiedTxs: 100_000,
      forceSolverExecution: true,
      subsidizeFees: true,
      sponsoredFeeComponents: ['execution', 'relay'],
      maxSubsidizationAmount: '1000000',
      subsidizeRent: false,
      includedSwapSources: ['one'],
      excludedSwapSources: ['two'],
      includedOriginSwapSources: ['three'],
      includedDestinationSwapSources: ['four'],
      originGasOverhead: 30_000,
      depositFeePayer: people.svmRecipient,
      maxRouteLength: 4,
      useSharedAccounts: false,
      includeComputeUnitLimit: true,
      overridePriceImpact: false,
      disableOriginSwaps: true,
      fixedRate: '0.998',
      protocolVersion: 'v2',
    };
    const before = JSON.stringify(all);
    expect(refused(all, quoteBody)).to.equal(null);
    expect(JSON.stringify(all)).to.equal(before);
    expect([...Object.keys(all), 'refundOnOrigin'].sort()).to.deep.equal(Object.keys(quoteBody.checks).sort());
  });

  it('throws `config` when the body is not an object or has an unknown field', () => {
    for (const body of [null, undefined, 'x', []]) expect(refused(body, quoteBody)).to.equal('body');
    expect(refused({ ...quote, slipageTolerance: '50' }, quoteBody)).to.equal('slipageTolerance');
    expect(refused({ ...quote, toString: '50' }, quoteBody)).to.equal('toString');
    expect(refused({ limits: 5 }, requestsQuery)).to.equal('limits');
  });

  it('throws `config` and names the field when a value cannot be written as JSON', () => {
    const circle: unknown[] = [];
    circle.push(circle);
    for (const amount of [5n, Symbol('5'), circle, () => '5'])
      expect(refused({ ...quote, amount }, quoteBody)).to.equal('amount');
  });

  it('throws `config` when a required field is missing or undefined', () => {
    expect(refused(quote, quoteBody)).to.equal(null);
    for (const field of quoteBody.needed) expect(refused({ ...quote, [field]: undefined }, quoteBody)).to.equal(field);
    expect(refused({ ...quote, recipient: undefined }, quoteBody)).to.equal(null);
    for (const field of executeBody.needed)
      expect(refused({ ...execution, [field]: undefined }, executeBody)).to.equal(field);
    for (const field of permitBody.needed)
      expect(refused({ ...permit, [field]: undefined }, permitBody)).to.equal(field);
  });

  const rules: [what: string, broken: Partial<QuoteBody>, field: string, mended: Partial<QuoteBody>][] = [
    ['topupGasAmount', { topupGasAmount: '2000000' }, 'topupGasAmount', { topupGas: true }],
    ['topupGas', { topupGas: true, destinationCurrency: tokens.eth.address }, 'topupGas', { topupGas: false }],
    ['sponsoredFeeComponents', { sponsoredFeeComponents: ['app'] }, 'sponsoredFeeComponents', { subsidizeFees: true }],
    ['maxSubsidizationAmount', { maxSubsidizationAmount: '1' }, 'maxSubsidizationAmount', { subsidizeFees: true }],
    ['strict', { strict: true, refundTo: account }, 'strict', { useDepositAddress: true }],
    ['an exact deposit address', { useDepositAddress: true, refundTo: account }, 'strict', { strict: true }],
    ['a strict deposit address', { useDepositAddress: true, strict: true }, 'refundTo', { refundTo: account }],
    ['a withdrawal from the venue', { originChainId: 1337 }, 'protocolVersion', { protocolVersion: 'v2' }],
  ];
  for (const [what, broken, field, mended] of rules) {
    it(`throws \`config\` when ${what} lacks another field that it requires`, () => {
      expect(refused({ ...quote, ...broken }, quoteBody)).to.equal(field);
      expect(refused({ ...quote, ...broken, ...mended }, quoteBody)).to.equal(null);
    });
  }

  it('accepts a deposit address without `strict` when the amount is variable', () => {
    expect(refused({ ...quote, tradeType: 'EXACT_INPUT', useDepositAddress: true }, quoteBody)).to.equal(null);
  });

  it('throws `config` when history filters contradict each other or lack the deposit address', () => {
    expect(refused({ includeChildRequests: true }, requestsQuery)).to.equal('includeChildRequests');
    expect(refused({ includeChildRequests: true, depositAddress: account }, requestsQuery)).to.equal(null);
    expect(refused({ startTimestamp: 2, endTimestamp: 1 }, requestsQuery)).to.equal('endTimestamp');
    expect(refused({ startBlock: 2, endBlock: 1 }, requestsQuery)).to.equal('endBlock');
    expect(refused({ startBlock: 2, endBlock: 2 }, requestsQuery)).to.equal(null);
  });

  it('checks merchant fields without the required fields when the payer’s choices are still missing', () => {
    expect(problemOfFields({ tradeType: 'EXACT_OUTPUT', useDepositAddress: true, strict: true })).to.equal(null);
    expect(problemOfFields({ topupGasAmount: '1' })?.field).to.equal('topupGasAmount');
    expect(problemOfFields({ txsGasLimit: -1 })).to.deep.equal({
      field: 'txsGasLimit',
      message: 'must be a whole number from 0 on, not -1',
    });
  });

  it('names the list entry and shortens the value when a list entry is invalid', () => {
    const problem = problemOf({ ...quote, txs: [call, { ...call, to: 'x'.repeat(500) }] }, quoteBody);
    expect(problem?.message).to.match(/^entry 1 has a wrong to: it must be an EVM address.*, not "x{81}$/u);
  });
});
