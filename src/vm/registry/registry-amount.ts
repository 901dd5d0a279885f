/** Converts an amount that a merchant writes, such as `25.00`, to the smallest unit of a currency in a registry. */
import { config, type HubPayError } from '../../errors.js';
import { parseUnits } from '../../shared/amounts.js';
import { addressKey } from '../../shared/chain.js';
import type { Registry } from '../../types.js';
import { checkRegistry, findCurrency } from './registry.js';

/** An amount such as `25.00`, and the values with which the code converts it to the smallest unit. */
export type WholeAmount = {
  registry: Registry;
  /** The id of the chain on which the currency exists. */
  chainId: number | undefined;
  /** The currency by its symbol or address, or as `native`. */
  currency: string | undefined;
  /** The amount as a decimal number of tokens, such as `25.00`. */
  amount: string | undefined;
};

/**
 * Finds the currency in the registry, and converts the amount to the smallest unit of this currency.
 * @param prefix the name of the option that contains the values, such as `expect`, for the error
 * @param names how the caller names the chain, the currency and the amount, for the error
 * @returns the currency's address, and the amount as a decimal string in the currency's smallest unit
 * @throws HubPayError `config`, with the name of the wrong option
 */
export function inSmallestUnit(
  { registry, chainId, currency, amount }: WholeAmount,
  prefix: string,
  names: { chainId: string; currency: string; amount?: string } = { chainId: 'chainId', currency: 'currency' },
): { currency: string; amount: string } {
  const wrong = (name: string, why: string): HubPayError => config(`${prefix}.${name}`, why);
  const [problem] = checkRegistry(registry);
  if (problem) throw wrong('registry', `is no registry: ${problem.path} ${problem.message}`);
  const chain = registry.chains.find(({ id }) => id === chainId);
  if (!chain) throw wrong(names.chainId, 'is no chain of the registry');
  const found = findCurrency(chain, typeof currency === 'string' ? currency : '');
  if ('problem' in found) throw wrong(names.currency, `names no currency: ${found.problem}`);
  const { address, decimals, symbol } = found.currency;
  if (!Number.isInteger(decimals)) throw wrong('registry', `does not say the decimals of ${symbol}`);
  const units = typeof amount === 'string' ? parseUnits(amount, decimals) : null;
  if (!units) {
    throw wrong(
      names.amount ?? 'amount',
      `is no amount of ${symbol} above 0 with at most ${decimals} decimal places, such as "25.00"`,
    );
  }
  return { currency: addressKey(address), amount: String(units) };
}
