/**
 * Lists the fields of `POST /quote/v2` that have an option of the session and a property of the element with the same
 * name. The merchant sets all other fields with the option `quoteOptions`.
 */

/** Fields of the quote body that the code computes from the merchant's options. */
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

/** Fields whose values the code takes unchanged from the merchant's options. */
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

/** All fields of the quote body for which the session has an option of the same name. */
export const optionFields = [...computedFields, ...verbatimFields] as const;
