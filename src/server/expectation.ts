/** Checks what a merchant's server expects of a payment, and converts its amounts to the smallest unit. */
import { shown } from '../api/requests/checks.js';
import { config } from '../errors.js';
import { nearestName } from '../shared/text/edit-distance.js';
import { isRecord, UINT_TEXT } from '../shared/text/patterns.js';
import { inSmallestUnit } from '../vm/registry/registry-amount.js';
import { assertForms } from './expected-forms.js';
import type { ExpectedPayment } from './types.js';

const OPTIONAL = ['minimumAmount', 'registry'];
const EXPECTED = ['recipient', 'chainId', 'currency', 'amount', ...OPTIONAL];

/**
 * Refuses an unknown member, which is probably misspelt, and an optional member that is undefined. The order could
 * otherwise require something else than the merchant intended.
 */
function assertNames(expect: Readonly<Record<string, unknown>>, prefix: string): void {
  for (const [name, value] of Object.entries(expect)) {
    const meant = nearestName(name, EXPECTED);
    if (!EXPECTED.includes(name))
      throw config(`${prefix}.${name}`, `is unknown: ${meant ? `did you mean "${meant}"?` : 'leave it out'}`);
    if (value === undefined && OPTIONAL.includes(name))
      throw config(`${prefix}.${name}`, 'is undefined: set it, or leave it out');
  }
}

/** What an order requires, with the amounts in the smallest unit. */
export type CheckedExpectation = Required<Omit<ExpectedPayment, 'registry'>>;

/**
 * Returns the values in `options` without `registry`, and with the amounts in the smallest unit. An absent
 * `minimumAmount` becomes the amount. With `registry`, the currency becomes an address. `prefix` is the name of the
 * option, for the error.
 * @throws HubPayError `config` if a value is invalid, because a wrong payment or none could then match
 */
export function checkedExpectation(options: unknown, prefix = 'expect'): CheckedExpectation {
  if (!isRecord(options))
    throw config(
      prefix,
      options == null ? 'is missing: set it to what your order requires' : 'is no object with what your order requires',
    );
  assertNames(options, prefix);
  const { registry, ...given } = options as ExpectedPayment;
  for (const name of ['amount', 'minimumAmount'] as const) {
    const value: unknown = given[name];
    if (typeof value !== 'number' && typeof value !== 'bigint') continue;
    const sample = registry === undefined ? '"25000000"' : '"25.00"';
    throw config(`${prefix}.${name}`, `${shown(value)} is a ${typeof value}: write it as a text, such as ${sample}`);
  }
  const unitsOf = (name: 'amount' | 'minimumAmount', amount: string): { currency: string; amount: string } =>
    registry === undefined
      ? { ...given, amount }
      : inSmallestUnit({ registry, ...given, amount }, prefix, {
          chainId: 'chainId',
          currency: 'currency',
          amount: name,
        });
  const paid = unitsOf('amount', given.amount);
  const guaranteed = given.minimumAmount === undefined ? paid : unitsOf('minimumAmount', given.minimumAmount);
  const expect = { ...given, ...paid, minimumAmount: guaranteed.amount };
  const { recipient, chainId, currency, amount, minimumAmount } = expect;
  const refuseOption = (name: keyof typeof expect, why: string): never => {
    const value: unknown = expect[name];
    throw config(`${prefix}.${name}`, value == null || value === '' ? 'is missing' : `${shown(value)} ${why}`);
  };
  if (typeof recipient !== 'string' || recipient === '') refuseOption('recipient', 'is not an address');
  if (typeof chainId !== 'number')
    refuseOption(
      'chainId',
      `is ${typeof chainId === 'bigint' ? 'a bigint' : 'not a number'}: write a number, such as 8453`,
    );
  if (!Number.isSafeInteger(chainId) || chainId <= 0) refuseOption('chainId', 'is not a chain id');
  if (typeof currency !== 'string' || currency === '') refuseOption('currency', "is not a token's address");
  if (typeof amount !== 'string' || !UINT_TEXT.test(amount))
    refuseOption('amount', 'is not a whole number in the smallest unit, such as "25000000" (or set registry)');
  if (amount === '0') refuseOption('amount', 'is not above 0');
  if (typeof minimumAmount !== 'string' || !UINT_TEXT.test(minimumAmount))
    refuseOption('minimumAmount', 'is not a whole number in the smallest unit');
  if (BigInt(minimumAmount) > BigInt(amount)) refuseOption('minimumAmount', 'is above the amount');
  assertForms(expect, registry, prefix);
  return expect;
}
