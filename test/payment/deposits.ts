/** Helpers for the tests of payments to a deposit address. */
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

/** Sends `value` to the address `to`, from a wallet that does not belong to the payer. */
export function send(world: World, to: string, value: bigint): string {
  const hash = world.chain.send({ from: people.attacker, to, data: '0x', value });
  world.chain.mine();
  return hash;
}
