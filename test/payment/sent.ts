/** Helpers for the tracker tests: a payment that the wallet has sent, and functions that read its events. */
import type { WireStatus } from '../../src/api/responses/types.js';
import type { StoredEntry } from '../../src/payment/journal/stored-entry.js';
import type { SessionOptions } from '../../src/payment/session/session.js';
import { ETH, USDC, World, type Tab } from '../support/world.js';

export type Sent = {
  world: World;
  tab: Tab;
  requestId: string;
  hash: string;
  say: (status: string, more?: Partial<WireStatus>) => void;
};

/** The wallet has sent the payment. The transaction is not mined, and the service has reported nothing. */
export async function sent(
  pay: { chainId: number; currency: string } = ETH,
  prepare: (world: World) => void = () => undefined,
  options?: Partial<SessionOptions>,
): Promise<Sent> {
  const world = new World();
  prepare(world);
  world.payer = 'waits';
  const tab = world.open(options);
  await tab.review(pay);
  await tab.press();
  if (pay === USDC) {
    world.prompts[0]!.approve();
    await world.clock.until(() => world.prompts.length === 2);
  }
  world.mines = false;
  const hash = world.prompts.at(-1)!.approve();
  await tab.reach('processing');
  const requestId = shownId(tab);
  return {
    world,
    tab,
    requestId,
    hash,
    say: (status, more = {}) => world.service.statuses.set(requestId, { status, ...more }),
  };
}

/** The request id of the payment on the screen. */
export const shownId = ({ state }: Tab): string => ('payment' in state ? state.payment.requestId : '');
export const factsOf = (tab: Tab): string[] =>
  tab.emitted.filter((name) => /^hub-(sent|success|refund|failure|status)/.test(name));
export const entryOf = (world: World): StoredEntry => world.journal()[0]!;
export const polls = (world: World): number => world.requestsTo('/intents/status/v3').length;
