/** Helpers for tests of two tabs that show one payment. */
import { expect } from 'chai';
import { SECOND } from '../support/times.js';
import { World, type Tab } from '../support/world.js';
import { shownId } from './sent.js';

/** The first tab has paid and polls. The second tab shows the same payment. */
export async function twoTabs(): Promise<{ world: World; one: Tab; two: Tab }> {
  const world = new World();
  world.service.outcome = 'none';
  const one = world.open();
  await one.review();
  await one.press();
  await world.clock.advance(10 * SECOND);
  const two = world.open();
  await world.clock.advance(10 * SECOND);
  expect([shownId(two), two.state.name]).to.deep.equal([shownId(one), 'processing']);
  return { world, one, two };
}

/** The number of requests for a status that the tab has sent. */
export const pollsOf = (world: World, tab: number): number =>
  world.requestsTo('/intents/status/v3').filter((each) => each.tab === tab).length;
