/** Approval and payment in one prompt, in virtual time: what counts as out, and what is never asked twice. */
import { expect } from '@open-wc/testing';
import { settle } from '../support/clock.js';
import { silence, walletError } from '../support/fake-evm-wallet.js';
import { ETH, USDC, World, type Tab } from '../support/world.js';
import { entryOf, factsOf, shownId } from './sent.js';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;

type Sent = { to: string; data: string; value: string };
type Prompt = { calls: Sent[]; send: () => void; reject: (code?: number) => void };

/** A wallet that sends calls together, one transaction each on the chain of this world. */
class BatchWorld extends World {
  readonly batches: Prompt[] = [];
  status: unknown = { status: 100 };
  hash = '';

  constructor() {
    super();
    this.wallet.always('wallet_getCapabilities', { '0x2105': { atomic: { status: 'supported' } } });
    this.wallet.always('wallet_getCallsStatus', () => this.status);
    this.wallet.always('wallet_sendCalls', ([request]: readonly unknown[]) => this.#ask(request as { calls: Sent[] }));
  }

  #ask({ calls }: { calls: Sent[] }): Promise<unknown> {
    return new Promise((resolve, reject) => {
      this.batches.push({
        calls,
        send: () => {
          const from = this.wallet.accounts[0]!;
          for (const { to, data, value } of calls)
            this.hash = this.chain.send({ from, to, data, value: BigInt(value) });
          this.chain.mine();
          this.status = { status: 200, receipts: [{ transactionHash: this.hash }] };
          resolve({ id: 'one' });
        },
        reject: (code) => reject(walletError(code, 'no')),
      });
    });
  }
}

async function asked(prepare: (world: BatchWorld) => void = () => undefined): Promise<{ world: BatchWorld; tab: Tab }> {
  const world = new BatchWorld();
  prepare(world);
  const tab = world.open();
  await tab.review(USDC);
  await tab.press();
  return { world, tab };
}

describe('an approval and a payment that are asked for together', () => {
  it('take one prompt, and end as any payment', async () => {
    const { world, tab } = await asked();
    expect(world.batches[0]?.calls.map(({ data }) => data.slice(0, 10))).to.deep.equal(['0x095ea7b3', '0xe8017952']);
    expect(entryOf(world)).to.include({ stage: 'asked' });
    world.batches[0]!.send();
    await tab.reach('succeeded');
    expect([world.batches.length, world.prompts.length, await world.deposits()]).to.deep.equal([1, 0, 1]);
    expect(factsOf(tab)).to.include('hub-success');
    expect(tab.state).to.have.nested.property('receipt.origin[0].hash', world.hash);
  });

  it('are not asked for together where one call is enough', async () => {
    const world = new BatchWorld();
    const tab = world.open();
    await tab.review(ETH);
    await tab.press();
    await tab.reach('succeeded');
    expect([world.batches.length, world.prompts.length]).to.deep.equal([0, 1]);
    expect(world.wallet.count('wallet_getCapabilities')).to.equal(0);
  });

  for (const [title, reaction] of [
    ['F-123 does not say what it can', silence],
    ['F-123 knows no such question', walletError(4200, 'unsupported')],
    ['cannot', {}],
  ] as const) {
    it(`a wallet that ${title} is asked one after the other`, async () => {
      const { world, tab } = await asked((each) => each.wallet.always('wallet_getCapabilities', reaction));
      await tab.reach('succeeded');
      expect(world.prompts.map(({ step }) => step)).to.deep.equal(['approve', 'pay']);
      expect(world.batches).to.have.length(0);
    });
  }

  it('are refused as one: the review comes back, and only a person asks again', async () => {
    const { world, tab } = await asked();
    world.batches[0]!.reject(4001);
    await world.clock.advance(MINUTE);
    expect(tab.state).to.include({ name: 'reviewing' }).and.to.have.nested.property('problem.money', 'not-sent');
    expect([world.batches.length, entryOf(world).stage]).to.deep.equal([1, 'closed']);
  });

  it('are asked for one after the other where the wallet cannot after all', async () => {
    const { world, tab } = await asked();
    world.batches[0]!.reject(5760);
    await tab.reach('succeeded');
    expect([world.batches.length, ...world.prompts.map(({ step }) => step)]).to.deep.equal([1, 'approve', 'pay']);
    expect(await world.deposits()).to.equal(1);
  });

  it('are over where it cannot, and the payer had left by then', async () => {
    const { world, tab } = await asked();
    await tab.do({ type: 'wallet-closed' });
    world.batches[0]!.reject(5760);
    await world.clock.advance(SECOND);
    expect(tab.state).to.include({ name: 'reviewing' });
    expect([world.prompts.length, entryOf(world).stage]).to.deep.equal([0, 'closed']);
  });

  it('F-58 may be out where the answer was lost: watched, and asked for nothing again', async () => {
    const { world, tab } = await asked();
    world.batches[0]!.reject(-32603);
    await world.clock.advance(MINUTE);
    await tab.press();
    expect(tab.state).to.include({ name: 'processing', status: 'unknown' });
    expect([world.batches.length, world.prompts.length]).to.deep.equal([1, 0]);
    world.service.words.set(shownId(tab), { status: 'success' });
    await tab.reach('succeeded');
  });

  it('F-126 may be out though the wallet says that they failed: the service’s word counts', async () => {
    const { world, tab } = await asked();
    world.service.fate = 'none';
    world.batches[0]!.send();
    world.status = { status: 500 };
    world.service.words.set(shownId(tab), { status: 'waiting' });
    await world.clock.advance(10 * SECOND);
    expect(tab.state).to.include({ name: 'processing', status: 'unknown' });
    await tab.press();
    expect(world.batches).to.have.length(1);
    world.service.words.set(shownId(tab), { status: 'success' });
    await tab.reach('succeeded');
  });

  it('F-129 outlive their page, and F-125 a wallet that never says how they stand', async () => {
    const { world, tab } = await asked();
    const requestId = shownId(tab);
    world.service.words.set(requestId, { status: 'waiting' });
    world.batches[0]!.send();
    world.status = { status: 100 };
    await settle();
    expect(tab.state).to.include({ name: 'processing', status: 'waiting' });
    tab.kill();
    const next = world.open();
    await world.clock.advance(20 * MINUTE);
    expect(next.state).to.include({ name: 'processing', status: 'waiting' });
    await next.press();
    world.service.words.set(requestId, { status: 'success' });
    await next.reach('succeeded');
    expect([world.batches.length, world.prompts.length]).to.deep.equal([1, 0]);
  });

  it('F-63 that are answered after the payer has closed the window are followed', async () => {
    const { world, tab } = await asked();
    await tab.do({ type: 'wallet-closed' });
    expect(tab.state).to.include({ name: 'processing', status: 'unknown' });
    world.batches[0]!.send();
    await tab.reach('succeeded');
    expect(await world.deposits()).to.equal(1);
  });
});
