/**
 * Lists the fields of `POST /quote/v2` for which the session has an option and the element a property of the same name.
 * The merchant sets all others with the option `quoteOptions`.
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

/**
 * How a page writes a value. The kinds `text`, `number` and `flag` are values of an attribute. A `list` is an attribute
 * with spaces between the words, or an array, and an `object` has no attribute.
 */
export type FieldKind = 'text' | 'number' | 'flag' | 'list' | 'object';

/**
 * Fields whose values the code takes unchanged from the merchant's options. `kind` says how a page writes the value.
 * Its check in `src/api/requests/forms.ts` has the name `form` or, without it, the name `kind`. `npm run docs` writes
 * these rows from the rows `quoteField` of `src/element/reference.ts`, whose texts a payer's browser does not load.
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
