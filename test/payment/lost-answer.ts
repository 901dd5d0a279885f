/** Helpers for tests in which the wallet sends the payment, but the page does not receive the transaction hash. */
import type { StoredEntry } from '../../src/payment/journal/stored-entry.js';
import { ETH, World, type Tab } from '../support/world.js';
import { shownId } from './sent.js';

export type Lost = {
  world: World;
  tab: Tab;
  requestId: string;
  /** Sends the payment's transaction from the wallet. The page receives no response. */
  send: (change?: object) => string;
};

/** Presses the pay button. The wallet shows a payment prompt, and the payer does not answer. */
export async function asked(): Promise<Lost> {
  const world = new World();
  world.payer = 'waits';
  const tab = world.open();
  await tab.review();
  await tab.press();
  world.mines = false;
  const { transaction } = world.prompts[0]!;
  return {
    world,
    tab,
    requestId: shownId(tab),
    send: (change = {}) => world.chain.send({ ...transaction, value: BigInt(transaction.value), ...change }),
  };
}

/** The payer has not answered the wallet prompt and has abandoned the payment. */
export async function abandoned(): Promise<Lost> {
  const uncertain = await asked();
  await uncertain.tab.do({ type: 'wallet-closed' }, { type: 'abandoned' });
  return uncertain;
}

/** Opens the same order on a new page. The new page looks for the abandoned payment only after a press. */
export async function anew({ world, tab }: Lost): Promise<Tab> {
  tab.kill();
  const next = world.open({ resume: 'off' });
  await next.review();
  return next;
}

/** The payer gave up the first prompt, which is still open, and the second prompt is open too. */
export async function promptedTwice(pay = ETH): Promise<{ world: World; tab: Tab; first: string }> {
  const { world, tab, requestId } = await asked();
  world.mines = true;
  world.service.statuses.set(requestId, { status: 'waiting' });
  await tab.do({ type: 'wallet-closed' }, { type: 'abandoned' });
  await tab.review(pay);
  await tab.press();
  return { world, tab, first: requestId };
}

export const stored = (world: World, requestId: string): StoredEntry | undefined =>
  world.journal().find(({ payment }) => payment.requestId === requestId);
