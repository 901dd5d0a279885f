/**
 * Tests payments by signature, in virtual time: from when on a payment counts as out, and what is never prompted twice.
 */
import { expect } from 'chai';
import type { Hex } from 'viem';
import { walletError } from '../../support/fake-evm-wallet.js';
import { settle } from '../../support/clock.js';
import { authorizationCase } from '../../support/permit-quotes.js';
import { amounts, apply, ids, nativeCase, people, read, type Json } from '../../support/quotes.js';
import { USDC, World, type Tab } from '../../support/world.js';
import { entryOf, factsOf, shownId } from '../track/sent.js';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const PERMITS = '/execute/permits';
const SIGNATURE = `0x${'5e'.repeat(65)}`;
const GAP = 3 * MINUTE;

type Prompt = {
  typed: { message: { validBefore: string; value: string } };
  sign: () => void;
  reject: (code?: number) => void;
};

class SignedWorld extends World {
  readonly signings: Prompt[] = [];
  /** The validity of the signature in seconds. */
  expiry = 600;
  /** How far the chain's clock lags, in seconds, as with a stalled sequencer. */
  lag = 0;
  /** The time until the signature becomes valid, in seconds. */
  begins = 0;
  /** Whether the token reports the authorization as used, and whether the chain can be read. */
  used = false;
  readable = true;
  /** Whether the service answers with a signature step. */
  permits = (): boolean => true;

  constructor() {
    super();
    this.service.tamper = (text) => JSON.stringify(this.#permit(JSON.parse(text) as Json));
    this.wallet.always('eth_signTypedData_v4', (params: readonly unknown[]) => this.#ask(String(params[1])));
    this.chain.override('eth_getBlockByNumber', () => ({
      number: '0x10',
      hash: ids.other,
      timestamp: `0x${(Math.floor(this.clock.now() / 1_000) - this.lag).toString(16)}`,
      transactions: [],
    }));
    this.chain.override('eth_call', ([call]) => this.#call(call as { data: string }));
  }

  /** The queries of the posts that reached the service, each with its signature. */
  get posts(): string[] {
    return this.requestsTo(PERMITS).map(({ query }) => query);
  }

  #call(call: { data: string }): unknown {
    const { data } = call;
    if (!this.readable) throw new Error('down');
    if (data.startsWith('0xe94a0102')) return `0x${(this.used ? '1' : '0').padStart(64, '0')}`;
    return this.readBalances(call as { data: Hex }, true);
  }

  #permit(quote: Json): Json {
    if (!this.permits() || read(quote, 'details.currencyIn.currency.symbol') !== 'USDC') return quote;
    const { requestId } = quote as { requestId: string };
    const text = JSON.stringify(authorizationCase().quote['steps']).replaceAll(ids.request, requestId);
    apply(quote, ['steps', JSON.parse(text)]);
    const now = Math.floor(this.clock.now() / 1_000);
    apply(quote, ['steps[0].items[0].data.sign.value.validBefore', now + this.expiry]);
    apply(quote, ['steps[0].items[0].data.sign.value.validAfter', this.begins && now + this.begins]);
    return quote;
  }

  #ask(typed: string): Promise<string> {
    return new Promise((resolve, reject) => {
      const prompt: Prompt = {
        typed: JSON.parse(typed) as Prompt['typed'],
        sign: () => resolve(SIGNATURE),
        reject: (code) => reject(walletError(code, 'no')),
      };
      this.signings.push(prompt);
      if (this.payer === 'approves') prompt.sign();
    });
  }
}

async function asked(
  prepare: (world: SignedWorld) => void = () => undefined,
): Promise<{ world: SignedWorld; tab: Tab }> {
  const world = new SignedWorld();
  world.payer = 'waits';
  prepare(world);
  const tab = world.open({ usePermit: true });
  await tab.review(USDC);
  await tab.press();
  return { world, tab };
}

/** A signed payment that the service has not reported yet. */
async function signed(
  prepare?: (world: SignedWorld) => void,
): Promise<{ world: SignedWorld; tab: Tab; requestId: string }> {
  const { world, tab } = await asked(prepare);
  world.signings[0]!.sign();
  await settle();
  return { world, tab, requestId: shownId(tab) };
}

describe('execute-permit', () => {
  it('requests one signature, posts it and settles by the service’s status when the payer signs', async () => {
    const { world, tab } = await asked();
    expect(world.signings.map(({ typed }) => typed.message.value)).to.deep.equal([String(amounts.usdc)]);
    expect(tab.state).to.include({ name: 'authorizing' }).and.to.have.nested.property('step.kind', 'signature');
    world.signings[0]!.sign();
    await settle();
    const requestId = shownId(tab);
    expect(tab.state).to.include({ name: 'processing', status: 'waiting' });
    expect(world.posts).to.deep.equal([`?signature=${SIGNATURE}`]);
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
    const texts = [
      ...world.storage.items.values(),
      JSON.stringify(world.of('event')),
      JSON.stringify(world.of('state')),
    ];
    for (const text of texts) expect(text).not.to.include(SIGNATURE.slice(2));
  });

  it('reports quote-unsafe and opens no prompt when the page has not set usePermit', async () => {
    const world = new SignedWorld();
    const tab = world.open();
    await tab.do({ type: 'opened' }, { type: 'wallet-picked', wallet: 'one.test' });
    await world.clock.until(() => tab.state.name === 'selecting' && tab.state.assets.length > 0);
    await tab.do({ type: 'asset-picked', ...USDC });
    await tab.reach('selecting');
    expect(tab.state).to.have.nested.property('problem.code', 'quote-unsafe');
    expect(world.signings).to.have.length(0);
  });

  it('F-69 requests a transaction instead of a signature when the account is a contract', async () => {
    const world = new SignedWorld();
    world.chain.contracts.add(people.payer);
    world.permits = () => world.service.quoted.at(-1)?.['usePermit'] === true;
    const tab = world.open({ usePermit: true });
    await tab.review(USDC);
    await tab.press();
    expect([world.signings.length, world.prompts.length]).to.deep.equal([0, 1]);
  });

  for (const [title, prepare, details] of [
    ['would hold a minute longer than it may', (world: SignedWorld) => (world.expiry = 700), 'G32 deadline'],
    ['holds from a later time on', (world: SignedWorld) => (world.begins = 120), 'G32 deadline'],
    ['has ended already', (world: SignedWorld) => (world.expiry = 0), 'quote-expired'],
  ] as const) {
    it(`G32 opens no prompt when the permit ${title}`, async () => {
      const { world, tab } = await asked(prepare);
      await world.clock.advance(SECOND);
      expect([world.signings.length, world.posts.length]).to.deep.equal([0, 0]);
      expect(JSON.stringify(tab.state)).to.include(details);
    });
  }

  it('opens the prompt when the permit holds as long as permitExpiry allows', async () => {
    const world = new SignedWorld();
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
    expect(tab.state).to.have.nested.property('problem.details', 'quote-expired');
    expect(tab.state).to.have.nested.property('problem.money', 'not-sent');
  });
});

describe('track-permit', () => {
  it('F-70 F-71 posts the same signature again when the service is unreachable, and never requests a new one', async () => {
    const { world, tab, requestId } = await signed((each) => each.service.outages.set(PERMITS, 'unreachable'));
    await world.clock.advance(10 * SECOND);
    expect(world.posts.length).to.be.within(3, 6);
    expect(new Set(world.posts).size).to.equal(1);
    world.service.outages.set(PERMITS, { status: 503, json: { message: 'busy' }, retryAfter: '20' });
    await world.clock.advance(15 * SECOND);
    const before = world.posts.length;
    await world.clock.advance(15 * SECOND);
    expect(world.posts.length - before, 'no sooner than it was told').to.be.at.most(1);
    world.service.outages.clear();
    await world.clock.advance(40 * SECOND);
    const posts = world.posts.length;
    expect(tab.emitted.filter((name) => name === 'hub-step confirmed')).to.have.length(1);
    await world.clock.advance(MINUTE);
    expect(world.posts).to.have.length(posts);
    world.service.statuses.set(requestId, { status: 'success' });
    await tab.reach('succeeded');
    expect(world.signings).to.have.length(1);
  });

  it('posts no more when the service has seen the deposit', async () => {
    const { world, requestId } = await signed((each) => each.service.outages.set(PERMITS, 'unreachable'));
    world.service.statuses.set(requestId, { status: 'pending' });
    await world.clock.advance(5 * SECOND);
    const posts = world.posts.length;
    await world.clock.advance(2 * MINUTE);
    expect(world.posts).to.have.length(posts);
  });

  it('posts once, reports the money as unknown and opens no new prompt when the service refuses the permit', async () => {
    const { world, tab } = await signed((each) =>
      each.service.outages.set(PERMITS, { status: 400, json: { message: 'no', code: 'PERMIT_FAILED' } }),
    );
    await world.clock.advance(30 * SECOND);
    expect(world.posts).to.have.length(1);
    expect(tab.state).to.include({ name: 'processing' });
    expect(tab.state).to.have.nested.property('problem.money', 'unknown');
    await tab.press();
    await tab.do({ type: 'abandoned' }, { type: 'back' }, { type: 'reset' }, { type: 'opened' });
    expect([tab.state.name, world.signings.length]).to.deep.equal(['processing', 1]);
  });

  it('keeps waiting when the order ends without a deposit before the end of the permit', async () => {
    const { world, tab, requestId } = await signed();
    world.service.statuses.set(requestId, { status: 'failure' });
    await world.clock.advance(5 * MINUTE);
    expect(tab.state).to.include({ name: 'processing', status: 'waiting' });
  });

  it('returns to the review and allows a new signature when the permit has ended unused on the chain', async () => {
    const { world, tab, requestId } = await signed((each) => each.service.outages.set(PERMITS, 'silent'));
    await world.clock.advance(10 * MINUTE + GAP - SECOND);
    expect(tab.state.name).to.equal('processing');
    await world.clock.advance(30 * SECOND);
    expect(tab.state).to.include({ name: 'reviewing' }).and.to.have.nested.property('problem.money', 'in-wallet');
    expect(tab.state).to.have.nested.property('problem.code', 'expired');
    expect(tab.emitted.filter((name) => /^hub-(sent|failure|success)/.test(name))).to.deep.equal([]);
    world.service.outages.clear();
    await world.clock.advance(30 * SECOND);
    await tab.press();
    expect(world.signings).to.have.length(2);
    expect(entryOf(world).payment.requestId).not.to.equal(requestId);
  });

  it('keeps waiting after the end of the permit when the chain reports it as used', async () => {
    const { world, tab } = await signed((each) => {
      each.service.outages.set(PERMITS, 'silent');
      each.used = true;
    });
    await world.clock.advance(25 * MINUTE);
    expect(tab.state).to.include({ name: 'processing', slow: true });
    expect(world.signings).to.have.length(1);
  });

  it('keeps waiting after the end of the permit when the chain’s time stands still', async () => {
    const { world, tab } = await signed((each) => {
      each.service.outages.set(PERMITS, 'silent');
      each.lag = 3_600;
    });
    await world.clock.advance(25 * MINUTE);
    expect(tab.state.name).to.equal('processing');
    world.lag = 0;
    await world.clock.advance(MINUTE);
    expect(tab.state.name).to.equal('reviewing');
  });

  it('keeps waiting after the end of the permit when the chain cannot be read', async () => {
    const { world, tab } = await signed((each) => each.service.outages.set(PERMITS, 'silent'));
    world.readable = false;
    await world.clock.advance(20 * MINUTE);
    expect(tab.state.name).to.equal('processing');
    world.readable = true;
    await world.clock.advance(MINUTE);
    expect(tab.state.name).to.equal('reviewing');
  });

  it('shows the payment again when the service reports success after the review came back', async () => {
    const { world, tab, requestId } = await signed((each) => each.service.outages.set(PERMITS, 'silent'));
    await world.clock.advance(15 * MINUTE);
    expect(tab.state.name).to.equal('reviewing');
    world.service.statuses.set(requestId, { status: 'success' });
    await tab.reach('succeeded');
    expect(factsOf(tab).filter((name) => name === 'hub-success')).to.have.length(1);
  });

  it('F-152 waits for the end of the permit, without a prompt or a post, when the page reloads', async () => {
    const { world, tab } = await signed((each) => each.service.outages.set(PERMITS, 'silent'));
    tab.kill();
    const posts = world.posts.length;
    const next = world.open({ usePermit: true });
    await world.clock.advance(5 * MINUTE);
    expect(next.state).to.include({ name: 'processing', status: 'waiting' });
    await next.press();
    expect([world.signings.length, world.posts.length]).to.deep.equal([1, posts]);
    await world.clock.advance(10 * MINUTE);
    expect(next.state.name).not.to.equal('processing');
  });

  it('F-152 waits for the end of the permit, then allows a new signature, when the page ended before the post', async () => {
    const { world, tab } = await asked();
    world.onLog = (entry) => {
      if (entry.kind === 'write' && entry.value.includes('"stage":"sent"')) queueMicrotask(() => tab.kill());
    };
    world.signings[0]!.sign();
    await settle();
    expect(world.posts).to.deep.equal([]);
    world.onLog = () => undefined;
    const next = world.open({ usePermit: true });
    await world.clock.advance(12 * MINUTE);
    expect(next.state).to.include({ name: 'processing', status: 'waiting' });
    await world.clock.advance(2 * MINUTE);
    expect(next.state.name).not.to.equal('processing');
    const another = world.open({ usePermit: true });
    await another.review(USDC);
    await another.press();
    expect(world.signings).to.have.length(2);
  });

  it('F-162 shows the payment in another tab, without a second prompt, when that tab’s payer presses', async () => {
    const { world } = await signed((each) => each.service.outages.set(PERMITS, 'silent'));
    const other = world.open({ usePermit: true, resume: 'off' });
    await other.review(USDC);
    await other.press();
    expect(world.signings).to.have.length(1);
    expect(other.state.name).to.equal('processing');
  });

  it('T13 opens no prompt and reports quote-unsafe when the answer to the permit contains steps', async () => {
    const { world, tab, requestId } = await signed((each) =>
      each.service.outages.set(PERMITS, { status: 200, json: { steps: nativeCase().quote['steps'] } }),
    );
    await world.clock.advance(2 * SECOND);
    expect([world.signings.length, world.prompts.length]).to.deep.equal([1, 0]);
    expect(tab.state).to.include({ name: 'processing' }).and.to.have.nested.property('problem.code', 'quote-unsafe');
    world.service.statuses.set(requestId, { status: 'success' });
    await tab.reach('succeeded');
  });
});
