/** A world at the review of a quote. */
import { World, type Tab } from '../support/world.js';

/** A tab at the review. The prices of the payer's other assets are loaded. */
export async function reviewing(options: Parameters<World['open']>[0] = {}): Promise<{ world: World; tab: Tab }> {
  const world = new World();
  world.payer = 'waits';
  const tab = world.open(options);
  await tab.review();
  await world.clock.advance(3_000);
  return { world, tab };
}
