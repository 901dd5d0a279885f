/** Opens pages that show a quote for review, or on which the payer has pressed the pay button. */
import type { SessionOptions } from '../../src/payment/session/session.js';
import { World, type Tab } from '../support/world.js';

/** Opens a page that shows a quote for review. The page has loaded the prices of the payer's other assets. */
export async function reviewing(options: Parameters<World['open']>[0] = {}): Promise<{ world: World; tab: Tab }> {
  const world = new World();
  world.payer = 'waits';
  const tab = world.open(options);
  await tab.review();
  await world.clock.advance(3_000);
  return { world, tab };
}

/** The payer has pressed the pay button for this currency. The wallet waits for the payer. */
export async function pressed<W extends World>(
  world: W,
  pay: { chainId: number; currency: string },
  options: Partial<SessionOptions>,
  prepare: (world: W) => void = () => undefined,
): Promise<{ world: W; tab: Tab }> {
  world.payer = 'waits';
  prepare(world);
  const tab = world.open(options);
  await tab.review(pay);
  await tab.press();
  return { world, tab };
}
