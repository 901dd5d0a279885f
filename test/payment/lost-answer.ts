/** A world in which the wallet sends the payment, but the page does not receive the wallet's response. */
import type { JournalEntry } from '../../src/payment/journal/entry.js';
import { World, type Tab } from '../support/world.js';
import { shownId } from './sent.js';

export const SECOND = 1_000;

export const MINUTE = 60 * SECOND;

export type Lost = {
  world: World;
  tab: Tab;
  requestId: string;
  /** The wallet sends the transaction, and the page receives no response. */
  send: (change?: object) => string;
};

/** The wallet has an unanswered payment prompt. Nothing is mined, and the service has seen nothing. */
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

/** As in `asked`, and the payer has abandoned the payment. */
export async function abandoned(): Promise<Lost> {
  const uncertain = await asked();
  await uncertain.tab.do({ type: 'wallet-closed' }, { type: 'abandoned' });
  return uncertain;
}

/** Another page of the same order. The page does not track the abandoned payment and looks it up only after a press. */
export async function anew({ world, tab }: Lost): Promise<Tab> {
  tab.kill();
  const next = world.open({ resume: 'off' });
  await next.review();
  return next;
}

export const stored = (world: World, requestId: string): JournalEntry | undefined =>
  (
    JSON.parse([...world.storage.items].find(([key]) => /^hub-pay\/1\/[0-9a-f]{16}$/.test(key))![1]) as JournalEntry[]
  ).find(({ payment }) => payment.requestId === requestId);
