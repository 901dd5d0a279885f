/**
 * Reads a chain's cap (the largest payment that it accepts) and its warnings from the chain's record. The warnings do
 * not stop a payment.
 */
import { HubPayError } from '../../errors.js';
import type { ChainRecord, GuardNote, QuoteSummary } from '../../types.js';
import { usdMicros } from '../../shared/amounts.js';
import { usdMicrosOf } from '../../vm/registry/known-amounts.js';

/** The largest payment that the chain accepts, in millionths of a dollar, or null if its record has no usable limit. */
export function capOf({ partialDisableLimit = 0 }: ChainRecord): bigint | null {
  const dollars = String(partialDisableLimit);
  return partialDisableLimit > 0 && /^\d+(\.\d+)?$/.test(dollars) ? usdMicros(dollars) : null;
}

/**
 * Compares the paid amount in USD with the chain's cap. Does nothing if one of the two is unknown.
 * @throws HubPayError `amount-too-high` if the amount is above the cap
 */
export function assertWithinCap(chain: ChainRecord | undefined, { pays }: QuoteSummary): void {
  const cap = chain ? capOf(chain) : null;
  const price = usdMicrosOf(chain, pays);
  if (cap === null || price === null || price <= cap) return;
  throw new HubPayError(
    'amount-too-high',
    `Chain ${pays.chainId} does not take a payment of this size at the moment.`,
    {
      values: { amount: `${pays.amountFormatted} ${pays.symbol}` },
    },
  );
}

/** Returns the warnings about the origin chain and the destination chain of a payment; empty if there are none. */
export const chainWarnings = (chains: readonly ChainRecord[], { pays, receives }: QuoteSummary): GuardNote[] =>
  chains
    .filter(({ id }) => id === pays.chainId || id === receives.chainId)
    .flatMap(({ id, blockProductionLagging, surgeEnabled }) => [
      ...(blockProductionLagging ? [noteOf(id, 'blockProductionLagging', 'makes its blocks late')] : []),
      ...(surgeEnabled ? [noteOf(id, 'surgeEnabled', 'has higher fees than usual')] : []),
    ]);

const noteOf = (id: number, member: string, message: string): GuardNote => ({
  rule: 'chain',
  path: `chains[${id}].${member}`,
  message,
});
