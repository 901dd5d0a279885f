/** Checks the body of `POST /quote/v2` before the client sends it. */
import { isNativeCurrency } from '../../shared/chain.js';
import { VENUE_CHAIN } from '../../shared/chain-ids.js';
import type { DestinationCall } from '../../types.js';
import { flag, integer, list, matching, wrong, type Fields, type Reader } from '../../shared/validation.js';
import {
  basisPoints,
  calldata,
  digits,
  exactObject,
  hexAddress,
  oneOf,
  problemOf,
  text,
  type BodyRule,
  type BodyShape,
  type Problem,
} from './checks.js';
import { verbatimChecks } from './forms.js';
import type { QuoteBody, SetCodeAuthorization } from './types.js';

/**
 * True if a quote from this chain needs the second version of the protocol. The chain's id decides, because the client
 * has no list of chains with the venue's `vmType`.
 */
export const needsV2 = (originChainId: number | undefined): boolean => originChainId === VENUE_CHAIN;

/** The id of a chain: a safe integer from 1 on. */
export const chainId: Reader<number> = integer(1);

const sources = list(text);
const count = integer(0);
const word = matching(/^0x[a-fA-F0-9]{1,64}$/, 'a number of at most 32 bytes, as 0x-hex');

/** An EIP-7702 authorization, in a quote body or in the body of `POST /execute`. */
export const authorization: Reader<SetCodeAuthorization> = exactObject<SetCodeAuthorization>(
  { chainId: count, address: hexAddress, nonce: count, yParity: integer(0, 1), r: word, s: word },
  ['chainId', 'address', 'nonce', 'yParity', 'r', 's'],
);

const refundOnOrigin: Reader<never> = (_, path, issues) =>
  wrong(issues, path, 'is deprecated and never sent: leave it out; a refund is always on the origin chain');

const checks: Fields<QuoteBody> & { refundOnOrigin: Reader<never> } = {
  ...verbatimChecks,
  user: text,
  originChainId: chainId,
  destinationChainId: chainId,
  originCurrency: text,
  destinationCurrency: text,
  amount: digits,
  tradeType: oneOf('EXACT_INPUT', 'EXACT_OUTPUT', 'EXPECTED_OUTPUT'),
  recipient: text,
  txs: list(
    exactObject<DestinationCall>({ to: hexAddress, value: digits, data: calldata, originalTxValue: digits }, [
      'to',
      'value',
      'data',
    ]),
  ),
  txsGasLimit: count,
  authorizationList: list(authorization),
  additionalData: exactObject<{ userPublicKey?: string }>({ userPublicKey: text }, []),
  referrerAddress: hexAddress,
  refundTo: text,
  refundOnOrigin,
  enableTrueExactOutput: flag,
  explicitDeposit: flag,
  useExternalLiquidity: flag,
  useFallbacks: flag,
  permitExpiry: integer(1),
  useDepositAddress: flag,
  strict: flag,
  latePaymentSlippageTolerance: basisPoints,
  gasLimitForDepositSpecifiedTxs: count,
  forceSolverExecution: flag,
  subsidizeRent: flag,
  includedSwapSources: sources,
  excludedSwapSources: sources,
  includedOriginSwapSources: sources,
  includedDestinationSwapSources: sources,
  originGasOverhead: count,
  depositFeePayer: text,
  maxRouteLength: integer(1),
  useSharedAccounts: flag,
  includeComputeUnitLimit: flag,
  overridePriceImpact: flag,
  disableOriginSwaps: flag,
  fixedRate: matching(/^[0-9]{1,30}(\.[0-9]{1,30})?$/, 'a decimal such as "1.5"'),
  protocolVersion: oneOf('v2'),
};

/** The rules for both complete and incomplete bodies. The rules in `wholeRules` apply only to a complete body. */
const rules: readonly BodyRule<QuoteBody>[] = [
  ['topupGasAmount', (body) => !!body.topupGasAmount && !body.topupGas, 'requires topupGas: set that to true'],
  [
    'topupGas',
    (body) => !!body.topupGas && isNativeCurrency(body.destinationCurrency ?? ''),
    'has no use if the destination currency itself pays the gas: leave it out',
  ],
  [
    'sponsoredFeeComponents',
    (body) => !!body.sponsoredFeeComponents && !body.subsidizeFees,
    'requires ',
    { option: 'subsidizeFees' },
    ': set it',
  ],
  [
    'maxSubsidizationAmount',
    (body) => !!body.maxSubsidizationAmount && !body.subsidizeFees,
    'requires ',
    { option: 'subsidizeFees' },
    ': set it',
  ],
  ['strict', (body) => !!body.strict && !body.useDepositAddress, 'requires useDepositAddress: set that to true'],
  [
    'strict',
    (body) => !!body.useDepositAddress && body.tradeType === 'EXACT_OUTPUT' && !body.strict,
    'must be true for a deposit address with EXACT_OUTPUT',
  ],
];
const wholeRules: readonly BodyRule<QuoteBody>[] = [
  ['refundTo', (body) => !!body.strict && !body.refundTo, 'is required by strict: set the refund address'],
  [
    'protocolVersion',
    (body) => needsV2(body.originChainId) && body.protocolVersion !== 'v2',
    'must be "v2" to withdraw from the perps venue',
  ],
];

const needed = [
  'user',
  'originChainId',
  'destinationChainId',
  'originCurrency',
  'destinationCurrency',
  'amount',
  'tradeType',
] as const;

/** The complete body of `POST /quote/v2`. */
export const quoteBody: BodyShape<QuoteBody> = {
  name: 'the quote body',
  checks,
  needed,
  rules: [...rules, ...wholeRules],
};

/** Returns the first problem of a body without the payer's choices, or null if it has none. */
export const problemOfFields = (fields: Partial<QuoteBody>): Problem | null =>
  problemOf<Partial<QuoteBody>>(fields, { ...quoteBody, needed: [], rules });
