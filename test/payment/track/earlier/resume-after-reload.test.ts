import { expect } from 'chai';
import { ETH, OPTIONS, USDC, World } from '../../../support/world.js';
import { HOUR, DAY } from '../../../support/times.js';
import { polls, sent, shownId } from '../../sent.js';

/** The page was closed during a payment, before or after the wallet's response. */
async function left(
  o: {
    pay?: { chainId: number; currency: string };
    answers?: boolean;
    mines?: boolean;
    outcome?: 'success' | 'none';
  } = {},
) {
  const world = new World();
  world.payer = 'waits';
  world.mines = o.mines ?? true;
  world.service.outcome = o.outcome ?? 'success';
  const tab = world.open();
  await tab.review(o.pay ?? ETH);
  await tab.press();
  if (o.answers ?? true) world.prompts[0]!.approve();
  await world.clock.advance(0);
  const requestId = shownId(tab);
  tab.kill();
  return { world, requestId };
}

describe('resume-after-reload', () => {
  it('F-153 F-154 polls the payment to its outcome at once and opens no prompt when the payment was sent', async () => {
    const { world, requestId } = await left({ outcome: 'none' });
    const next = world.open();
    await world.clock.advance(2_000);
    expect(next.state).to.include({ name: 'processing' });
    expect(shownId(next)).to.equal(requestId);
    world.service.outcome = 'success';
    await next.reach('succeeded');
    expect(world.prompts).to.have.length(1);
    expect(world.facts()).to.deep.equal([`hub-sent ${requestId}`, `hub-success ${requestId}`]);
  });

  it('F-152 sets the status to unknown and opens no new prompt when the wallet never answered', async () => {
    const { world } = await left({ answers: false });
    const next = world.open();
    await world.clock.advance(60_000);
    expect(next.state).to.include({ name: 'processing', status: 'unknown' });
    await next.press();
    await next.do({ type: 'opened' }, { type: 'closed' }, { type: 'back' });
    expect(next.state.name).to.equal('processing');
    expect(world.prompts).to.have.length(1);
  });

  it('F-152 F-96 takes the transaction from the service when the wallet never answered', async () => {
    const { world } = await left({ answers: false });
    const next = world.open();
    await world.clock.advance(5_000);
    const hash = world.prompts[0]!.approve();
    await next.reach('succeeded');
    expect(next.detail('hub-sent')).to.have.nested.property('transaction.hash', hash);
    expect(next.state).to.have.nested.property('receipt.origin[0].hash', hash);
  });

  it('polls nothing and lets the payer pay when only the approval was sent', async () => {
    const { world } = await left({ pay: USDC });
    const next = world.open();
    await world.clock.advance(10_000);
    expect(next.state).to.deep.equal({ name: 'idle' });
    expect(polls(world)).to.equal(0);
    world.payer = 'approves';
    await next.review(USDC);
    await next.press();
    await next.reach('succeeded');
    expect(world.promptsFor('pay')).to.equal(1);
  });

  it('F-156 shows the refund that only the service tells, and emits nothing again', async () => {
    const { world } = await left();
    world.service.outcome = 'refund';
    const next = world.open();
    await next.reach('refunded');
    next.kill();
    const third = world.open();
    const before = world.log.length;
    await world.clock.advance(60_000);
    await third.reach('refunded');
    expect(world.log.slice(before).filter(({ kind }) => kind === 'prompt')).to.deep.equal([]);
    expect(third.emitted.filter((name) => /^hub-(sent|refund|status)$/.test(name))).to.deep.equal([]);
  });

  for (const answers of [true, false]) {
    const what = answers ? 'was sent' : 'was prompted, and was sent later';
    it(`F-157 reports the outcome, without a new prompt or quote, when a day has passed and the payment ${what}`, async () => {
      const { world, requestId } = await left({ outcome: 'none', answers });
      await world.clock.advance(DAY);
      if (!answers) world.prompts[0]!.approve();
      const quoted = world.service.quoted.length;
      world.service.outcome = 'success';
      await world.open().reach('succeeded');
      expect(world.facts()).to.deep.equal([`hub-sent ${requestId}`, `hub-success ${requestId}`]);
      expect([world.prompts.length, world.service.quoted.length]).to.deep.equal([1, quoted]);
    });
  }

  it('F-175 reports the outcome once, on return, when the page left for another view after the payment was sent', async () => {
    const { world, tab, requestId, say } = await sent();
    say('pending');
    await world.clock.advance(3_000);
    tab.close();
    say('success');
    await world.clock.advance(HOUR);
    expect(world.facts()).to.deep.equal([`hub-sent ${requestId}`]);
    const back = world.open();
    await back.reach('succeeded');
    expect(world.facts()).to.deep.equal([`hub-sent ${requestId}`, `hub-success ${requestId}`]);
    expect(world.prompts).to.have.length(1);
  });

  it('F-155 waits ten seconds again before it settles a failure when the page reloads during the wait', async () => {
    const { world, requestId } = await left();
    world.service.statuses.set(requestId, { status: 'failure' });
    const next = world.open();
    await world.clock.advance(6_000);
    expect(next.state).to.include({ name: 'processing', status: 'failure' });
    next.kill();
    const third = world.open();
    await world.clock.advance(6_000);
    expect(third.state.name).to.equal('processing');
    await world.clock.advance(6_000);
    expect(third.state.name).to.equal('failed');
    expect(world.facts().filter((fact) => fact.startsWith('hub-failure'))).to.have.length(1);
  });

  it('F-155 emits hub-refund and no hub-failure when a failure becomes a refund before it settles', async () => {
    const { world, requestId } = await left();
    world.service.statuses.set(requestId, { status: 'failure' });
    const next = world.open();
    await world.clock.advance(6_000);
    next.kill();
    world.service.statuses.set(requestId, { status: 'refund' });
    world.service.outages.set('/intents/status/v3', { status: 503 });
    const third = world.open();
    await world.clock.advance(60_000);
    world.service.outages.clear();
    await third.reach('refunded');
    expect(world.factNames()).to.deep.equal(['hub-sent', 'hub-refund']);
  });

  it('F-83 reports reverted when the chain list loads only after an outage', async () => {
    const { world } = await left({ mines: false });
    const { transaction } = world.prompts[0]!;
    world.chain.send({ ...transaction, value: BigInt(transaction.value), nonce: 0, reverts: true });
    world.chain.mine();
    world.service.outages.set('/chains', { status: 503 });
    const next = world.open();
    await world.clock.advance(60_000);
    expect(next.state.name).to.equal('processing');
    world.service.outages.clear();
    await next.reach('selecting');
    expect(next.state).to.have.nested.property('problem.code', 'reverted');
  });

  it('F-83 lets the payer choose and pay again when the earlier transaction reverted', async () => {
    const { world } = await left({ mines: false });
    const { transaction } = world.prompts[0]!;
    world.chain.send({ ...transaction, value: BigInt(transaction.value), nonce: 0, reverts: true });
    world.chain.mine();
    const next = world.open();
    await next.reach('selecting');
    await next.review();
    world.payer = 'approves';
    world.mines = true;
    for (let n = 0; n < 3 && next.state.name === 'reviewing'; n += 1) {
      await next.press();
      await world.clock.advance(3_000);
    }
    await next.reach('succeeded');
    expect(await world.deposits()).to.equal(1);
  });

  it('shows the abandoned payment again when it is sent after the payer started over', async () => {
    const { world, requestId } = await left({ answers: false });
    const next = world.open();
    await world.clock.advance(5_000);
    await next.do({ type: 'abandoned' });
    expect(next.state.name, 'with the last used asset').to.equal('reviewing');
    world.prompts[0]!.approve();
    await next.reach('processing', 'succeeded');
    expect(shownId(next)).to.equal(requestId);
    await next.reach('succeeded');
    expect(await world.deposits()).to.equal(1);
  });

  it('tracks an abandoned payment when the page reloads once more', async () => {
    const { world, requestId } = await left({ answers: false });
    const next = world.open();
    await world.clock.advance(5_000);
    await next.do({ type: 'abandoned' });
    next.kill();
    const third = world.open();
    await world.clock.advance(5_000);
    expect(third.state.name).to.equal('idle');
    world.prompts[0]!.approve();
    await third.reach('succeeded');
    expect(world.facts()).to.include(`hub-success ${requestId}`);
  });

  it('P-3 shows a payment that was given up long ago when the service has delivered it', async () => {
    const { world, requestId } = await left({ answers: false, outcome: 'none' });
    const next = world.open();
    await world.clock.advance(5_000);
    await next.do({ type: 'abandoned' });
    next.kill();
    await world.clock.advance(20 * DAY);
    world.service.statuses.set(requestId, { status: 'success', txHashes: [`0x${'fe'.repeat(32)}`] });
    const third = world.open();
    await third.reach('succeeded');
    expect([shownId(third), world.prompts.length]).to.deep.equal([requestId, 1]);
  });

  it('P-3 looks once at a payment that was given up long ago when the service does not know it', async () => {
    const { world } = await left({ answers: false });
    const next = world.open();
    await world.clock.advance(5_000);
    await next.do({ type: 'abandoned' });
    next.kill();
    await world.clock.advance(20 * DAY);
    world.service.outages.set('/intents/status/v3', { status: 404, json: { message: 'Request not found' } });
    const before = polls(world);
    world.open();
    await world.clock.advance(600_000);
    expect(polls(world) - before).to.equal(1);
  });

  it('settles every unfinished payment and shows the newest when there are several', async () => {
    const { world, requestId } = await left({ answers: false });
    const next = world.open();
    await world.clock.advance(1_000);
    await next.do({ type: 'abandoned' });
    await next.review();
    await next.press();
    world.prompts[1]!.approve();
    await world.clock.advance(0);
    const second = shownId(next);
    next.kill();
    world.prompts[0]!.approve();
    const third = world.open();
    await world.clock.advance(0);
    expect(shownId(third)).to.equal(second);
    await third.reach('succeeded');
    await world.clock.advance(60_000);
    expect(
      world
        .facts()
        .filter((fact) => fact.startsWith('hub-success'))
        .sort(),
    ).to.deep.equal([`hub-success ${requestId}`, `hub-success ${second}`].sort());
  });

  it('I25 shows nothing and blocks nothing when the unfinished payment belongs to another order', async () => {
    const { world } = await left({ answers: false });
    const other = world.open({ reference: 'order-8' });
    await world.clock.advance(5_000);
    expect(other.state.name).to.equal('idle');
    world.payer = 'approves';
    await other.review();
    await other.press();
    await other.reach('succeeded');
    expect(other.detail('hub-success')).to.have.property('reference', 'order-8');
  });
});

describe('resume-after-reload with the option resume', () => {
  it('offers the payment and sends no request before the payer accepts when resume is `ask`', async () => {
    const { world, requestId } = await left();
    const next = world.open({ resume: 'ask' });
    const before = world.of('request').length;
    await world.clock.advance(60_000);
    expect(next.state).to.have.nested.property('unfinished.requestId', requestId);
    expect(world.of('request').length).to.equal(before);
    await next.do({ type: 'resume-asked' });
    await next.reach('succeeded');
  });

  it('offers the payment of the order that an open checkout changes to when resume is `ask`', async () => {
    const { world, requestId } = await left();
    const next = world.open({ resume: 'ask', reference: 'another' });
    await next.do({ type: 'opened' });
    expect(next.state.name).to.equal('reviewing');
    next.session.configure({ ...OPTIONS, wallets: [], resume: 'ask' });
    await world.clock.advance(0);
    expect(next.state).to.have.nested.property('unfinished.requestId', requestId);
  });

  it('sends no request before the page calls resume with the id when resume is `off`', async () => {
    const { world, requestId } = await left();
    const next = world.open({ resume: 'off' });
    const before = world.of('request').length;
    await world.clock.advance(60_000);
    expect([next.state, world.of('request').length]).to.deep.equal([{ name: 'idle' }, before]);
    const end = next.session.resume(requestId);
    await next.reach('succeeded');
    expect(await end).to.have.property('requestId', requestId);
  });

  it('shows the unfinished payment instead of a second prompt at the press when resume is `off`', async () => {
    const { world, requestId } = await left({ answers: false });
    const next = world.open({ resume: 'off' });
    await next.review();
    await next.press();
    expect(next.state.name).to.equal('processing');
    expect([shownId(next), world.prompts.length]).to.deep.equal([requestId, 1]);
  });

  it('rejects with service-refused when the id is unknown', async () => {
    const world = new World();
    const tab = world.open();
    const error = await tab.session.resume(`0x${'00'.repeat(32)}`).catch((cause: unknown) => cause);
    expect(error).to.have.property('code', 'service-refused');
  });

  it('F-149 asks the payer again and sends nothing when the page reloads before there is a quote', async () => {
    const world = new World();
    const tab = world.open({ amount: undefined } as never);
    await tab.do({ type: 'opened' }, { type: 'wallet-picked', wallet: 'one.test' });
    await world.clock.advance(3_000);
    await tab.do({ type: 'amount-typed', amount: '25000000' });
    expect(tab.state).to.have.nested.property('intent.amount', '25000000');
    tab.kill();
    const next = world.open({ amount: undefined } as never);
    await world.clock.advance(10_000);
    expect(next.state).to.deep.equal({ name: 'idle' });
    await next.do({ type: 'opened' });
    await world.clock.advance(3_000);
    expect(next.state).to.include({ name: 'selecting' }).and.not.have.nested.property('intent.amount');
    expect(world.prompts).to.deep.equal([]);
  });

  it('F-151 opens no prompt when the page reloads between the press and the prompt', async () => {
    const world = new World();
    const tab = world.open();
    await tab.review();
    tab.session.on('hub-confirm', ({ waitUntil }) => waitUntil(new Promise(() => undefined)));
    await tab.press();
    expect(tab.state).to.include({ name: 'reviewing', confirming: true });
    tab.kill();
    const next = world.open();
    await world.clock.advance(60_000);
    expect([next.state, world.prompts]).to.deep.equal([{ name: 'idle' }, []]);
    await next.review();
    await next.press();
    await next.reach('succeeded');
    expect(await world.deposits()).to.equal(1);
  });

  it('F-150 finds nothing to resume when the page reloads while a quote is shown', async () => {
    const world = new World();
    const tab = world.open();
    await tab.review();
    tab.kill();
    const next = world.open();
    await world.clock.advance(10_000);
    expect(next.state).to.deep.equal({ name: 'idle' });
  });

  it('F-45 tracks the payment to its outcome when the wallet does not answer', async () => {
    const { world } = await left();
    world.wallet.always('eth_accounts', () => new Promise(() => undefined));
    await world.open().reach('succeeded');
  });
});

describe('P-20 a page that is hidden before its session starts', () => {
  for (const [what, pay] of [
    ['a payment with a hash', ETH],
    ['a payment after an approval', USDC],
  ] as const) {
    it(`P-20 asks for the status at most once in fifteen seconds from the first request on, for ${what}`, async () => {
      const { world, tab, say } = await sent(pay);
      say('pending');
      tab.kill();
      const before = world.requestsTo(STATUS).length;
      const next = world.open();
      await next.hide();
      await world.clock.advance(300_000);
      const times = world
        .requestsTo(STATUS)
        .slice(before)
        .map(({ at }) => at);
      expect(times.length).to.be.within(15, 21);
      const pauses = times.slice(1).map((at, n) => at - times[n]!);
      expect(Math.min(...pauses)).to.be.at.least(15_000);
    });
  }
});

const STATUS = '/intents/status/v3';
