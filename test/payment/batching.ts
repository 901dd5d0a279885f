/** A world in which the wallet sends an approval and a payment as one batch. Shared by the tests of batches. */
import { settle } from '../support/clock.js';
import { transferFrom } from '../support/fake-chain.js';
import { people } from '../support/quotes.js';
import { USDC, World, type Tab } from '../support/world.js';
import { shownId } from './sent.js';

export const SECOND = 1_000;
export const MINUTE: number = 60 * SECOND;
export const SENDS = 'wallet_sendCalls';
export const STATUS = 'wallet_getCallsStatus';
export const steps = ({ prompts }: World): string[] => prompts.map(({ step }) => step);

/** A hidden page polls the service rarely, which makes long waits cheaper to simulate. */
export const unseen = { type: 'visibility-changed', visible: false } as const;

/** The payer has pressed the pay button. The wallet supports batches, so it shows one prompt for both calls. */
export async function asked(
  prepare: (world: World) => void = () => undefined,
): Promise<{ world: World; tab: Tab; requestId: string }> {
  const world = new World();
  world.batches();
  world.payer = 'waits';
  prepare(world);
  const tab = world.open();
  await tab.review(USDC);
  await tab.press();
  return { world, tab, requestId: shownId(tab) };
}

/** A third party executes the payer's batch in a transaction of its own. Returns the hash of the transaction. */
export function bundled({ chain, prompts }: World, logs: readonly unknown[] = [transferFrom(people.payer)]): string {
  const hash = chain.send({ ...prompts[0]!.transaction, from: people.attacker, value: 0n, logs });
  chain.mine();
  return hash;
}

export type Taken = {
  world: World;
  tab: Tab;
  requestId: string;
  /** A third party executes the batch. The wallet then reports `status` and the hash of the transaction. */
  bundle: (status?: number) => string;
};

/** The wallet accepted the batch. Nothing is on the chain, and the service has seen nothing. */
export async function taken(): Promise<Taken> {
  const { world, tab, requestId } = await asked();
  world.mines = false;
  world.service.statuses.set(requestId, { status: 'waiting' });
  world.wallet.always(STATUS, { status: 100 });
  world.chain.drop(world.prompts[0]!.approve());
  await settle();
  await tab.do(unseen);
  const bundle = (status = 200): string => {
    const hash = bundled(world);
    world.wallet.always(STATUS, { status, receipts: [{ transactionHash: hash }] });
    return hash;
  };
  return { world, tab, requestId, bundle };
}

/**
 * As in `taken`, and the wallet has reported failure for 20 s. The page trusts a reported failure only after 10
 * minutes.
 */
export async function failing(): Promise<Taken> {
  const given = await taken();
  given.world.wallet.always(STATUS, { status: 400 });
  await given.world.clock.advance(20 * SECOND);
  return given;
}

/** The service reports the order's outcome without a list of deposits. The order's record contains one deposit. */
export function endsWithRecord({ world: { service }, requestId }: Pick<Taken, 'world' | 'requestId'>): string {
  const hash = `0x${'5e'.repeat(32)}`;
  service.statuses.set(requestId, { status: 'failure' });
  service.records.set(requestId, { id: requestId, status: 'failure', data: { inTxs: [{ chainId: 8453, hash }] } });
  return hash;
}

/** As in `failing`, and the wallet has reported failure for 11 minutes. The payer has abandoned the payment. */
export async function givenUp(): Promise<Taken> {
  const given = await failing();
  await given.world.clock.advance(11 * MINUTE);
  await given.tab.do({ type: 'abandoned' });
  return given;
}

export async function again({ world, tab }: { world: World; tab: Tab }): Promise<void> {
  await tab.review(USDC);
  await tab.press();
  await world.clock.advance(7 * SECOND);
}
