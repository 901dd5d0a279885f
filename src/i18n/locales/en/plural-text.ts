/** Defines the type of a text with plural forms. */

/**
 * A text whose form depends on `{count}`. It can have one form for each plural category of its language, as
 * `Intl.PluralRules` defines them: English has `one` and `other`, Arabic has six, and Japanese has only `other`.
 * @example
 * ```ts
 * const found: PluralText = { one: '{count} token found', other: '{count} tokens found' };
 * ```
 */
export type PluralText = {
  /** The form for every number for which there is no other form. */
  readonly other: string;
} & {
  readonly [category in Exclude<Intl.LDMLPluralRule, 'other'>]?: string;
};
