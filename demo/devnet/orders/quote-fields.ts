/** Checks the body of `POST /quote/v2`. Refuses invalid fields, and fields that the devnet does not support. */

import type { Address, Hex } from 'viem';
import { findProblem, type FieldTable } from '../base/check-fields.js';
import { quoteError } from '../base/request-error.js';

export interface DestinationCall {
  readonly to: Address;
  readonly value: string;
  readonly data: Hex;
}

/** A valid body. This type omits the fields that do not affect the quote. */
export interface CheckedQuoteBody {
  user: string;
  originChainId: number;
  destinationChainId: number;
  originCurrency: string;
  destinationCurrency: string;
  amount: string;
  tradeType: (typeof TRADE_TYPES)[number];
  recipient?: string;
  refundTo?: string;
  referrer?: string;
  slippageTolerance?: string;
  topupGas?: boolean;
  topupGasAmount?: string;
  appFees?: { recipient: string; fee: string }[];
  subsidizeFees?: boolean;
  sponsoredFeeComponents?: ('execution' | 'swap' | 'relay' | 'app')[];
  maxSubsidizationAmount?: string;
  txs?: DestinationCall[];
  explicitDeposit?: boolean;
  usePermit?: boolean;
  permitExpiry?: number;
  forceSolverExecution?: boolean;
  useDepositAddress?: boolean;
  strict?: boolean;
  depositFeePayer?: string;
  subsidizeRent?: boolean;
  includeComputeUnitLimit?: boolean;
  useSharedAccounts?: boolean;
  maxRouteLength?: number;
  includedOriginSwapSources?: string[];
  [field: string]: unknown;
}

const TRADE_TYPES = ['EXACT_INPUT', 'EXACT_OUTPUT', 'EXPECTED_OUTPUT'] as const;
const FLAG = { type: 'boolean' } as const;
const TEXT = { type: 'string' } as const;
const COUNT = { type: 'number' } as const;
const SOURCES = { type: 'array', items: TEXT } as const;
const DIGITS = { type: 'string', pattern: /^[0-9]{1,78}$/ } as const;
const ADDRESS = { type: 'string', pattern: /^0x[a-fA-F0-9]{40}$/ } as const;
const HEX = { type: 'string', pattern: /^0x(?:[a-fA-F0-9]{2})*$/ } as const;
const BYTES32 = { type: 'string', pattern: /^0x[a-fA-F0-9]{1,64}$/ } as const;
/** A whole number from "0" to "10000", as a string. */
const BASIS_POINTS = { type: 'string', pattern: /^(?:10000|[0-9]{1,4})$/ } as const;
const SLIPPAGE = { ...BASIS_POINTS, errorCode: 'INVALID_SLIPPAGE_TOLERANCE' } as const;

/**
 * The fields of the body. `route.ts` checks the addresses of users and currencies, because the address format depends
 * on the chain.
 */
export const quoteFields: FieldTable = {
  user: { type: 'string', required: true, errorCode: 'INVALID_ADDRESS' },
  originChainId: { type: 'number', required: true, errorCode: 'UNSUPPORTED_CHAIN' },
  destinationChainId: { type: 'number', required: true, errorCode: 'UNSUPPORTED_CHAIN' },
  originCurrency: { type: 'string', required: true, errorCode: 'INVALID_INPUT_CURRENCY' },
  destinationCurrency: { type: 'string', required: true, errorCode: 'INVALID_OUTPUT_CURRENCY' },
  amount: { ...DIGITS, required: true },
  tradeType: { type: 'string', required: true, oneOf: TRADE_TYPES },
  recipient: { type: 'string', errorCode: 'INVALID_RECIPIENT' },
  txs: {
    type: 'array',
    errorCode: 'INVALID_EXTRA_TXS',
    items: {
      type: 'object',
      members: {
        to: { ...ADDRESS, required: true },
        value: { ...DIGITS, required: true },
        data: { ...HEX, required: true },
        originalTxValue: DIGITS,
      },
    },
  },
  txsGasLimit: COUNT,
  authorizationList: {
    type: 'array',
    items: {
      type: 'object',
      members: {
        chainId: { type: 'number', required: true },
        address: { ...ADDRESS, required: true },
        nonce: { type: 'number', required: true },
        yParity: { type: 'number', required: true, max: 1 },
        r: { ...BYTES32, required: true },
        s: { ...BYTES32, required: true },
      },
    },
  },
  additionalData: { type: 'object', members: { userPublicKey: TEXT } },
  referrer: TEXT,
  referrerAddress: ADDRESS,
  refundTo: { type: 'string', errorCode: 'INVALID_ADDRESS' },
  refundOnOrigin: FLAG,
  topupGas: FLAG,
  topupGasAmount: { ...DIGITS, requires: 'topupGas' },
  enableTrueExactOutput: FLAG,
  explicitDeposit: FLAG,
  useExternalLiquidity: FLAG,
  useFallbacks: FLAG,
  usePermit: FLAG,
  permitExpiry: COUNT,
  useDepositAddress: FLAG,
  strict: { type: 'boolean', requires: 'useDepositAddress' },
  slippageTolerance: SLIPPAGE,
  latePaymentSlippageTolerance: SLIPPAGE,
  appFees: {
    type: 'array',
    items: {
      type: 'object',
      members: { recipient: { ...ADDRESS, required: true }, fee: { ...BASIS_POINTS, required: true } },
    },
  },
  gasLimitForDepositSpecifiedTxs: { type: 'number', errorCode: 'INVALID_GAS_LIMIT_FOR_DEPOSIT_SPECIFIED_TXS' },
  forceSolverExecution: FLAG,
  subsidizeFees: FLAG,
  sponsoredFeeComponents: {
    type: 'array',
    minItems: 1,
    requires: 'subsidizeFees',
    items: { type: 'string', oneOf: ['execution', 'swap', 'relay', 'app'] },
  },
  maxSubsidizationAmount: { ...DIGITS, requires: 'subsidizeFees' },
  subsidizeRent: FLAG,
  includedSwapSources: SOURCES,
  excludedSwapSources: SOURCES,
  includedOriginSwapSources: SOURCES,
  includedDestinationSwapSources: SOURCES,
  originGasOverhead: COUNT,
  depositFeePayer: TEXT,
  maxRouteLength: COUNT,
  useSharedAccounts: FLAG,
  includeComputeUnitLimit: FLAG,
  overridePriceImpact: FLAG,
  disableOriginSwaps: FLAG,
  fixedRate: { type: 'string', pattern: /^[0-9]+(?:\.[0-9]+)?$/ },
  protocolVersion: { type: 'string', oneOf: ['v2'] },
};

/** The fields that the devnet does not support. The devnet refuses a quote request with one of these fields. */
const UNSUPPORTED: readonly (readonly [field: string, errorCode: string, when?: unknown])[] = [
  ['authorizationList', 'EXTRA_TXS_NOT_SUPPORTED'],
  ['useExternalLiquidity', 'UNSUPPORTED_ROUTE'],
  ['includedSwapSources', 'NO_SWAP_ROUTES_FOUND'],
  ['includedDestinationSwapSources', 'NO_SWAP_ROUTES_FOUND'],
  ['fixedRate', 'UNSUPPORTED_ROUTE'],
];

/** @throws RequestError that names the invalid field */
export function checkQuoteBody(body: unknown): CheckedQuoteBody {
  const problem = findProblem(body, quoteFields);
  if (problem) {
    throw quoteError(problem.errorCode ?? 'UNKNOWN_ERROR', problem.message, { field: problem.field });
  }
  const quote = body as CheckedQuoteBody;
  const { strict, refundTo, useDepositAddress, tradeType } = quote;
  const missing = (field: string, why: string): Error =>
    quoteError('UNKNOWN_ERROR', `${field} is required ${why}`, { field });
  if (strict === true && refundTo === undefined) throw missing('refundTo', 'with strict=true');
  if (useDepositAddress === true && tradeType === 'EXACT_OUTPUT' && strict !== true) {
    throw missing('strict', 'for an EXACT_OUTPUT deposit address');
  }
  for (const [field, errorCode, when = true] of UNSUPPORTED) {
    const value = quote[field];
    const isUsed = Array.isArray(value) ? value.length > 0 : typeof value === 'string' || value === when;
    if (isUsed) throw quoteError(errorCode, `${field}: no route of this service supports this field`, { field });
  }
  return quote;
}
