import { expect } from 'chai';
import { MemoryStore } from '../../src/payment/memory.js';
import { executePlan } from '../../src/payment/execute.js';
import type { Flow } from '../../src/payment/flow.js';
import type { JournalEntry } from '../../src/payment/journal.js';
import { createJournal } from '../../src/payment/journal-writer.js';
import { planSteps } from '../../src/payment/plan.js';
import type { VmAdapter } from '../../src/vm/adapter.js';
import type { Wallet } from '../../src/wallets/wallet.js';
import { settle, VirtualClock } from '../support/clock.js';
import { walletError } from '../support/fake-evm-wallet.js';
import { contracts, people, tokens } from '../support/quotes.js';
import { ETH, USDC, World, type Tab } from '../support/world.js';
import { entryOf, NOW, quote } from './samples.js';

/** A page at the wallet's window: the payer has pressed, and answers when the test wants. */
async function asked(pay = ETH as { chainId: number; currency: string }): Promise<{ world: World; tab: Tab }> {
  const world = new World();
  world.payer = 'waits';
  const tab = world.open();
  await tab.review(pay);
  await tab.press();
  return { world, tab };
}

const journalOf = (world: World): JournalEntry[] =>
  [...world.storage.items]
    .filter(([key]) => /^hub-pay\/1\/[0-9a-f]{16}$/.test(key))
    .flatMap(([, text]) => JSON.parse(text) as JournalEntry[]);

describe('asking the wallet', () => {
  it('F-61 ten presses ask once', async () => {
    const world = new World();
    world.payer = 'waits';
    const tab = world.open();
    await tab.review();
    for (let n = 0; n < 10; n += 1) tab.session.dispatch({ type: 'confirmed' });
    await settle();
    for (let n = 0; n < 10; n += 1) await tab.press();
    await world.clock.advance(60_000);
    expect(world.prompts).to.have.length(1);
  });

  it('I3 everything that is needed to find the payment again is stored before the wallet is asked', async () => {
    const world = new World();
    world.payer = 'waits';
    const tab = world.open();
    let stored: JournalEntry[] = [];
    world.onLog = ({ kind }) => {
      if (kind === 'prompt') stored = journalOf(world);
    };
    await tab.review();
    await tab.press();
    expect(stored).to.have.length(1);
    expect(stored[0]).to.deep.include({ stage: 'asked', status: 'waiting' });
    expect(stored[0]).to.have.nested.property('payment.requestId', world.service.requestIds.at(-1));
    expect(stored[0]).to.have.nested.property('payment.account.address', people.payer);
    expect(stored[0]?.asked).to.deep.include({ chainId: 8453, nonce: '0' });
    expect(stored[0]?.asked?.expected).to.include({
      from: people.payer,
      to: contracts.depository,
      value: world.prompts[0]?.transaction.value && '8360000000000000',
    });
    expect(stored[0]?.digest).to.match(/^0x[0-9a-f]{64}$/);
  });

  it('I3 the hash is stored before anything else is done with it', async () => {
    const { world } = await asked();
    const from = world.log.length;
    const hash = world.prompts[0]!.approve();
    await settle();
    const [first] = world.log.slice(from);
    expect(first).to.include({ kind: 'write' });
    expect((first as { value: string }).value).to.include(hash);
  });

  it('I4 G19 asks for exactly what was reviewed, and gives the wallet nothing else to read', async () => {
    const { world, tab } = await asked();
    const reviewed = tab.detail('hub-quote')?.['quote'] as { pays: { amount: string } };
    const { transaction } = world.prompts[0]!;
    expect(transaction).to.have.all.keys('from', 'to', 'data', 'value', 'chainId');
    expect(transaction).to.include({ from: people.payer, to: contracts.depository, chainId: '0x2105' });
    expect(BigInt(transaction.value)).to.equal(BigInt(reviewed.pays.amount));
  });

  it('tells each step in its order, and the paying one after the approval is confirmed on the chain', async () => {
    const { world, tab } = await asked(USDC);
    world.mines = false;
    world.prompts[0]!.approve();
    await world.clock.advance(5_000);
    expect(world.prompts).to.have.length(1);
    world.chain.mine();
    await world.clock.advance(5_000);
    expect(world.prompts.map(({ step }) => step)).to.deep.equal(['approve', 'pay']);
    world.mines = true;
    world.prompts[1]!.approve();
    await tab.reach('succeeded');
    // The service may know the end before the chain is read once more: what comes after these is either's.
    expect(tab.told.filter((name) => name.startsWith('hub-step')).slice(0, 5)).to.deep.equal([
      'hub-step prompting',
      'hub-step submitted',
      'hub-step confirmed',
      'hub-step prompting',
      'hub-step submitted',
    ]);
  });

  it('I7 approves exactly what is paid', async () => {
    const { world } = await asked(USDC);
    const { transaction } = world.prompts[0]!;
    expect(transaction.to).to.equal(tokens.usdc.address);
    expect(BigInt(`0x${transaction.data.slice(-64)}`)).to.equal(25_080_000n);
  });

  it('F-33 says so where the wallet is silent for 20 s', async () => {
    const { world, tab } = await asked();
    await world.clock.advance(19_000);
    expect(tab.state).to.include({ name: 'authorizing', stalled: false });
    await world.clock.advance(2_000);
    expect(tab.state).to.include({ name: 'authorizing', stalled: true });
  });
});

describe('a wallet that refuses', () => {
  for (const [code, problem] of [
    [4001, 'wallet-rejected'],
    [5000, 'wallet-rejected'],
    [4100, 'wallet-locked'],
  ] as const) {
    it(`F-57 ${code} proves that nothing was sent: the review comes back, and only a person asks again`, async () => {
      const { world, tab } = await asked();
      world.prompts[0]!.reject(code);
      await world.clock.advance(10_000);
      expect(tab.state).to.include({ name: 'reviewing' }).and.to.have.nested.property('problem.code', problem);
      expect(tab.state).to.have.nested.property('problem.money', 'not-sent');
      expect([world.prompts.length, world.asked('/intents/status/v3').length]).to.deep.equal([1, 0]);
      await tab.press();
      expect(world.prompts).to.have.length(2);
    });
  }

  for (const [code, message] of [
    [-32000, 'User rejected transaction'],
    [-32603, 'Internal JSON-RPC error.'],
    [undefined, 'nonce rejected'],
    [-32000, 'already known'],
    [4900, 'Disconnected'],
  ] as const) {
    it(`F-58 ${String(code)} "${message}" proves nothing: the payment is watched, and the wallet is not asked again`, async () => {
      const { world, tab } = await asked();
      world.prompts[0]!.reject(code, message);
      await world.clock.advance(60_000);
      await tab.press();
      expect(tab.state).to.include({ name: 'processing', status: 'unknown' });
      expect(world.prompts).to.have.length(1);
      expect(journalOf(world).map(({ stage }) => stage)).to.deep.equal(['asked']);
    });
  }

  for (const answer of ['null', undefined, '0x12', `0x${'ab'.repeat(65)}`, 7]) {
    it(`F-64 F-65 an answer that is no hash proves nothing: ${String(answer).slice(0, 8)}`, async () => {
      const world = new World();
      world.wallet.on('eth_sendTransaction', () => answer);
      const tab = world.open();
      await tab.review();
      await tab.press();
      expect(tab.state).to.include({ name: 'processing', status: 'unknown' });
    });
  }

  it('a refused approval moves nothing: the review comes back', async () => {
    const { world, tab } = await asked(USDC);
    world.prompts[0]!.reject(4001);
    await settle();
    expect(tab.state).to.have.nested.property('problem.code', 'wallet-rejected');
    expect(journalOf(world).map(({ stage }) => stage)).to.deep.equal(['closed']);
  });

  it('an approval whose answer was lost moves nothing either, and a person may ask again', async () => {
    const { world, tab } = await asked(USDC);
    world.prompts[0]!.reject(-32603);
    await world.clock.advance(10_000);
    expect(tab.state).to.include({ name: 'reviewing' }).and.to.have.nested.property('problem.money', 'not-sent');
    expect(world.prompts).to.have.length(1);
  });

  for (const [title, code, act] of [
    [
      'F-83 reverted',
      'reverted',
      (world: World) => world.chain.send({ from: people.payer, to: people.payer, nonce: 0, reverts: true }),
    ],
    [
      'F-79 cancelled',
      'replaced',
      (world: World) => world.chain.send({ from: people.payer, to: people.payer, nonce: 0 }),
    ],
  ] as const) {
    it(`${title}: an approval that came to nothing asks for no payment`, async () => {
      const { world, tab } = await asked(USDC);
      world.mines = false;
      const { transaction } = world.prompts[0]!;
      const hash = world.prompts[0]!.approve();
      await settle();
      world.chain.drop(hash);
      if (code === 'reverted') world.chain.send({ ...transaction, value: 0n, nonce: 0, reverts: true });
      else act(world);
      world.chain.mine();
      await tab.reach('reviewing');
      expect(tab.state).to.have.nested.property('problem.code', code);
      expect(world.promptsFor('pay')).to.equal(0);
    });
  }

  it('F-25 a quote that aged while the approval was mined pays nothing: the numbers are renewed and need a new press', async () => {
    const { world, tab } = await asked(USDC);
    world.mines = false;
    world.prompts[0]!.approve();
    await world.clock.advance(40_000);
    world.chain.mine();
    await world.clock.until(() => tab.state.name !== 'authorizing');
    await world.clock.advance(10_000);
    expect(world.promptsFor('pay')).to.equal(0);
    expect(tab.state).to.include({ name: 'reviewing' });
    world.mines = true;
    world.payer = 'approves';
    await tab.press();
    await tab.reach('succeeded');
    expect(world.promptsFor('pay')).to.equal(1);
  });
});

describe('the account and the network at the moment of asking', () => {
  it('F-40 I6 another account than the quote’s is never asked', async () => {
    const world = new World();
    const tab = world.open();
    await tab.review();
    world.wallet.accounts = [people.recipient];
    await tab.press();
    expect(world.prompts).to.have.length(0);
    expect(tab.state).to.include({ name: 'reviewing' }).and.to.have.nested.property('problem.code', 'account-changed');
  });

  it('F-40 an account that changes between the approval and the payment is not asked to pay', async () => {
    const { world, tab } = await asked(USDC);
    world.wallet.accounts = [people.recipient, people.payer];
    world.prompts[0]!.approve();
    await world.clock.advance(10_000);
    expect(world.promptsFor('pay')).to.equal(0);
    expect(tab.state).to.have.nested.property('problem.code', 'account-changed');
  });

  it('F-47 a wallet that only says that it has switched is not asked', async () => {
    const world = new World();
    const tab = world.open();
    world.wallet.chainId = 1;
    world.wallet.always('wallet_switchEthereumChain', () => null);
    await tab.review();
    await tab.press();
    await world.clock.advance(10_000);
    expect(world.prompts).to.have.length(0);
    expect(tab.state).to.have.nested.property('problem.code', 'wrong-network');
    expect(tab.told).to.include('hub-step switching');
  });

  it('F-48 a refused switch asks for nothing', async () => {
    const world = new World();
    const tab = world.open();
    world.wallet.chainId = 1;
    world.wallet.on('wallet_switchEthereumChain', walletError(4001, 'no'));
    await tab.review();
    await tab.press();
    expect([world.prompts.length, tab.state.name]).to.deep.equal([0, 'reviewing']);
  });
});

describe('a wallet that was given up', () => {
  it('F-62 the payer who closed its window may have sent: nothing can be asked again', async () => {
    const { world, tab } = await asked();
    await tab.do({ type: 'wallet-closed' });
    expect(tab.state).to.include({ name: 'processing', status: 'unknown' });
    await tab.press();
    await tab.do({ type: 'reset' }, { type: 'closed' }, { type: 'back' }, { type: 'opened' });
    expect(tab.state.name).to.equal('processing');
    expect(world.prompts).to.have.length(1);
  });

  it('F-63 its hash is followed, however late it comes', async () => {
    const { world, tab } = await asked();
    await tab.do({ type: 'wallet-closed' });
    await world.clock.advance(300_000);
    world.prompts[0]!.approve();
    await tab.reach('succeeded');
    expect(world.facts().map((fact) => fact.split(' ')[0])).to.deep.equal(['hub-sent', 'hub-success']);
    expect(await world.deposits()).to.equal(1);
  });

  it('F-63 its refusal settles the question, however late: the review comes back and nothing is watched any more', async () => {
    const { world, tab } = await asked();
    await tab.do({ type: 'wallet-closed' });
    await world.clock.advance(300_000);
    world.prompts[0]!.reject(4001);
    await settle();
    expect(tab.state).to.include({ name: 'reviewing' }).and.to.have.nested.property('problem.code', 'wallet-rejected');
    const before = world.asked('/intents/status/v3').length;
    await world.clock.advance(120_000);
    expect(world.asked('/intents/status/v3').length).to.be.at.most(before + 1);
    expect(world.locks.held).to.equal(0);
  });

  it('F-57 a refusal after the service has seen the deposit is no proof of anything', async () => {
    const { world, tab } = await asked();
    await tab.do({ type: 'wallet-closed' });
    world.service.words.set(world.service.requestIds.at(-1)!, { status: 'pending' });
    await world.clock.advance(3_000);
    world.prompts[0]!.reject(4001);
    await world.clock.advance(3_000);
    expect(tab.state).to.include({ name: 'processing', status: 'pending' });
    expect(journalOf(world).map(({ stage }) => stage)).to.deep.equal(['sent']);
  });

  it('F-63 a hash that comes after the end changes nothing of the end', async () => {
    const { world, tab } = await asked();
    await tab.do({ type: 'wallet-closed' });
    world.service.words.set(world.service.requestIds.at(-1)!, { status: 'success' });
    await tab.reach('succeeded');
    world.prompts[0]!.approve();
    await world.clock.advance(5_000);
    expect(tab.state.name).to.equal('succeeded');
    expect(journalOf(world).map(({ stage }) => stage)).to.deep.equal(['finished']);
    const polls = world.asked('/intents/status/v3').length;
    const next = world.open();
    await world.clock.advance(5_000);
    expect([next.state.name, world.asked('/intents/status/v3').length]).to.deep.equal(['succeeded', polls]);
  });

  it('F-62 an approval answered late never leads to an unasked second prompt', async () => {
    const { world, tab } = await asked(USDC);
    await tab.do({ type: 'wallet-closed' });
    expect(tab.state).to.include({ name: 'reviewing' }).and.to.have.nested.property('problem.money', 'not-sent');
    world.prompts[0]!.approve();
    await world.clock.advance(20_000);
    expect(world.prompts).to.have.length(1);
  });

  it('F-62 one that was not asked yet cannot have sent: the review comes back, and it is not asked any more', async () => {
    const world = new World();
    const tab = world.open();
    await tab.review();
    let answer = (): void => undefined;
    world.wallet.on(
      'eth_chainId',
      () =>
        new Promise((resolve) => {
          answer = () => resolve('0x2105');
        }),
    );
    await tab.press();
    expect(tab.state.name).to.equal('authorizing');
    await tab.do({ type: 'wallet-closed' });
    expect(tab.state).to.include({ name: 'reviewing' }).and.to.have.nested.property('problem.money', 'not-sent');
    answer();
    await world.clock.advance(20_000);
    expect(world.prompts).to.have.length(0);
  });

  it('F-62 nor does a switch of the network', async () => {
    const world = new World();
    let switched = (): void => undefined;
    world.wallet.chainId = 1;
    world.wallet.on(
      'wallet_switchEthereumChain',
      () =>
        new Promise((resolve) => {
          switched = () => {
            world.wallet.chainId = 8453;
            resolve(null);
          };
        }),
    );
    const tab = world.open();
    await tab.review();
    await tab.press();
    expect(tab.state).to.include({ name: 'authorizing', phase: 'switching' });
    await tab.do({ type: 'wallet-closed' });
    expect(tab.state.name).to.equal('reviewing');
    switched();
    await world.clock.advance(20_000);
    expect(world.prompts).to.have.length(0);
  });

  it('a payment that was given up for another one is told to its end beside it', async () => {
    const { world, tab } = await asked();
    await tab.do({ type: 'wallet-closed' }, { type: 'abandoned' });
    await tab.review();
    await tab.press();
    expect(world.prompts).to.have.length(2);
    world.prompts[0]!.approve();
    await world.clock.advance(5_000);
    expect(tab.state).to.include({ name: 'authorizing' });
    world.prompts[1]!.reject(4001);
    // One that is not on the screen is asked for every 15 s.
    await world.clock.advance(35_000);
    const [first] = world.service.requestIds.filter((id) => world.facts().includes(`hub-success ${id}`));
    expect(first).not.to.equal(undefined);
    expect(world.facts()).to.have.length(2);
  });

  it('a lost answer to a payment that was given up says nothing of the one that is asked now', async () => {
    const { world, tab } = await asked();
    await tab.do({ type: 'wallet-closed' }, { type: 'abandoned' });
    await tab.review();
    await tab.press();
    world.prompts[0]!.reject(-32603);
    await world.clock.advance(5_000);
    expect(tab.state).to.include({ name: 'authorizing' });
  });

  it('F-171 what a wallet answers after the element is gone is written down, for the next one to follow', async () => {
    const { world, tab } = await asked();
    tab.session.destroy();
    const hash = world.prompts[0]!.approve();
    await settle();
    expect(journalOf(world)[0]).to.include({ stage: 'sent' }).and.to.have.nested.property('payment.paying', hash);
    expect(tab.told).not.to.include('hub-step submitted');
    const next = world.open();
    await next.reach('succeeded');
    expect(world.prompts).to.have.length(1);
  });

  it('I23 neither storage nor events hold what was signed', async () => {
    const { world, tab } = await asked(USDC);
    world.payer = 'approves';
    world.prompts[0]!.approve();
    await tab.reach('succeeded');
    for (const { transaction } of world.prompts) {
      for (const text of [
        ...world.storage.items.values(),
        ...world.of('event').map(({ detail }) => JSON.stringify(detail)),
      ]) {
        expect(text).not.to.include(transaction.data);
      }
    }
  });
});

describe('executing a plan', () => {
  const deposit = {
    step: 'deposit',
    chainId: 8453,
    kind: 'transaction',
    from: people.payer,
    to: contracts.depository,
    data: '0x',
    value: '1',
  } as const;

  it('asks nothing more once it has been left, whether its adapter heeds that or not', async () => {
    const left = new AbortController();
    const asked: string[] = [];
    const clock = new VirtualClock(NOW);
    const flow = {
      deps: { clock },
      signal: new AbortController().signal,
      journal: createJournal(new MemoryStore(), 'key', clock),
      singly: new WeakSet(),
      dispatch: () => undefined,
      emit: () => undefined,
      client: { indexTransaction: async () => undefined },
    } as unknown as Flow;
    const adapter = {
      canBatch: async () => false,
      nonce: async () => '0',
      prepare: async ({ step }: { step: string }) => {
        if (step === 'deposit') left.abort(new Error('left'));
      },
      hash: () => '0xda',
      submit: async ({ step }: { step: string }) => {
        asked.push(step);
        return `0x${'ab'.repeat(32)}`;
      },
      confirm: async () => ({ outcome: 'confirmed', hash: '' }),
    } as unknown as VmAdapter;
    const requests = [{ ...deposit, step: 'approve' }, deposit];
    const plan = planSteps({ summary: quote, requests, digest: '0xd1', quotedAt: NOW });
    await executePlan({
      flow,
      plan,
      entry: entryOf(1),
      wallet: {} as Wallet,
      adapter,
      chain: { id: 8453, vmType: 'evm' },
      known: new Set(),
      signal: left.signal,
    });
    expect(asked).to.deep.equal(['approve']);
  });
});
