/** Payments that are signed: what is out from when on, and what is never asked twice. In virtual time. */
import { expect } from 'chai';
import type { Hex } from 'viem';
import { walletError } from '../support/fake-evm-wallet.js';
import { settle } from '../support/clock.js';
import { authorizationCase } from '../support/permit-quotes.js';
import { amounts, apply, ids, nativeCase, people, read, type Json } from '../support/quotes.js';
import { USDC, World, type Tab } from '../support/world.js';
import { entryOf, factsOf, shownId } from './sent.js';

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
  /** Seconds that what is to be signed holds. */
  expiry = 600;
  /** How far the chain is behind, in seconds: its sequencer stands still. */
  lag = 0;
  /** And in how many of them it begins to. */
  begins = 0;
  /** What the token says of the authorization, and whether the chain can be read. */
  used = false;
  readable = true;
  /** Whether the service answers with something to sign. */
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

  /** The posts that reached the service, each with its signature. */
  get posts(): string[] {
    return this.asked(PERMITS).map(({ query }) => query);
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

/** Signed, with the service not having said a word of it. */
async function signed(
  prepare?: (world: SignedWorld) => void,
): Promise<{ world: SignedWorld; tab: Tab; requestId: string }> {
  const { world, tab } = await asked(prepare);
  world.signings[0]!.sign();
  await settle();
  return { world, tab, requestId: shownId(tab) };
}

describe('a payment by signature', () => {
  it('asks the wallet for one signature and nothing else, posts it, and ends by the service’s word', async () => {
    const { world, tab } = await asked();
    expect(world.signings.map(({ typed }) => typed.message.value)).to.deep.equal([String(amounts.usdc)]);
    expect(tab.state).to.include({ name: 'authorizing' }).and.to.have.nested.property('step.kind', 'signature');
    world.signings[0]!.sign();
    await settle();
    const requestId = shownId(tab);
    expect(tab.state).to.include({ name: 'processing', status: 'waiting' });
    expect(world.posts).to.deep.equal([`?signature=${SIGNATURE}`]);
    world.service.words.set(requestId, { status: 'pending', inTxHashes: [`0x${'1a'.repeat(32)}`] });
    await world.clock.advance(2 * SECOND);
    world.service.words.set(requestId, { status: 'success', txHashes: [`0x${'fe'.repeat(32)}`] });
    await tab.reach('succeeded');
    expect(tab.state).to.have.nested.property('receipt.origin[0].hash', `0x${'1a'.repeat(32)}`);
    expect(factsOf(tab)).to.deep.equal(['hub-sent', 'hub-status pending', 'hub-status success', 'hub-success']);
    expect(tab.told.filter((name) => name.startsWith('hub-step'))).to.deep.equal([
      'hub-step prompting',
      'hub-step submitted',
      'hub-step confirmed',
    ]);
    expect([world.signings.length, world.prompts.length]).to.deep.equal([1, 0]);
  });

  it('I3 is written down before the wallet is asked, and as one that is out before it is posted', async () => {
    const { world } = await asked();
    expect(entryOf(world))
      .to.deep.include({ stage: 'open' })
      .and.to.have.nested.property('asked.permit.kind', 'eip3009');
    let stage = '';
    world.onLog = (entry) => {
      if (entry.kind === 'request' && entry.path === PERMITS) stage = entryOf(world).stage;
    };
    world.signings[0]!.sign();
    await settle();
    expect(stage).to.equal('sent');
  });

  it('I23 stands in no storage, event or state', async () => {
    const { world, tab, requestId } = await signed();
    world.service.words.set(requestId, { status: 'success' });
    await tab.reach('succeeded');
    const texts = [
      ...world.storage.items.values(),
      JSON.stringify(world.of('event')),
      JSON.stringify(world.of('state')),
    ];
    for (const text of texts) expect(text).not.to.include(SIGNATURE.slice(2));
  });

  it('is not asked for where the page did not: the quote is refused', async () => {
    const world = new SignedWorld();
    const tab = world.open();
    await tab.do({ type: 'opened' }, { type: 'wallet-picked', wallet: 'one.test' });
    await world.clock.until(() => tab.state.name === 'selecting' && tab.state.assets.length > 0);
    await tab.do({ type: 'asset-picked', ...USDC });
    await tab.reach('selecting');
    expect(tab.state).to.have.nested.property('problem.code', 'quote-unsafe');
    expect(world.signings).to.have.length(0);
  });

  it('F-69 is not asked of an account that is a contract: it pays by its transactions', async () => {
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
    it(`G32 is not asked for where it ${title}`, async () => {
      const { world, tab } = await asked(prepare);
      await world.clock.advance(SECOND);
      expect([world.signings.length, world.posts.length]).to.deep.equal([0, 0]);
      expect(JSON.stringify(tab.state)).to.include(details);
    });
  }

  it('may hold as long as the page has asked for', async () => {
    const world = new SignedWorld();
    world.payer = 'waits';
    world.expiry = 1_200;
    const tab = world.open({ usePermit: true, quoteOptions: { permitExpiry: 1_200 } });
    await tab.review(USDC);
    await tab.press();
    expect(world.signings).to.have.length(1);
  });
});

describe('a signature that is not given', () => {
  for (const code of [4001, -32603]) {
    it(`${code}: nothing can be out, whatever the wallet says; a person may ask again`, async () => {
      const { world, tab } = await asked();
      world.signings[0]!.reject(code);
      await settle();
      expect(tab.state).to.include({ name: 'reviewing' }).and.to.have.nested.property('problem.money', 'not-sent');
      await world.clock.advance(MINUTE);
      await tab.press();
      expect([world.signings.length, world.posts.length]).to.deep.equal([2, 0]);
    });
  }

  it('F-62 one that comes after the payer has left is posted nowhere', async () => {
    const { world, tab } = await asked();
    await tab.do({ type: 'wallet-closed' });
    expect(tab.state).to.include({ name: 'reviewing' }).and.to.have.nested.property('problem.money', 'not-sent');
    world.signings[0]!.sign();
    await world.clock.advance(MINUTE);
    expect(world.posts).to.deep.equal([]);
    expect(tab.state.name).to.equal('reviewing');
  });

  it('F-171 nor one that comes after the element is gone', async () => {
    const { world, tab } = await asked();
    tab.session.destroy();
    world.signings[0]!.sign();
    await world.clock.advance(MINUTE);
    expect([world.posts.length, entryOf(world).stage]).to.deep.equal([0, 'open']);
  });

  it('F-74 one that comes after its own end is posted nowhere: the numbers are renewed', async () => {
    const { world, tab } = await asked();
    await world.clock.advance(11 * MINUTE);
    world.signings[0]!.sign();
    await settle();
    expect(world.posts).to.deep.equal([]);
    expect(tab.state).to.have.nested.property('problem.details', 'quote-expired');
    expect(tab.state).to.have.nested.property('problem.money', 'not-sent');
  });
});

describe('a signature that was given', () => {
  it('F-70 F-71 is posted again while no answer says that it came through; never signed again', async () => {
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
    expect(tab.told.filter((name) => name === 'hub-step confirmed')).to.have.length(1);
    await world.clock.advance(MINUTE);
    expect(world.posts).to.have.length(posts);
    world.service.words.set(requestId, { status: 'success' });
    await tab.reach('succeeded');
    expect(world.signings).to.have.length(1);
  });

  it('is posted no more once the service has seen it', async () => {
    const { world, requestId } = await signed((each) => each.service.outages.set(PERMITS, 'unreachable'));
    world.service.words.set(requestId, { status: 'pending' });
    await world.clock.advance(5 * SECOND);
    const posts = world.posts.length;
    await world.clock.advance(2 * MINUTE);
    expect(world.posts).to.have.length(posts);
  });

  it('may be out after a refusal too: it is told, posted no more, and nothing can be asked again', async () => {
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

  it('an end of the order without a deposit says nothing of it before its own end', async () => {
    const { world, tab, requestId } = await signed();
    world.service.words.set(requestId, { status: 'failure' });
    await world.clock.advance(5 * MINUTE);
    expect(tab.state).to.include({ name: 'processing', status: 'waiting' });
  });

  it('that was lost on the way is out until the chain says that it can be used no more; then it may be paid anew', async () => {
    const { world, tab, requestId } = await signed((each) => each.service.outages.set(PERMITS, 'silent'));
    await world.clock.advance(10 * MINUTE + GAP - SECOND);
    expect(tab.state.name).to.equal('processing');
    await world.clock.advance(30 * SECOND);
    expect(tab.state).to.include({ name: 'reviewing' }).and.to.have.nested.property('problem.money', 'in-wallet');
    expect(tab.told.filter((name) => /^hub-(sent|failure|success)/.test(name))).to.deep.equal([]);
    world.service.outages.clear();
    await world.clock.advance(30 * SECOND);
    await tab.press();
    expect(world.signings).to.have.length(2);
    expect(entryOf(world).payment.requestId).not.to.equal(requestId);
  });

  it('that the chain calls used is waited for, however long nothing is heard', async () => {
    const { world, tab } = await signed((each) => {
      each.service.outages.set(PERMITS, 'silent');
      each.used = true;
    });
    await world.clock.advance(25 * MINUTE);
    expect(tab.state).to.include({ name: 'processing', slow: true });
    expect(world.signings).to.have.length(1);
  });

  it('stays out while the chain stands still: it may yet be used there', async () => {
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

  it('stays out while the chain cannot be read', async () => {
    const { world, tab } = await signed((each) => each.service.outages.set(PERMITS, 'silent'));
    world.readable = false;
    await world.clock.advance(20 * MINUTE);
    expect(tab.state.name).to.equal('processing');
    world.readable = true;
    await world.clock.advance(MINUTE);
    expect(tab.state.name).to.equal('reviewing');
  });

  it('is shown again where the service has used it all the same', async () => {
    const { world, tab, requestId } = await signed((each) => each.service.outages.set(PERMITS, 'silent'));
    await world.clock.advance(15 * MINUTE);
    expect(tab.state.name).to.equal('reviewing');
    world.service.words.set(requestId, { status: 'success' });
    await tab.reach('succeeded');
    expect(factsOf(tab).filter((name) => name === 'hub-success')).to.have.length(1);
  });

  it('F-152 outlives its page: the next one neither asks nor posts, and waits as long', async () => {
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

  it('F-152 whose page ended before it was posted waits as long, and is asked for again after that', async () => {
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

  it('F-162 keeps another tab from asking for one more', async () => {
    const { world } = await signed((each) => each.service.outages.set(PERMITS, 'silent'));
    const other = world.open({ usePermit: true, resume: 'off' });
    await other.review(USDC);
    await other.press();
    expect(world.signings).to.have.length(1);
    expect(other.state.name).to.equal('processing');
  });

  it('T13 steps that come with the answer are asked of nobody: they would pay twice', async () => {
    const { world, tab, requestId } = await signed((each) =>
      each.service.outages.set(PERMITS, { status: 200, json: { steps: nativeCase().quote['steps'] } }),
    );
    await world.clock.advance(2 * SECOND);
    expect([world.signings.length, world.prompts.length]).to.deep.equal([1, 0]);
    expect(tab.state).to.include({ name: 'processing' }).and.to.have.nested.property('problem.code', 'quote-unsafe');
    world.service.words.set(requestId, { status: 'success' });
    await tab.reach('succeeded');
  });
});
