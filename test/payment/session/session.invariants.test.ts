import { expect } from 'chai';
import fc from 'fast-check';
import { runsOf, seedOf } from '../../support/thorough.js';
import { ETH, USDC } from '../../support/world.js';
import { Chaos } from './chaos.js';
import { check, checkRest } from './invariants.js';
import { HONEST, run, stepsOf } from './steps.js';

/** Fewer than twelve runs can miss a rare outcome. */
const RUNS = Math.max(runsOf(120), 12);
const SEED = seedOf(11);

describe('session with random events', () => {
  it('gets the end again that the service has told when the other deposits end in another way', async () => {
    const chaos = new Chaos();
    const { service, clock } = chaos.world;
    for (let step = 0; step < 4; step += 1) await chaos.goOn(chaos.open[0]!, ETH);
    await run(chaos, HONEST, ['approve prompt 0', 'mine', 'wait 31000', 'deposits end in refund', 'open a tab']);
    await chaos.goOn(chaos.open[1]!, ETH);
    await clock.advance(31_000);
    const told = [...service.returnedStatuses.values()].flat();
    expect(told.at(-1)).to.equal('success');
    expect(told).not.to.include('refund');
    await checkRest(chaos);
  });

  it('keeps every invariant and settles every deposit when events happen in any order', async function () {
    this.timeout(600_000 + RUNS * 1_000);
    const reached = { prompt: 0, secondPrompt: 0, batch: 0, deposit: 0, 'hub-success': 0, 'hub-refund': 0 };
    const fates = fc.constantFrom('success', 'success', 'refund', 'none');
    const runs = fc.tuple(
      fates,
      fc.constantFrom(0, 3, 4, 4, 4, 4),
      fc.constantFrom([ETH], [ETH], [ETH], [USDC], [USDC, 'with its approval'] as const),
      stepsOf(HONEST, 0, 40),
    );
    await fc.assert(
      fc.asyncProperty(runs, async ([outcome, lead, [pay, batches], steps]) => {
        const chaos = new Chaos();
        chaos.world.service.outcome = outcome;
        if (batches) chaos.world.batches();
        // Most runs start near the wallet prompt. From an empty page, few random runs would reach the prompt.
        for (let step = 0; step < lead; step += 1) await chaos.goOn(chaos.open[0]!, pay);
        await run(chaos, HONEST, steps);
        check(chaos);
        expect(await chaos.world.deposits(), 'I9: an honest payer who wants to pay once has paid once').to.be.at.most(
          1,
        );
        await checkRest(chaos);
        expect(await chaos.world.deposits(), 'I9: an honest payer who wants to pay once has paid once').to.be.at.most(
          1,
        );
        const facts = chaos.world.facts().join(' ');
        reached.prompt += Math.min(chaos.payings.length, 1);
        reached.secondPrompt += Math.min(Math.max(chaos.payings.length - 1, 0), 1);
        reached.batch += Math.min(chaos.world.wallet.count('wallet_sendCalls'), 1);
        reached.deposit += await chaos.world.deposits();
        for (const fact of ['hub-success', 'hub-refund'] as const) reached[fact] += facts.includes(fact) ? 1 : 0;
      }),
      { numRuns: RUNS, seed: SEED },
    );
    // Without prompts and outcomes the test proves nothing, so the runs must reach minimum counts.
    const least = {
      prompt: RUNS / 3,
      secondPrompt: RUNS / 30,
      batch: RUNS / 30,
      deposit: RUNS / 6,
      'hub-success': RUNS / 15,
      'hub-refund': RUNS / 30,
    };
    for (const [what, times] of Object.entries(least))
      expect(reached, what).to.have.property(what).that.is.at.least(times);
  });
});
