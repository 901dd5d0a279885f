/** Checks whether a deposit pays its order, and creates additional requests for further deposits. */

import { concatHex, keccak256, type Hex } from 'viem';
import { resized } from '../orders/currencies.js';
import type { Deposit, Order, State } from '../orders/order-state.js';

/** Returns why this deposit does not pay the order. Returns undefined if the deposit pays the order. */
export function refusalOf({ origin, deadline, depositAddress }: Order, deposit: Deposit): string | undefined {
  if (deposit.chainId !== origin.chainId) return 'DEPOSIT_CHAIN_MISMATCH';
  if (deposit.currency !== origin.currency) return 'DEPOSIT_CURRENCY_MISMATCH';
  if (deposit.amount !== origin.amount) return 'DEPOSIT_AMOUNT_MISMATCH';
  return depositAddress?.type !== 'open' && Date.now() > deadline ? 'ORDER_EXPIRED' : undefined;
}

type NewOrder = Parameters<State['add']>[0];

/**
 * Creates a request for a refund. This request refunds an overpaid amount, or a whole second deposit for the same
 * order.
 */
export function secondRequest(order: Order, deposit: Deposit): NewOrder {
  const { requestId, orderId, origin, destination, deadline, quoted, depositAddress } = order;
  const id = keccak256(concatHex([requestId, deposit.hash as Hex]));
  const again = { requestId: id, orderId, origin, destination, deadline, createdAt: Date.now(), parentId: requestId };
  if (!depositAddress) return { ...again, quoted };
  const currencyIn = resized(quoted.details.currencyIn, deposit.amount);
  return { ...again, depositAddress, quoted: { ...quoted, details: { ...quoted.details, currencyIn } } };
}

/** Creates a request for one more payment to an open deposit address. */
export function furtherRequest(order: Order, { hash }: Deposit): NewOrder {
  const { origin, destination, deadline, quoted, depositAddress } = order;
  const requestId = keccak256(concatHex([order.requestId, hash as Hex]));
  const again = { requestId, orderId: keccak256(requestId), createdAt: Date.now() };
  return { ...again, origin, destination, deadline, quoted, ...(depositAddress && { depositAddress }) };
}

/**
 * Calculates the order's amounts for a payment to an open deposit address. `input` is the received amount. If this
 * amount does not cover the fees, the order keeps its previous input amount. Then the deposit does not match the order,
 * and
 * the solver refunds the deposit.
 */
export function worthOf(order: Order, input: bigint): Pick<Order, 'origin' | 'destination' | 'quoted'> {
  const { origin, destination, quoted, depositAddress } = order;
  const output = depositAddress?.outputOf(input) ?? 0n;
  const { currencyIn, currencyOut } = quoted.details;
  const amounts = { currencyIn: resized(currencyIn, input), currencyOut: resized(currencyOut, output) };
  return {
    origin: { ...origin, amount: output > 0n ? input : origin.amount },
    destination: { ...destination, amount: output },
    quoted: { ...quoted, details: { ...quoted.details, ...amounts } },
  };
}
