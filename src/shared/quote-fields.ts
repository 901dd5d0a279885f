/**
 * The fields of `POST /quote/v2` that have a merchant option and a property of the same name. To add one, add a row
 * here. `quoteOptions` sets all other fields.
 */

/** Fields that the payment computes from the option, such as an amount in the smallest unit. */
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

/** Fields that are sent exactly as the merchant wrote the option. */
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
