/** Helpers for the tests of batches. The wallet sends an approval and a payment as one batch. */
import { settle } from '../support/clock.js';
import { amounts, contracts, people } from '../support/quotes.js';
import { transferLog } from '../support/transfer-log.js';
import { USDC, World, type Tab } from '../support/world.js';
import { SECOND, MINUTE } from '../support/times.js';
import { shownId } from './sent.js';

export const SENDS = 'wallet_sendCalls';
export const STATUS = 'wallet_getCallsStatus';
export const steps = ({ prompts }: World): string[] => prompts.map(({ step }) => step);

/** Presses the pay button. The wallet shows one prompt for the approval and the payment. */
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

/** The log of the deposit in a batch. */
const deposited = transferLog(USDC.currency, people.payer, contracts.depository, amounts.usdc);

/** Mines a transaction in which another account executes the payer's batch. Returns the transaction's hash. */
export function bundled({ chain, prompts }: World, logs: readonly unknown[] = [deposited]): string {
  const hash = chain.send({ ...prompts[0]!.transaction, from: people.attacker, value: 0n, logs });
  chain.mine();
  return hash;
}

export type Taken = {
  world: World;
  tab: Tab;
  requestId: string;
  /** Lets another account execute the batch. After that, the wallet reports `status` and the transaction's hash. */
  bundle: (status?: number) => string;
};

/** The wallet has accepted the batch. The batch is not on the chain yet, and the service has seen no deposit. */
export async function taken(): Promise<Taken> {
  const { world, tab, requestId } = await asked();
  world.mines = false;
  world.service.statuses.set(requestId, { status: 'waiting' });
  world.wallet.always(STATUS, { status: 100 });
  world.chain.drop(world.prompts[0]!.approve());
  await settle();
  await tab.hide();
  const bundle = (status = 200): string => {
    const hash = bundled(world);
    world.wallet.always(STATUS, { status, receipts: [{ transactionHash: hash }] });
    return hash;
  };
  return { world, tab, requestId, bundle };
}

/**
 * The wallet accepted the batch and began to report a failure 20 s ago. The page believes this report only after 10
 * minutes.
 */
export async function failing(): Promise<Taken> {
  const given = await taken();
  given.world.wallet.always(STATUS, { status: 400 });
  await given.world.clock.advance(20 * SECOND);
  return given;
}

/**
 * The service's status response is `failure` and lists no deposits. The service's record of the same order lists one
 * deposit.
 */
export function endsWithRecord({ world: { service }, requestId }: Pick<Taken, 'world' | 'requestId'>): string {
  const hash = `0x${'5e'.repeat(32)}`;
  service.statuses.set(requestId, { status: 'failure' });
  service.records.set(requestId, { id: requestId, status: 'failure', data: { inTxs: [{ chainId: 8453, hash }] } });
  return hash;
}

/** The wallet began to report a failure more than 11 minutes ago, and the payer has abandoned the payment. */
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
