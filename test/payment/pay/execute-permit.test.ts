/** Tests the wallet prompt of a payment by signature, also if the payer rejects the prompt or signs too late. */
import { expect } from 'chai';
import { settle } from '../../support/clock.js';
import { amounts, people } from '../../support/quotes.js';
import { ETH, USDC } from '../../support/world.js';
import { SECOND, MINUTE } from '../../support/times.js';
import { entryOf, factsOf, shownId } from '../sent.js';
import { PERMITS, PermitWorld, asked, signed } from '../permit-world.js';

describe('execute-permit', () => {
  it('requests one signature, posts it and settles by the service’s status when the payer signs', async () => {
    const { world, tab } = await asked();
    expect(world.signings.map(({ typed }) => typed.message.value)).to.deep.equal([String(amounts.usdc)]);
    expect(tab.state).to.include({ name: 'authorizing' }).and.to.have.nested.property('step.kind', 'signature');
    world.signings[0]!.sign();
    await settle();
    const requestId = shownId(tab);
    expect(tab.state).to.include({ name: 'processing', status: 'waiting' });
    expect(world.posts).to.deep.equal([`?signature=${world.signings[0]!.signature}`]);
    world.service.statuses.set(requestId, { status: 'pending', inTxHashes: [`0x${'1a'.repeat(32)}`] });
    await world.clock.advance(2 * SECOND);
    world.service.statuses.set(requestId, { status: 'success', txHashes: [`0x${'fe'.repeat(32)}`] });
    await tab.reach('succeeded');
    expect(tab.state).to.have.nested.property('receipt.origin[0].hash', `0x${'1a'.repeat(32)}`);
    expect(factsOf(tab)).to.deep.equal(['hub-sent', 'hub-status pending', 'hub-status success', 'hub-success']);
    expect(tab.emitted.filter((name) => name.startsWith('hub-step'))).to.deep.equal([
      'hub-step prompting',
      'hub-step submitted',
      'hub-step confirmed',
    ]);
    expect([world.signings.length, world.prompts.length]).to.deep.equal([1, 0]);
  });

  it('I3 journals the permit before the prompt opens, and as sent before it posts the signature', async () => {
    const { world } = await asked();
    expect(entryOf(world))
      .to.deep.include({ stage: 'prepared' })
      .and.to.have.nested.property('prompt.permit.kind', 'eip3009');
    let stage = '';
    world.onLog = (entry) => {
      if (entry.kind === 'request' && entry.path === PERMITS) stage = entryOf(world).stage;
    };
    world.signings[0]!.sign();
    await settle();
    expect(stage).to.equal('sent');
  });

  it('I23 keeps the signature out of storage, events and state when the payment succeeds', async () => {
    const { world, tab, requestId } = await signed();
    world.service.statuses.set(requestId, { status: 'success' });
    await tab.reach('succeeded');
    for (const text of world.texts()) expect(text).not.to.include(world.signings[0]!.signature.slice(2));
  });

  it('reports quote-unsafe and opens no prompt when the page has not set usePermit', async () => {
    const world = new PermitWorld();
    world.permits = () => true;
    const tab = world.open();
    await tab.do({ type: 'opened' }, { type: 'wallet-picked', wallet: 'one.test' });
    await world.clock.until(() => tab.state.name === 'selecting' && tab.state.assets.length > 0);
    await tab.do({ type: 'asset-picked', ...USDC });
    await tab.reach('selecting');
    expect(tab.state).to.have.nested.property('problem.code', 'quote-unsafe');
    expect(world.signings).to.have.length(0);
  });

  it('F-69 requests a transaction instead of a signature when the account is a contract', async () => {
    const world = new PermitWorld();
    world.chain.contracts.add(people.payer);
    const tab = world.open({ usePermit: true });
    await tab.review(USDC);
    await tab.press();
    expect([world.signings.length, world.prompts.length]).to.deep.equal([0, 1]);
  });

  for (const [title, prepare, details] of [
    ['is valid a minute longer than permitExpiry', (world: PermitWorld) => (world.expiry = 700), 'G32 deadline'],
    ['is valid only from a later time', (world: PermitWorld) => (world.begins = 120), 'G32 deadline'],
    ['has expired', (world: PermitWorld) => (world.expiry = 0), 'quote-expired'],
  ] as const) {
    it(`G32 opens no prompt when the permit ${title}`, async () => {
      const { world, tab } = await asked(prepare);
      await world.clock.advance(SECOND);
      expect([world.signings.length, world.posts.length]).to.deep.equal([0, 0]);
      expect(JSON.stringify(tab.state)).to.include(details);
    });
  }

  it('opens the prompt when the permit holds as long as permitExpiry allows', async () => {
    const world = new PermitWorld();
    world.payer = 'waits';
    world.expiry = 1_200;
    const tab = world.open({ usePermit: true, quoteOptions: { permitExpiry: 1_200 } });
    await tab.review(USDC);
    await tab.press();
    expect(world.signings).to.have.length(1);
  });
});

describe('execute-permit without a signature in time', () => {
  for (const code of [4001, -32603]) {
    it(`returns to the review with money not-sent and prompts again at the next press when the wallet answers ${code}`, async () => {
      const { world, tab } = await asked();
      world.signings[0]!.reject(code);
      await settle();
      expect(tab.state).to.include({ name: 'reviewing' }).and.to.have.nested.property('problem.money', 'not-sent');
      await world.clock.advance(MINUTE);
      await tab.press();
      expect([world.signings.length, world.posts.length]).to.deep.equal([2, 0]);
    });
  }

  it('F-62 posts nothing when the payer signs after leaving the wallet prompt', async () => {
    const { world, tab } = await asked();
    await tab.do({ type: 'wallet-closed' });
    expect(tab.state).to.include({ name: 'reviewing' }).and.to.have.nested.property('problem.money', 'not-sent');
    world.signings[0]!.sign();
    await world.clock.advance(MINUTE);
    expect(world.posts).to.deep.equal([]);
    expect(tab.state.name).to.equal('reviewing');
  });

  it('posts nothing and shows the earlier payment when the wallet sends it before the payer signs', async () => {
    const world = new PermitWorld();
    world.payer = 'waits';
    const tab = world.open({ usePermit: true });
    await tab.review(ETH);
    await tab.press();
    const first = shownId(tab);
    await tab.do({ type: 'wallet-closed' }, { type: 'abandoned' });
    await tab.review(USDC);
    await tab.press();
    world.prompts[0]!.approve();
    await settle();
    world.signings[0]!.sign();
    await settle();
    expect([world.signings.length, world.posts.length]).to.deep.equal([1, 0]);
    expect([tab.state.name, shownId(tab)]).to.deep.equal(['processing', first]);
  });

  it('posts nothing and shows the other tab’s payment when the tab was frozen and lost its lease meanwhile', async () => {
    const world = new PermitWorld();
    world.payer = 'waits';
    const tab = world.open({ usePermit: true }, { locks: undefined });
    await tab.review(USDC);
    await tab.press();
    await world.clock.advance(SECOND);
    const { thaw } = tab.freeze();
    await world.clock.advance(10 * SECOND);
    const other = world.open({}, { locks: undefined });
    await other.review(ETH);
    await other.press();
    await world.clock.advance(5 * SECOND);
    // The other tab cannot know whether the signature was posted, so it asks once.
    expect(other.state).to.have.nested.property('problem.code', 'unconfirmed');
    await other.press();
    await world.clock.advance(10 * SECOND);
    world.prompts[0]!.approve();
    await other.reach('processing');
    thaw();
    world.signings[0]!.sign();
    await settle();
    expect([world.signings.length, world.posts.length]).to.deep.equal([1, 0]);
    // The other tab's payment is out.
    expect(tab.detail('hub-error')).to.include({ code: 'wallet-busy', money: 'unknown' });
    expect([tab.state.name, shownId(tab)]).to.deep.equal(['processing', shownId(other)]);
  });

  it('F-171 posts nothing when the payer signs after the element was destroyed', async () => {
    const { world, tab } = await asked();
    tab.session.destroy();
    world.signings[0]!.sign();
    await world.clock.advance(MINUTE);
    expect([world.posts.length, entryOf(world).stage]).to.deep.equal([0, 'prepared']);
  });

  it('F-74 posts nothing and reports quote-expired when the payer signs after the end of the permit', async () => {
    const { world, tab } = await asked();
    await world.clock.advance(11 * MINUTE);
    world.signings[0]!.sign();
    await settle();
    expect(world.posts).to.deep.equal([]);
    expect(tab.state).to.have.nested.property('problem.code', 'quote-expired');
    expect(tab.state).to.have.nested.property('problem.money', 'not-sent');
  });

  it('posts nothing more after another tab gave the payment up during the pause', async () => {
    const { world } = await signed((each) => each.service.outages.set(PERMITS, { status: 503 }));
    await world.clock.advance(5 * SECOND);
    const { items } = world.storage;
    for (const [key, text] of items) items.set(key, text.replace('"stage":"sent"', '"stage":"abandoned"'));
    world.service.outages.delete(PERMITS);
    const posts = world.posts.length;
    await world.clock.advance(MINUTE);
    expect(posts).to.be.greaterThan(0);
    expect(world.posts).to.have.length(posts);
  });
});
