/**
 * The fields of `POST /quote/v2` that have a merchant option and a property of the same name. To add a field, add its
 * name here. The option `quoteOptions` sets all other fields.
 */

/** The code computes these fields from the merchant's options, such as an amount in the smallest unit. */
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

/** The code sends these fields exactly as the merchant set the options. */
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

/** All fields with an option of their own. */
export const optionFields = [...computedFields, ...verbatimFields] as const;
