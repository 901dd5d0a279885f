/** Opens pages that show a quote for review. */
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
