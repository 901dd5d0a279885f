/** What must hold after every random run. The chain of the world is the judge, never a word of the component. */
import { expect } from 'chai';
import type { JournalEntry } from '../../../src/payment/journal/entry.js';
import { transition } from '../../../src/payment/model/machine.js';
import type { PaymentState } from '../../../src/payment/model/state.js';
import { isPaymentKey } from '../../../src/payment/journal/stored-money.js';
import { PLANTED, STRANGER } from './untrue-sources.js';
import { people } from '../../support/quotes.js';
import { DAY } from '../../support/times.js';
import { OTHER } from '../../support/zoo/evm-accounts.js';
import { FACTS, type Logged, type World } from '../../support/world.js';
import { FIRST_ORDER, type Chaos } from './chaos.js';

/** `unknown` is as early as `waiting`: the service has not seen the payment. */
const STATUSES = ['waiting', 'depositing', 'pending', 'submitted'];
export const ENDS = ['hub-success', 'hub-refund'];

type Event = Extract<Logged, { kind: 'event' }>;
const idOf = ({ detail }: Event): string => String(detail['requestId']);

/** Checks the invariants for all events so far. */
export function check(chaos: Chaos): void {
  const { world, faults, trusts } = chaos;
  expect(faults.join(', '), 'I2 I13 I24').to.equal('');
  checkPresses(chaos);
  checkQuotes(world);
  if (trusts.storage) checkFacts(world.of('event'));
  for (const { type, detail } of world.of('event')) {
    const word = type === 'hub-success' ? 'success' : type === 'hub-refund' ? 'refund' : undefined;
    if (word) expect(wordsOf(world, String(detail['requestId'])), `I12: ${type}`).to.include(word);
  }
  for (const { state } of world.of('state')) {
    const word = state.name === 'succeeded' ? 'success' : state.name === 'refunded' ? 'refund' : undefined;
    if (word && 'payment' in state)
      expect(wordsOf(world, state.payment.requestId), `I12: ${state.name}`).to.include(word);
  }
  checkOrders(chaos);
  if (!trusts.storage) checkPlanted(world);
  for (const number of world.tabs.keys()) {
    const states = world.of('state').filter(({ tab }) => tab === number);
    for (const [index, next] of states.slice(1).entries())
      checkStep(states[index]!, next, trusts.storage && trusts.service);
  }
}

const wordsOf = ({ service }: World, requestId: string): string[] => service.returnedStatuses.get(requestId) ?? [];

/** I1, I3, I8: each prompt needs its own press in the same tab and a stored journal entry. */
function checkPresses(chaos: Chaos): void {
  const { log } = chaos.world;
  for (const [index, entry] of log.entries()) {
    if (entry.kind !== 'prompt') continue;
    const before = log.slice(0, index).filter(({ tab }) => tab === entry.tab);
    const presses = before.filter((each) => each.kind === 'event' && each.type === 'hub-confirm').length;
    const prompts = before.filter((each) => each.kind === 'prompt' && each.step === entry.step).length;
    expect(presses, 'I1 I8: a press for each prompt').to.be.greaterThan(prompts);
    const written = before.findLast((each) => each.kind === 'write' && isPaymentKey(each.key)) as
      | { value: string }
      | undefined;
    const [entryStored] = JSON.parse(written?.value ?? '[]') as JournalEntry[];
    expect(entryStored?.stage, 'I3: written before it was asked').to.equal(chaos.stageBefore(entry));
  }
}

/** I4: every quote pays the recipient of the page's options, and the money can only come back to the payer. */
function checkQuotes({ service, owned }: World): void {
  for (const { recipient, user, refundTo = user } of service.bodies) {
    expect(recipient, 'I4: the recipient').to.equal(people.recipient);
    expect([people.payer, people.recipient, OTHER, ...owned], 'I4: the payer').to.include(user);
    expect(refundTo, 'I4: the refund').to.equal(user);
  }
}

/** I4, I12: nothing that was written into the storage is shown, told or asked for. */
function checkPlanted({ log, service }: World): void {
  const told = log.filter(({ kind }) => kind === 'state' || kind === 'event' || kind === 'request');
  for (const each of [...told, ...service.bodies]) {
    const text = JSON.stringify(each);
    for (const word of [PLANTED, STRANGER]) expect(text.includes(word), `I4: ${word} in ${text}`).to.equal(false);
  }
}

/** I25: an event about a payment names the order that this payment was made for. */
function checkOrders({ world, payings }: Chaos): void {
  for (const { type, detail } of world.of('event').filter((each) => FACTS.includes(each.type))) {
    const paying = payings.find(({ mark }) => String(detail['requestId']).endsWith(mark.slice(2)));
    if (paying) expect(detail['reference'], `I25: ${type}`).to.equal(paying.order);
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

type Shown = { at: number; state: PaymentState };

/**
 * I10, I11: a page never shows an earlier state after a later state, unless the storage or the service was untrue. If
 * the service has said nothing new for a day, the page asks the payer.
 */
function checkStep({ state: shown }: Shown, { state: next, at }: Shown, isTrue: boolean): void {
  if (!('payment' in shown) || !('payment' in next) || shown.payment.requestId !== next.payment.requestId) return;
  if (shown.name === 'succeeded' || shown.name === 'refunded') expect(next.name, 'I10').to.equal(shown.name);
  if (shown.name === 'failed') expect(['failed', 'refunded', 'succeeded'], 'I10').to.include(next.name);
  if (shown.name !== 'processing' || next.name !== 'processing' || !isTrue) return;
  if (next.status === 'unknown' && at - shown.since >= DAY) return;
  const [from, to] = [shown, next].map(({ status }) => STATUSES.indexOf(status === 'unknown' ? 'waiting' : status));
  if (from! >= 0 && to! >= 0) expect(to, `I11: ${shown.status} → ${next.status}`).to.be.at.least(from!);
}

/** Ends all faults, and waits. After that, every deposit must have reached its outcome. */
export async function checkRest(chaos: Chaos): Promise<void> {
  const { world } = chaos;
  const { service, clock } = world;
  service.outages.clear();
  service.statuses.clear();
  if (service.outcome === 'none') service.outcome = 'success';
  while (chaos.isAsked) await chaos.answer(0, 4001);
  await chaos.mine('well');
  for (const tab of chaos.open) await tab.do({ type: 'visibility-changed', visible: true }, { type: 'woken' });
  chaos.openPage();
  // This time is enough for the longest requested pause (20 s) and one background poll (every 15 s).
  await clock.advance(45_000);
  check(chaos);
  for (const requestId of service.requestIds) {
    const [deposit] = await service.depositsOf(requestId);
    expect(endsOf(world, requestId), 'I15 I16: one terminal event').to.have.length(deposit ? 1 : 0);
  }
  for (const { state } of chaos.open) {
    const isOut = state.name === 'processing' && (await service.depositsOf(state.payment.requestId)).length > 0;
    expect(isOut, 'I19: no tab waits for what has ended').to.equal(false);
  }
  for (const tab of world.tabs) tab.kill();
  expect(world.locks.held, 'I18').to.equal(0);
}

/**
 * I19: no page waits for ever for a payment that is not there. After half an hour, with a service and a node that
 * answer, the payer can start over. If the storage says that the payment has ended, half an hour is counted from the
 * answer of the service that it has not.
 */
export async function checkWayOut(chaos: Chaos): Promise<void> {
  const { world } = chaos;
  world.service.outages.clear();
  chaos.answerAgain();
  let most = chaos.trusts.storage ? 1 : 2;
  for (let round = 1; round <= most; round += 1) {
    const began = world.clock.now();
    world.clock.sleep(31 * 60_000);
    for (const tab of chaos.open) {
      tab.kill();
      chaos.reopen(tab);
    }
    // Hidden pages poll every 15 seconds.
    for (const tab of chaos.open) await tab.hide();
    await world.clock.advance(31_000);
    // A page can store news when it wakes, such as a late answer of the wallet, and the half hour then begins again.
    const isNews = world.of('write').some(({ at, key }) => at > began && isPaymentKey(key));
    if (isNews && round === most && most < 3) most += 1;
  }
  for (const { state } of chaos.open) {
    if (state.name !== 'processing' || (state.status !== 'waiting' && state.status !== 'unknown')) continue;
    const paying = chaos.payings.find(({ mark }) => state.payment.requestId.endsWith(mark.slice(2)));
    const fate = paying ? chaos.fateOf(paying) : 'none';
    if (fate !== 'none' && fate !== 'gone' && fate !== 'dropped') continue;
    const asked = transition(state, { type: 'wallet-closed' });
    const { name } = transition(asked, { type: 'abandoned' });
    expect(name, `I19: a way out of ${state.status}, ${fate}`).to.equal('selecting');
  }
}

/**
 * I16: with true sources again, every payment that the chain holds reaches its end. While the page that tracks it is
 * suspended, other pages show a delivery and emit nothing. Once that page goes on, all pages together emit one end. A
 * payment that the wallet refused and sent all the same is only looked up before the next prompt.
 */
export async function checkEnds(chaos: Chaos): Promise<void> {
  const { world } = chaos;
  const { service, clock } = world;
  service.outages.clear();
  chaos.heal();
  service.statuses.clear();
  service.records.clear();
  if (service.outcome === 'none') service.outcome = 'success';
  while (chaos.isAsked) await chaos.answer(0, 4001);
  await chaos.mine('well');
  for (const order of new Set([FIRST_ORDER, ...chaos.payings.map((each) => each.order)])) chaos.openPage(order);
  for (const tab of chaos.open) await tab.do({ type: 'woken' });
  // Hidden pages poll every 15 seconds.
  await clock.advance(61_000);
  const mined = chaos.payings.flatMap((paying) => {
    const requestId = service.requestIds.find((id) => id.endsWith(paying.mark.slice(2)));
    const isLookedUp = chaos.fateOf(paying) === 'mined' && chaos.isLookedUp(paying);
    return requestId !== undefined && isLookedUp ? [requestId] : [];
  });
  const [only, ...others] = mined;
  // After the payer started over, the payment is no longer shown. An end that the service has told stays, and only the
  // page that tracks the payment shows a refund.
  const isDelivered = service.outcome === 'success' && !wordsOf(world, only ?? '').includes('refund');
  if (only !== undefined && others.length + chaos.questions.length === 0 && isDelivered) {
    const shown = world.of('state').some(({ state }) => state.name === 'succeeded' && idIn(state) === only);
    expect(shown || endsOf(world, only).length > 0, 'I16: a shown end').to.equal(true);
  }
  for (const thaw of chaos.frozen.values()) thaw();
  chaos.frozen.clear();
  await clock.advance(61_000);
  check(chaos);
  for (const requestId of mined) expect(endsOf(world, requestId).length, 'I16: a terminal event').to.equal(1);
}

const idIn = (state: PaymentState): string => ('payment' in state ? state.payment.requestId : '');

/** The ends of this payment that all pages together have emitted. */
const endsOf = (world: World, requestId: string): string[] =>
  world.facts().filter((fact) => ENDS.some((end) => fact === `${end} ${requestId}`));

/** The log of the run, for the message of a failed run. */
export function logOf({ world }: Chaos): string {
  const start = world.log[0]?.at ?? 0;
  const lines = world.log.flatMap((entry) =>
    lineOf(entry).map((line) => `${entry.at - start} ms, tab ${entry.tab}: ${line}`),
  );
  return lines.filter((line, index) => line !== lines[index - 1]).join('\n');
}

function lineOf(entry: Logged): string[] {
  switch (entry.kind) {
    case 'request':
      return [`asks ${entry.path}`];
    case 'prompt':
      return [`PROMPT ${entry.step}`];
    case 'write':
      return isPaymentKey(entry.key) ? [`stores ${stagesOf(entry.value)}`] : [];
    case 'event':
      return FACTS.includes(entry.type) ? [`emits ${entry.type}`] : [];
    case 'state': {
      const { state } = entry;
      const status = state.name === 'processing' ? ` ${state.status}` : '';
      const problem = 'problem' in state ? ` (${state.problem.code}, ${state.problem.money})` : '';
      return [`shows ${state.name}${status}${problem}`];
    }
  }
}

/** Entries of other versions have other members. */
const stagesOf = (text: string): string =>
  (JSON.parse(text) as { stage?: string; payment?: { requestId?: string } }[])
    .map(({ stage = '?', payment }) => `${stage} ${payment?.requestId?.slice(-4) ?? ''}`)
    .join(', ');
