/** Defines the checks of values, by the form or kind that the rows of `src/shared/quote-fields.ts` name. */
import { verbatimFields, type VerbatimField } from '../../shared/quote-fields.js';
import { flag, list } from '../../shared/validation.js';
import type { AppFee } from '../../types.js';
import { basisPoints, digits, exactObject, filledList, oneOf, problemOfValue, text } from './checks.js';

const forms = {
  text,
  flag,
  digits,
  basisPoints,
  feeComponents: filledList(oneOf('execution', 'swap', 'relay', 'app')),
  appFees: list(exactObject<AppFee>({ recipient: text, fee: basisPoints }, ['recipient', 'fee'])),
};

type Row<K extends VerbatimField> = (typeof verbatimFields)[K];
type FormOf<K extends VerbatimField> = Row<K> extends { form: infer F } ? F : Row<K>['kind'];

/** The check of each field that the code takes unchanged from the merchant's options. */
export const verbatimChecks = Object.fromEntries(
  Object.entries<{ kind: string; form?: string }>(verbatimFields).map(([name, { kind, form = kind }]) => [
    name,
    forms[form as keyof typeof forms],
  ]),
) as { readonly [K in VerbatimField]: (typeof forms)[FormOf<K> & keyof typeof forms] };

/** Returns a message about what is wrong with a merchant's value of a field, or null if it is valid or undefined. */
export const problemOfOption = (name: VerbatimField, value: unknown): string | null =>
  value === undefined ? null : problemOfValue(verbatimChecks[name], value);
