/**
 * Tests the steps that the service appends after a paying signature. The chain accepts only one of two signatures with
 * the same nonce. Any other step could pay a second time.
 */
import { expect } from 'chai';
import { settle } from '../../support/clock.js';
import { allowanceCase, authorizationCase } from '../../support/permit-quotes.js';
import { apply, ids, nativeCase, people, tokenCase, type Edit, type Json } from '../../support/quotes.js';
import { MINUTE, SECOND } from '../../support/times.js';
import type { Tab } from '../../support/world.js';
import { shownId, entryOf } from '../sent.js';
import { asked, PERMITS, type PermitWorld } from '../permit-world.js';

const NONCE = 'steps[0].items[0].data.sign.value.nonce';
const BEFORE = 'steps[0].items[0].data.sign.value.validBefore';

/** The step of an honest authorization of this payment, with the nonce of the first, and with these edits. */
function stepsAgain(world: PermitWorld, requestId: string, edits: readonly Edit[], seconds: number): unknown {
  const text = JSON.stringify({ steps: authorizationCase().quote['steps'] }).replaceAll(ids.request, requestId);
  const answer = JSON.parse(text) as Json;
  apply(answer, [BEFORE, Math.floor(world.clock.now() / 1_000) + seconds]);
  for (const edit of edits) apply(answer, edit);
  return answer;
}

type Given = { world: PermitWorld; tab: Tab; requestId: string };

/** The payer has signed, and the service answers with further steps. */
async function answered(steps: (world: PermitWorld, requestId: string) => unknown): Promise<Given> {
  const { world, tab } = await asked();
  const requestId = entryOf(world).payment.requestId;
  world.service.outages.set(PERMITS, { status: 200, json: steps(world, requestId) });
  world.signings[0]!.sign();
  await settle();
  await world.clock.advance(SECOND);
  return { world, tab, requestId };
}

const again =
  (edits: readonly Edit[] = [], seconds = 500) =>
  (world: PermitWorld, requestId: string): unknown =>
    stepsAgain(world, requestId, edits, seconds);

const problemOf = ({ state }: Tab): string =>
  'problem' in state ? `${state.problem.code} ${state.problem.message}` : 'none';
const isAsked = ({ state }: Tab): boolean => state.name === 'processing' && state.again?.confirmed === false;

describe('further-step', () => {
  it('S-43 asks the payer for a signature that replaces the first, and opens no prompt before the press', async () => {
    const { world, tab } = await answered(again());
    expect(isAsked(tab)).to.equal(true);
    await world.clock.advance(MINUTE);
    expect([world.signings.length, world.posts.length]).to.deep.equal([1, 1]);
    world.service.outages.clear();
    await tab.do({ type: 'signature-confirmed' });
    await world.clock.advance(SECOND);
    expect(world.signings).to.have.length(2);
    const [first, second] = world.signings.map(({ typed }) => (typed.message as Json)['nonce']);
    expect(second).to.equal(first);
    expect(tab.state).to.have.nested.property('again.confirmed', true);
    world.signings[1]!.sign();
    await world.clock.advance(SECOND);
    expect([world.posts.length, world.prompts.length]).to.deep.equal([2, 0]);
    expect(tab.state).to.include({ name: 'processing' }).and.not.to.have.property('again');
    world.service.statuses.set(shownId(tab), { status: 'success' });
    await tab.reach('succeeded');
    expect(world.factNames()).to.deep.equal(['hub-sent', 'hub-success']);
  });

  it('S-43 I3 stores the later deadline before the prompt, so that no tab takes the payment for expired', async () => {
    const { world, tab } = await answered(again([], 650));
    await tab.do({ type: 'signature-confirmed' });
    await world.clock.advance(SECOND);
    const { prompt } = entryOf(world);
    expect(prompt?.permit?.deadline).to.equal(String((world.signings[1]!.typed.message as Json)['validBefore']));
    expect(entryOf(world).stage).to.equal('sent');
    const shorter = await answered(again([], 60));
    await shorter.tab.do({ type: 'signature-confirmed' });
    await shorter.world.clock.advance(SECOND);
    const [first] = shorter.world.signings;
    expect(entryOf(shorter.world).prompt?.permit?.deadline).to.equal(
      String((first!.typed.message as Json)['validBefore']),
    );
  });

  it('S-43 I3 opens no prompt when the storage is full, so that it cannot hold the later deadline', async () => {
    const { world, tab, requestId } = await answered(again([], 1_200));
    await world.clock.advance(9 * MINUTE);
    world.storage.quota = 0;
    await tab.do({ type: 'signature-confirmed' });
    await world.clock.advance(SECOND);
    expect(world.signings).to.have.length(1);
    expect(problemOf(tab)).to.include('storage-unavailable');
    expect(tab.state).to.have.nested.property('problem.money', 'unknown');
    world.service.statuses.set(requestId, { status: 'success' });
    await tab.reach('succeeded');
  });

  const refused: [title: string, steps: (world: PermitWorld, requestId: string) => unknown, name: string][] = [
    ['a signature with another nonce', again([[NONCE, ids.order]]), 'authorize1'],
    ['a signature of another amount', again([['steps[0].items[0].data.sign.value.value', '25080001']]), 'authorize1'],
    ['a signature for a stranger', again([['steps[0].items[0].data.sign.value.to', people.attacker]]), 'authorize1'],
    ['a signature for another request', again([['steps[0].requestId', ids.other]]), 'authorize1'],
    ['a signature of another kind', () => ({ steps: allowanceCase().quote['steps'] }), 'authorize1'],
    [
      'two signatures',
      (world, id) => {
        const { steps } = stepsAgain(world, id, [], 500) as { steps: unknown[] };
        return { steps: [...steps, ...steps] };
      },
      'authorize1, authorize1',
    ],
    ['a deposit', () => ({ steps: nativeCase().quote['steps'] }), 'deposit'],
    ['an approval and a deposit', () => ({ steps: tokenCase().quote['steps'] }), 'approve, deposit'],
    ['an approval alone', () => ({ steps: (tokenCase().quote['steps'] as unknown[]).slice(0, 1) }), 'approve'],
    ['a step of an unknown name', again([['steps[0].id', 'unlock']]), 'unlock'],
    ['a step with a very long name', again([['steps[0].id', 'x'.repeat(5_000)]]), 'x'.repeat(20)],
  ];
  for (const [title, steps, name] of refused) {
    it(`T13 S-43 refuses by its name ${title} after the paying signature, and the payment goes on`, async () => {
      const { world, tab, requestId } = await answered(steps);
      expect(isAsked(tab)).to.equal(false);
      expect(problemOf(tab)).to.include(`quote-unsafe The service asks for a further step`).and.include(`: ${name}.`);
      expect(tab.state).to.have.nested.property('problem.details').that.includes('G04 steps');
      await tab.do({ type: 'signature-confirmed' });
      await world.clock.advance(MINUTE);
      expect([world.signings.length, world.prompts.length, world.posts.length]).to.deep.equal([1, 0, 1]);
      world.service.statuses.set(requestId, { status: 'success' });
      await tab.reach('succeeded');
    });
  }

  it('S-43 asks for nothing and refuses nothing when every appended step is done', async () => {
    const { tab } = await answered(again([['steps[0].items[0].status', 'complete']]));
    expect([isAsked(tab), problemOf(tab)]).to.deep.equal([false, 'none']);
  });

  it('S-43 refuses a third signature, so that the service cannot ask without end', async () => {
    const { world, tab } = await answered(again());
    await tab.do({ type: 'signature-confirmed' });
    await world.clock.advance(SECOND);
    world.signings[1]!.sign();
    await world.clock.advance(SECOND);
    expect([isAsked(tab), world.posts.length]).to.deep.equal([false, 2]);
    expect(problemOf(tab)).to.include('further step after the signature: authorize1.');
  });

  it('S-43 asks no longer when the service has seen the payment, and when the first permit expires', async () => {
    const seen = await answered(again());
    seen.world.service.statuses.set(seen.requestId, { status: 'pending' });
    await seen.world.clock.advance(5 * SECOND);
    await seen.tab.do({ type: 'signature-confirmed' });
    await seen.world.clock.advance(5 * SECOND);
    expect([isAsked(seen.tab), seen.world.signings.length]).to.deep.equal([false, 1]);
    const late = await answered(again([], 650));
    await late.world.clock.advance(11 * MINUTE);
    await late.tab.do({ type: 'signature-confirmed' });
    await late.world.clock.advance(5 * SECOND);
    expect([isAsked(late.tab), late.world.signings.length]).to.deep.equal([false, 1]);
  });

  it('S-43 goes on with the first signature when the payer declines the second', async () => {
    const { world, tab, requestId } = await answered(again());
    await tab.do({ type: 'signature-confirmed' });
    await world.clock.advance(SECOND);
    world.signings[1]!.reject(4001);
    await world.clock.advance(SECOND);
    expect(tab.state).to.include({ name: 'processing' }).and.to.have.nested.property('problem.code', 'wallet-rejected');
    expect(tab.state).to.have.nested.property('problem.money', 'unknown');
    expect(tab.state).to.not.have.property('again');
    expect(world.posts).to.have.length(1);
    world.service.statuses.set(requestId, { status: 'success' });
    await tab.reach('succeeded');
  });

  it('S-43 lets the payer pay again when the second prompt never answers and both signatures have expired', async () => {
    const { world, tab } = await answered(again([], 650));
    await tab.do({ type: 'signature-confirmed' });
    await world.clock.advance(SECOND);
    expect(world.signings).to.have.length(2);
    await world.clock.advance(15 * MINUTE);
    await tab.reach('reviewing');
    world.service.outages.clear();
    await tab.press();
    await world.clock.advance(5 * SECOND);
    expect([tab.state.name, world.signings.length]).to.deep.equal(['authorizing', 3]);
    world.signings[1]!.sign();
    await world.clock.advance(SECOND);
    expect(world.posts).to.have.length(1);
  });

  it('I8 opens no prompt after a reload, in which nothing is asked', async () => {
    const { world, tab } = await answered(again());
    tab.kill();
    const next = world.open({ usePermit: true });
    await next.reach('processing');
    await next.do({ type: 'signature-confirmed' });
    await world.clock.advance(MINUTE);
    expect([isAsked(next), world.signings.length]).to.deep.equal([false, 1]);
  });
});
