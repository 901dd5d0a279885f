/**
 * Lists the fields of `POST /quote/v2` for which the session has an option and the element has a property of the same
 * name. The merchant can set the other fields with the option `quoteOptions`, except those that `ownFields` in
 * `payment/model/options.ts` names, such as `user`.
 */

/** Fields of the quote body that the code computes from the merchant's options and the payer's choices. */
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

/**
 * How a page sets a value. `text`, `number` and `flag` are the value of an attribute. A `list` is an attribute with
 * spaces between the words, or an array. An `object` can only be set as a property.
 */
export type FieldKind = 'text' | 'number' | 'flag' | 'list' | 'object';

/**
 * Fields whose values the code takes unchanged from the merchant's options. `kind` defines how a page sets the value.
 * `form`, or `kind` if `form` is absent, is the name of its check in `src/api/requests/forms.ts`. `npm run docs` writes
 * these rows from the `quoteField` calls in `src/element/reference.ts`. A payer's browser does not load that file.
 */
export const verbatimFields = {
  // generated:quote-fields
  slippageTolerance: { kind: 'text', form: 'basisPoints' },
  subsidizeFees: { kind: 'flag' },
  sponsoredFeeComponents: { kind: 'list', form: 'feeComponents' },
  maxSubsidizationAmount: { kind: 'text', form: 'digits' },
  topupGas: { kind: 'flag' },
  topupGasAmount: { kind: 'text', form: 'digits' },
  usePermit: { kind: 'flag' },
  referrer: { kind: 'text' },
  appFees: { kind: 'object', form: 'appFees' },
  // /generated
} as const satisfies Readonly<Record<string, { kind: FieldKind; form?: string }>>;

/** The name of a field in `verbatimFields`. */
export type VerbatimField = keyof typeof verbatimFields;

/** The names of the fields in `verbatimFields`. */
export const verbatimNames = Object.keys(verbatimFields) as VerbatimField[];

type FlagField = { [K in VerbatimField]: (typeof verbatimFields)[K]['kind'] extends 'flag' ? K : never }[VerbatimField];

/** The names of the fields that are flags. */
export const quoteFlags = verbatimNames.filter((name): name is FlagField => verbatimFields[name].kind === 'flag');

/** Returns the row of a field, or undefined if `verbatimFields` has no field of this name. */
export const rowOf = (name: string): { readonly kind: FieldKind; readonly form?: string } | undefined =>
  Object.hasOwn(verbatimFields, name) ? verbatimFields[name as VerbatimField] : undefined;

/** All fields of the quote body for which the session has an option of the same name. */
export const optionFields = [...computedFields, ...verbatimNames] as const;
