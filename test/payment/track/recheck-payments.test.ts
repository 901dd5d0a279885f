/** Tests that a second prompt needs two sources that show nothing of the first payment, or one more press. */
import { expect } from 'chai';
import type { World } from '../../support/world.js';
import { type Tab } from '../../support/world.js';
import { abandoned, anew, SECOND, type Lost } from '../lost-answer.js';
import { shownId } from '../sent.js';

type Source = 'node' | 'wallet' | 'service';

/** Makes sources of the world unreadable. */
function silence({ chain, wallet, service }: World, sources: readonly Source[]): void {
  if (sources.includes('node')) chain.fault = 'error';
  if (sources.includes('wallet')) wallet.always('eth_getTransactionCount', new Error('unavailable'));
  if (sources.includes('service')) service.outages.set('/intents/status/v3', 'unreachable');
}

/** The payer has abandoned a payment, opened the page again and pressed the pay button. */
async function pressed(sources: readonly Source[]): Promise<{ lost: Lost; next: Tab }> {
  const lost = await abandoned();
  const next = await anew(lost);
  silence(lost.world, sources);
  await next.press();
  await lost.world.clock.advance(7 * SECOND);
  return { lost, next };
}

describe('recheck-payments', () => {
  const readable: readonly Source[][] = [[], ['node'], ['wallet'], ['service']];
  for (const sources of readable) {
    it(`P-13 opens the prompt when all sources can be read except ${sources[0] ?? 'none'}`, async () => {
      const { lost } = await pressed(sources);
      expect(lost.world.prompts).to.have.length(2);
    });
  }

  const unreadable: readonly Source[][] = [
    ['node', 'wallet', 'service'],
    ['node', 'wallet'],
    ['wallet', 'service'],
  ];
  for (const sources of unreadable) {
    it(`P-13 asks once more and then opens the prompt when these sources are silent: ${sources.join(', ')}`, async () => {
      const { lost, next } = await pressed(sources);
      const { world } = lost;
      expect(next.state).to.include({ name: 'reviewing', confirming: false });
      expect(next.state).to.have.nested.property('problem.code', 'unconfirmed');
      expect(next.state).to.have.nested.property('problem.money', 'unknown');
      expect(world.prompts).to.have.length(1);
      await next.press();
      await world.clock.advance(7 * SECOND);
      expect(world.prompts).to.have.length(2);
    });
  }

  it('P-13 shows the first payment when only the wallet’s node shows it', async () => {
    const lost = await abandoned();
    const next = await anew(lost);
    const { world, requestId, send } = lost;
    send();
    world.chain.fault = 'error';
    world.service.statuses.set(requestId, { status: 'waiting' });
    await next.press();
    await world.clock.advance(SECOND);
    expect([shownId(next), world.prompts.length]).to.deep.equal([requestId, 1]);
  });
});
