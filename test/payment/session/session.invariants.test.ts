import { expect } from 'chai';
import fc from 'fast-check';
import type { JournalEntry } from '../../../src/payment/journal/entry.js';
import type { PaymentState } from '../../../src/payment/model/state.js';
import { share } from '../../support/thorough.js';
import { ETH, FACTS, USDC, type Logged } from '../../support/world.js';
import { Chaos, commands } from './chaos.js';

const RUNS = share(300);
const SEED = 11;
const STAGES = ['unknown', 'waiting', 'depositing', 'pending', 'submitted'];
const ENDS = ['hub-success', 'hub-refund'];

type Event = Extract<Logged, { kind: 'event' }>;
const idOf = ({ detail }: Event): string => String(detail['requestId']);

/** Checks the invariants for all events so far. */
async function check({ world, faults }: Chaos): Promise<void> {
  expect(faults, 'I2 I13 I24').to.deep.equal([]);
  expect(await world.deposits(), 'I9: an honest payer who wants to pay once has paid at most once').to.be.at.most(1);
  checkPresses(world.log);
  checkFacts(world.of('event'));
  for (const { type, detail } of world.of('event')) {
    const word = type === 'hub-success' ? 'success' : type === 'hub-refund' ? 'refund' : undefined;
    if (word) expect(world.service.returnedStatuses.get(String(detail['requestId'])), `I12: ${type}`).to.include(word);
  }
  for (const number of world.tabs.keys()) {
    const states = world
      .of('state')
      .filter(({ tab }) => tab === number)
      .map(({ state }) => state);
    for (const [index, next] of states.slice(1).entries()) checkStep(states[index]!, next);
  }
}

/** I1, I3, I8: each prompt needs its own press in the same tab and a stored journal entry. */
function checkPresses(log: readonly Logged[]): void {
  for (const [index, entry] of log.entries()) {
    if (entry.kind !== 'prompt') continue;
    const before = log.slice(0, index).filter(({ tab }) => tab === entry.tab);
    const presses = before.filter((each) => each.kind === 'event' && each.type === 'hub-confirm').length;
    const prompts = before.filter((each) => each.kind === 'prompt' && each.step === entry.step).length;
    expect(presses, 'I1 I8: a press for each prompt').to.be.greaterThan(prompts);
    const written = before.findLast((each) => each.kind === 'write' && /^hub-pay\/1\/[0-9a-f]{16}$/.test(each.key)) as
      { value: string } | undefined;
    const [entryStored] = JSON.parse(written?.value ?? '[]') as JournalEntry[];
    expect(entryStored?.stage, 'I3: written before it was asked').to.equal(
      entry.step === 'pay' ? 'prompted' : 'prepared',
    );
  }
}

/** I14: all tabs together emit each fact event once, and at most one of `hub-success` and `hub-refund`. */
function checkFacts(events: readonly Event[]): void {
  const facts = events.filter(({ type }) => FACTS.includes(type));
  const names = facts.map((fact) => `${fact.type} ${idOf(fact)}`);
  expect(names, 'I14: once').to.deep.equal([...new Set(names)]);
  for (const id of new Set(facts.map(idOf))) {
    const own = facts.filter((fact) => idOf(fact) === id).map(({ type }) => type);
    expect(own[0], 'I14: hub-sent first').to.equal('hub-sent');
    expect(own.filter((type) => ENDS.includes(type)).length, 'I14: one end').to.be.at.most(1);
    if (own.some((type) => ENDS.includes(type))) expect(ENDS, 'I10: nothing after the end').to.include(own.at(-1));
  }
}

/** I10, I11: a page never shows an earlier state of a payment after a later state. */
function checkStep(shown: PaymentState, next: PaymentState): void {
  if (!('payment' in shown) || !('payment' in next) || shown.payment.requestId !== next.payment.requestId) return;
  if (shown.name === 'succeeded' || shown.name === 'refunded') expect(next.name, 'I10').to.equal(shown.name);
  if (shown.name === 'failed') expect(['failed', 'refunded', 'succeeded'], 'I10').to.include(next.name);
  if (shown.name !== 'processing' || next.name !== 'processing') return;
  const [from, to] = [shown, next].map(({ status }) => STAGES.indexOf(status));
  if (from! >= 0 && to! >= 0) expect(to, `I11: ${shown.status} → ${next.status}`).to.be.at.least(from!);
}

/** Removes all simulated faults. After that, every deposit must reach its outcome. */
async function checkRest(chaos: Chaos): Promise<void> {
  const { world } = chaos;
  const { service, clock } = world;
  service.outages.clear();
  service.statuses.clear();
  if (service.outcome === 'none') service.outcome = 'success';
  while (world.prompts.some(({ isOpen }) => isOpen)) await chaos.answer(0, 4001);
  await chaos.mine('well');
  for (const tab of chaos.open) await tab.do({ type: 'visibility-changed', visible: true }, { type: 'woken' });
  world.open();
  // This time is enough for the longest requested pause (20 s) and one background poll (every 15 s).
  await clock.advance(45_000);
  await check(chaos);
  for (const requestId of service.requestIds) {
    const [deposit] = await service.depositsOf(requestId);
    const ends = world.facts().filter((fact) => ENDS.some((end) => fact === `${end} ${requestId}`));
    expect(ends, 'I15 I16: one terminal event').to.have.length(deposit ? 1 : 0);
  }
  for (const { state } of chaos.open) {
    const isOut = state.name === 'processing' && (await service.depositsOf(state.payment.requestId)).length > 0;
    expect(isOut, 'I19: no tab waits for what has ended').to.equal(false);
  }
  for (const tab of world.tabs) tab.kill();
  expect(world.locks.held, 'I18').to.equal(0);
}

describe('session with random events', () => {
  it('keeps every invariant and settles every deposit when events happen in any order', async function () {
    this.timeout(120_000);
    const reached = { prompt: 0, secondPrompt: 0, batch: 0, deposit: 0, 'hub-success': 0, 'hub-refund': 0 };
    const fates = fc.constantFrom('success', 'success', 'refund', 'none');
    const runs = fc.tuple(
      fates,
      fc.constantFrom(0, 3, 4, 4, 4, 4),
      fc.constantFrom([ETH], [ETH], [ETH], [USDC], [USDC, 'with its approval'] as const),
      fc.commands(commands, { maxCommands: 40, size: 'max' }),
    );
    await fc.assert(
      fc.asyncProperty(runs, async ([outcome, steps, [pay, batches], run]) => {
        const chaos = new Chaos();
        chaos.world.service.outcome = outcome;
        if (batches) chaos.world.batches();
        // Most runs start near the wallet prompt. From an empty page, few random runs would reach the prompt.
        for (let step = 0; step < steps; step += 1) await chaos.goOn(chaos.open[0]!, pay);
        await fc.asyncModelRun(() => ({ model: {}, real: chaos }), run);
        await check(chaos);
        await checkRest(chaos);
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
