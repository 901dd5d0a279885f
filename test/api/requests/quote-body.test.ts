import { expect } from 'chai';
import type { BodyShape } from '../../../src/api/requests/checks.js';
import { quoteFields } from '../../../demo/devnet/orders/quote-fields.js';
import type { QuoteBody } from '../../../src/api/requests/types.js';
import { problemOfFields, quoteBody } from '../../../src/api/requests/quote-body.js';
import { problemOf } from '../../../src/api/requests/checks.js';
import { executeBody } from '../../../src/api/requests/other-bodies.js';
import { optionFields } from '../../../src/shared/quote-fields.js';
import { tokens } from '../../support/quotes.js';
import {
  type Values,
  type Table,
  account,
  flag,
  text,
  count,
  chain,
  digits,
  points,
  evm,
  sources,
  call,
  authorization,
  authorizations,
  execution,
  quote,
  refused,
} from './bodies.js';

/** A valid body with some optional fields. Other optional fields are valid only together with these fields. */
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

describe('assertBody', () => {
  holds(quoteBody, full, quoteTable);

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
      message: [
        'has a wrong authorizationList: it entry 1 has a wrong r: ' +
          'it must be a number of at most 32 bytes, as 0x-hex, not "r"',
      ],
    });
  });

  it('accepts a quote body and leaves it unchanged when every field is set', () => {
    const { refundOnOrigin: _, ...fields } = quoteTable;
    const first = Object.entries(fields).map(([field, { right }]) => [field, right[0]] as const);
    // The values of `full` are right together.
    const all = { ...Object.fromEntries(first), ...full };
    const before = JSON.stringify(all);
    expect(refused(all, quoteBody)).to.equal(null);
    expect(JSON.stringify(all)).to.equal(before);
    expect([...Object.keys(all), 'refundOnOrigin'].sort()).to.deep.equal(Object.keys(quoteBody.checks).sort());
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

  it('checks merchant fields without the required fields when the payer’s choices are still missing', () => {
    expect(problemOfFields({ tradeType: 'EXACT_OUTPUT', useDepositAddress: true, strict: true })).to.equal(null);
    expect(problemOfFields({ topupGasAmount: '1' })?.field).to.equal('topupGasAmount');
    expect(problemOfFields({ txsGasLimit: -1 })).to.deep.equal({
      field: 'txsGasLimit',
      message: ['must be a whole number from 0 on, not -1'],
    });
  });
});
