/** A world in which one transfer of the payer pays the recipient within one chain. */
import { amounts, call, ids, people, sendCase, tokens } from '../support/quotes.js';
import { transferLog } from '../support/transfer-log.js';
import { USDC, World, type Tab } from '../support/world.js';
import { orderOf } from '../support/world-service.js';

const SAME = { destinationChainId: 8453, destinationCurrency: 'USDC', amount: '25.08' } as const;

export function sameChainWorld(): World {
  const world = new World();
  world.payer = 'waits';
  world.service.attestation = { destinationChainId: 8453 };
  world.service.tamper = (text) => {
    const { requestId } = JSON.parse(text) as { requestId: string };
    return JSON.stringify(sendCase(tokens.usdc).quote)
      .replaceAll(ids.request, requestId)
      .replaceAll(ids.order.slice(2), orderOf(requestId).slice(2));
  };
  return world;
}

/** The wallet has been asked to send the transfer. */
export async function transferAsked(world: World, reference: string): Promise<Tab> {
  const before = world.prompts.length;
  const tab = world.open({ ...SAME, reference });
  await tab.review(USDC);
  await tab.press();
  await world.clock.until(() => world.prompts.length > before);
  return tab;
}

/** The transfer that the wallet was asked for last, as it sends it. Another `to` stands for an edit by the payer. */
export const transferOf = (world: World, to: `0x${string}` = people.recipient) => ({
  ...world.prompts.at(-1)!.transaction,
  value: 0n,
  ...(to !== people.recipient && { data: call.transfer(to, amounts.usdc) }),
  logs: [transferLog(tokens.usdc.address, people.payer, to, amounts.usdc)],
});
