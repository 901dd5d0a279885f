/** Helpers for the tests of payments to a deposit address. */
import { expect } from 'chai';
import { people } from '../support/quotes.js';
import { ETH, World, type Tab } from '../support/world.js';
import { addressOf } from '../support/world-service.js';
import { shownId } from './sent.js';

/** The payer's refund address. It differs from every address of the merchant and the service. */
export const REFUND_TO = '0x1234567890123456789012345678901234567890';

export const GETH = { type: 'asset-picked', ...ETH } as const;

export async function openDepositFields(world: World, options = {}): Promise<Tab> {
  const tab = world.open({ useDepositAddress: true, ...options });
  await tab.do({ type: 'opened' });
  await world.clock.until(() => tab.state.name === 'selecting' && tab.state.receives !== null);
  await tab.do({ type: 'deposit-address-picked' });
  await world.clock.until(() => tab.state.name !== 'selecting' || tab.state.assets.length > 0);
  return tab;
}

export async function awaiting(
  world = new World(),
  options = {},
): Promise<{ world: World; tab: Tab; address: string }> {
  const tab = await openDepositFields(world, options);
  await tab.do({ type: 'refund-to-typed', refundTo: REFUND_TO }, { type: 'quote-asked' });
  await tab.reach('awaiting-deposit');
  return { world, tab, address: addressOf(shownId(tab)) };
}

/** The payer has abandoned a wallet prompt for `pay`. The screen shows a deposit address for the same order. */
export async function awaitAnother(
  pay: { chainId: number; currency: string },
  world = new World(),
): Promise<{ world: World; tab: Tab; first: string; second: string; address: string }> {
  world.payer = 'waits';
  const tab = world.open({ useDepositAddress: true });
  await tab.review(pay);
  await tab.press();
  const first = shownId(tab);
  await tab.do({ type: 'wallet-closed' }, { type: 'abandoned' });
  await tab.do({ type: 'wallet-dropped' }, { type: 'deposit-address-picked' });
  await world.clock.until(() => tab.state.name === 'selecting' && tab.state.assets.length > 0);
  await tab.do({ type: 'refund-to-typed', refundTo: REFUND_TO }, GETH, { type: 'quote-asked' });
  await tab.reach('awaiting-deposit');
  const second = shownId(tab);
  expect(second).not.to.equal(first);
  return { world, tab, first, second, address: addressOf(second) };
}

/** Sends `value` to the address `to`, from a wallet that does not belong to the payer. */
export function send(world: World, to: string, value: bigint): string {
  const hash = world.chain.send({ from: people.attacker, to, data: '0x', value });
  world.chain.mine();
  return hash;
}
