/** Converts an amount in whole tokens, such as `25.00`, to the smallest unit of a currency in a registry. */
import { HubPayError } from '../errors.js';
import { parseUnits } from '../shared/amounts.js';
import { addressKey } from '../shared/chain.js';
import type { Registry } from '../types.js';
import { checkRegistry, findCurrency } from './registry.js';

/** An amount in whole tokens, with what is needed to convert it. */
export type WholeAmount = {
  registry: Registry;
  /** The id of the chain that the currency is on. */
  chainId: number | undefined;
  /** The token's symbol or address, or `native`. */
  currency: string | undefined;
  /** A plain decimal such as `25.00`. */
  amount: string | undefined;
};

/**
 * Looks up the currency and converts the amount.
 * @param prefix the path of the options, such as `expect`
 * @param names the options' names of chain and currency, for the error
 * @returns the currency's address, and the amount as a decimal string in its smallest unit
 * @throws HubPayError `config` that names the wrong option
 */
export function inSmallestUnit(
  { registry, chainId, currency, amount }: WholeAmount,
  prefix: string,
  names = { chainId: 'chainId', currency: 'currency' },
): { currency: string; amount: string } {
  const wrong = (name: string, why: string): HubPayError =>
    new HubPayError('config', `${prefix}.${name} ${why}.`, { attribute: `${prefix}.${name}` });
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
    throw wrong('amount', `is no amount of ${symbol} above 0 with at most ${decimals} decimal places, such as "25.00"`);
  }
  return { currency: addressKey(address), amount: String(units) };
}
