/** Checks the body of `POST /quote/v2` before it is sent. */
import { isNativeCurrency } from '../../shared/chain.js';
import type { BodyShape, Check, Checks, Problem, BodyRule } from './checks.js';
import {
  basisPoints,
  calldata,
  chainId,
  digits,
  flag,
  hexAddress,
  listOf,
  matching,
  objectOf,
  oneOf,
  problemOf,
  text,
  whole,
} from './checks.js';
import type { SetCodeAuthorization, QuoteBody } from './types.js';

const sources = listOf(text);
const count = whole(0);

/** Checks a list of EIP-7702 authorizations. The body of `POST /execute` uses it too. */
export const authorizations = (least = 0): Check => {
  const word = matching(/^0x[a-fA-F0-9]{1,64}$/, 'a number of at most 32 bytes, as 0x-hex');
  const members = { chainId: count, address: hexAddress, nonce: count, yParity: whole(0, 1), r: word, s: word };
  return listOf(objectOf(members satisfies Checks<SetCodeAuthorization>, Object.keys(members)), least);
};

const checks: Checks<QuoteBody> & { refundOnOrigin: Check } = {
  user: text,
  originChainId: chainId,
  destinationChainId: chainId,
  originCurrency: text,
  destinationCurrency: text,
  amount: digits,
  tradeType: oneOf('EXACT_INPUT', 'EXACT_OUTPUT', 'EXPECTED_OUTPUT'),
  recipient: text,
  txs: listOf(
    objectOf({ to: hexAddress, value: digits, data: calldata, originalTxValue: digits }, ['to', 'value', 'data']),
  ),
  txsGasLimit: count,
  authorizationList: authorizations(),
  additionalData: objectOf({ userPublicKey: text }, []),
  referrer: text,
  referrerAddress: hexAddress,
  refundTo: text,
  refundOnOrigin: () => 'is deprecated and never sent, a refund is always on the origin chain: leave it out',
  topupGas: flag,
  topupGasAmount: digits,
  enableTrueExactOutput: flag,
  explicitDeposit: flag,
  useExternalLiquidity: flag,
  useFallbacks: flag,
  usePermit: flag,
  permitExpiry: whole(1),
  useDepositAddress: flag,
  strict: flag,
  slippageTolerance: basisPoints,
  latePaymentSlippageTolerance: basisPoints,
  appFees: listOf(objectOf({ recipient: text, fee: basisPoints }, ['recipient', 'fee'])),
  gasLimitForDepositSpecifiedTxs: count,
  forceSolverExecution: flag,
  subsidizeFees: flag,
  sponsoredFeeComponents: listOf(oneOf('execution', 'swap', 'relay', 'app'), 1),
  maxSubsidizationAmount: digits,
  subsidizeRent: flag,
  includedSwapSources: sources,
  excludedSwapSources: sources,
  includedOriginSwapSources: sources,
  includedDestinationSwapSources: sources,
  originGasOverhead: count,
  depositFeePayer: text,
  maxRouteLength: whole(1),
  useSharedAccounts: flag,
  includeComputeUnitLimit: flag,
  overridePriceImpact: flag,
  disableOriginSwaps: flag,
  fixedRate: matching(/^[0-9]{1,30}(\.[0-9]{1,30})?$/, 'a decimal such as "1.5"'),
  protocolVersion: oneOf('v2'),
};

/** Chain id of the perps venue. */
const VENUE = 1337;

/** Dependencies between fields. These also hold for an incomplete body. `wholeRules` hold only for a complete one. */
const rules: readonly BodyRule<QuoteBody>[] = [
  ['topupGasAmount', (body) => !!body.topupGasAmount && !body.topupGas, 'requires topupGas: set that to true'],
  [
    'topupGas',
    (body) => !!body.topupGas && isNativeCurrency(body.destinationCurrency ?? ''),
    'is of no use where the destination currency pays the gas itself: leave it out',
  ],
  [
    'sponsoredFeeComponents',
    (body) => !!body.sponsoredFeeComponents && !body.subsidizeFees,
    'requires subsidizeFees: set that to true',
  ],
  [
    'maxSubsidizationAmount',
    (body) => !!body.maxSubsidizationAmount && !body.subsidizeFees,
    'requires subsidizeFees: set that to true',
  ],
  ['strict', (body) => !!body.strict && !body.useDepositAddress, 'requires useDepositAddress: set that to true'],
  [
    'strict',
    (body) => !!body.useDepositAddress && body.tradeType === 'EXACT_OUTPUT' && !body.strict,
    'is required by a deposit address for an EXACT_OUTPUT amount: set it to true',
  ],
];
const wholeRules: readonly BodyRule<QuoteBody>[] = [
  [
    'refundTo',
    (body) => !!body.strict && !body.refundTo,
    'is required by strict: set who gets a refund on the origin chain',
  ],
  [
    'protocolVersion',
    (body) => body.originChainId === VENUE && body.protocolVersion !== 'v2',
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

export const quoteBody: BodyShape<QuoteBody> = {
  name: 'the quote body',
  checks,
  needed,
  rules: [...rules, ...wholeRules],
};

/** Checks the merchant's fields before the payer's choices complete the body. Null: no problem. */
export const problemOfFields = (fields: Partial<QuoteBody>): Problem | null =>
  problemOf<Partial<QuoteBody>>(fields, { ...quoteBody, needed: [], rules });
