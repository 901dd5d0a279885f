/**
 * The fields of `POST /quote/v2` that have an option and a property of the same name. The option `quoteOptions` sets
 * all other fields.
 */

/** The code computes these fields from the merchant's options. */
const computedFields = [
  'originChainId',
  'originCurrency',
  'destinationChainId',
  'destinationCurrency',
  'amount',
  'tradeType',
  'recipient',
  'refundTo',
  'useDepositAddress',
  'txs',
] as const;

/** The code sends the merchant's values of these fields unchanged. */
export const verbatimFields = [
  'slippageTolerance',
  'referrer',
  'subsidizeFees',
  'sponsoredFeeComponents',
  'maxSubsidizationAmount',
  'topupGas',
  'topupGasAmount',
  'usePermit',
  'appFees',
] as const;

/** All fields that have their own option. */
export const optionFields = [...computedFields, ...verbatimFields] as const;
