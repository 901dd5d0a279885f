import { expect } from 'chai';
import { MemoryStore } from '../../../src/shared/memory-store.js';
import { executePlan } from '../../../src/payment/pay/execute-plan.js';
import type { PaymentContext } from '../../../src/payment/context/context.js';
import type { StoredEntry } from '../../../src/payment/journal/stored-entry.js';
import { createJournal } from '../../../src/payment/journal/storage.js';
import { planSteps } from '../../../src/payment/quote/plan-steps.js';
import type { VmAdapter } from '../../../src/vm/family/adapter.js';
import type { Wallet } from '../../../src/wallets/wallet.js';
import { settle, VirtualClock } from '../../support/clock.js';
import { walletError } from '../../support/fake-evm-wallet.js';
import { contracts, people, tokens } from '../../support/quotes.js';
import { ETH, USDC, World, type Tab } from '../../support/world.js';
import { shownId } from '../sent.js';
import { entryOf, NOW, quote } from '../../support/samples.js';

/** Presses the pay button. The wallet prompt stays open until the test answers it. */
async function asked(pay = ETH as { chainId: number; currency: string }): Promise<{ world: World; tab: Tab }> {
  const world = new World();
  world.payer = 'waits';
  const tab = world.open();
  await tab.review(pay);
  await tab.press();
  return { world, tab };
}

describe('execute-plan', () => {
  it('F-61 opens one wallet prompt when the payer presses repeatedly', async () => {
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

  it('I3 journals everything that is needed to find the payment before the wallet prompt opens', async () => {
    const world = new World();
    world.payer = 'waits';
    const tab = world.open();
    let stored: StoredEntry[] = [];
    world.onLog = ({ kind }) => {
      if (kind === 'prompt') stored = world.journal();
    };
    await tab.review();
    await tab.press();
    expect(stored.map(({ stage, status }) => [stage, status])).to.deep.equal([['prompted', 'waiting']]);
    expect(stored[0]).to.have.nested.property('payment.requestId', shownId(tab));
    expect(stored[0]?.prompt).to.deep.include({ chainId: 8453, nonce: '0' });
    expect(stored[0]?.prompt?.expected).to.include({
      from: people.payer,
      to: contracts.depository,
      value: world.prompts[0]?.transaction.value && '8360000000000000',
    });
    expect(stored[0]?.digest).to.match(/^0x[0-9a-f]{64}$/);
  });

  it('I3 journals the hash before any other effect when the wallet returns it', async () => {
    const { world } = await asked();
    const from = world.log.length;
    const hash = world.prompts[0]!.approve();
    await settle();
    const [first] = world.log.slice(from);
    expect(first).to.include({ kind: 'write' });
    expect((first as { value: string }).value).to.include(hash);
  });

  it('I4 G19 requests exactly the reviewed transaction and passes no other field to the wallet', async () => {
    const { world, tab } = await asked();
    const reviewed = tab.detail('hub-quote')?.['quote'] as { pays: { amount: string } };
    const { transaction } = world.prompts[0]!;
    expect(transaction).to.have.all.keys('from', 'to', 'data', 'value', 'chainId');
    expect(transaction).to.include({ from: people.payer, to: contracts.depository, chainId: '0x2105' });
    expect(BigInt(transaction.value)).to.equal(BigInt(reviewed.pays.amount));
  });

  it('emits hub-step for each step in order, and prompts for the deposit only when the approval is confirmed', async () => {
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
    // Checks only the first five events, because the order of the later events depends on timing.
    expect(tab.emitted.filter((name) => name.startsWith('hub-step')).slice(0, 5)).to.deep.equal([
      'hub-step prompting',
      'hub-step submitted',
      'hub-step confirmed',
      'hub-step prompting',
      'hub-step submitted',
    ]);
  });

  it('I7 requests an approval of exactly the amount that is paid', async () => {
    const { world } = await asked(USDC);
    const { transaction } = world.prompts[0]!;
    expect(transaction.to).to.equal(tokens.usdc.address);
    expect(BigInt(`0x${transaction.data.slice(-64)}`)).to.equal(25_080_000n);
  });

  it('F-33 marks the prompt as stalled when the wallet does not answer for 20 s', async () => {
    const { world, tab } = await asked();
    await world.clock.advance(19_000);
    expect(tab.state).to.include({ name: 'authorizing', stalled: false });
    await world.clock.advance(2_000);
    expect(tab.state).to.include({ name: 'authorizing', stalled: true });
  });
});

describe('execute-plan after a wallet error', () => {
  for (const [code, problem] of [
    [4001, 'wallet-rejected'],
    [5000, 'wallet-rejected'],
    [4100, 'wallet-locked'],
  ] as const) {
    it(`F-57 returns to the review with money not-sent and prompts again only on a press when the wallet answers ${code}`, async () => {
      const { world, tab } = await asked();
      world.prompts[0]!.reject(code);
      await world.clock.advance(10_000);
      expect(tab.state).to.include({ name: 'reviewing' }).and.to.have.nested.property('problem.code', problem);
      expect(tab.state).to.have.nested.property('problem.money', 'not-sent');
      expect([world.prompts.length, world.requestsTo('/intents/status/v3').length]).to.deep.equal([1, 0]);
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
    it(`F-58 keeps tracking and opens no second prompt when the wallet answers ${String(code)} "${message}"`, async () => {
      const { world, tab } = await asked();
      world.prompts[0]!.reject(code, message);
      await world.clock.advance(60_000);
      await tab.press();
      expect(tab.state).to.include({ name: 'processing', status: 'unknown' });
      expect(world.prompts).to.have.length(1);
      expect(world.journal().map(({ stage }) => stage)).to.deep.equal(['prompted']);
    });
  }

  for (const answer of ['null', undefined, '0x12', `0x${'ab'.repeat(65)}`, 7]) {
    it(`F-64 F-65 sets the status to unknown when the wallet answers no hash: ${String(answer).slice(0, 8)}`, async () => {
      const world = new World();
      world.wallet.once('eth_sendTransaction', () => answer);
      const tab = world.open();
      await tab.review();
      await tab.press();
      expect(tab.state).to.include({ name: 'processing', status: 'unknown' });
    });
  }

  it('returns to the review and cancels the entry when the payer rejects the approval', async () => {
    const { world, tab } = await asked(USDC);
    world.prompts[0]!.reject(4001);
    await settle();
    expect(tab.state).to.have.nested.property('problem.code', 'wallet-rejected');
    expect(world.journal().map(({ stage }) => stage)).to.deep.equal(['cancelled']);
  });

  it('returns to the review with money not-sent and opens no prompt when the approval’s answer is lost', async () => {
    const { world, tab } = await asked(USDC);
    world.prompts[0]!.reject(-32603);
    await world.clock.advance(10_000);
    expect(tab.state).to.include({ name: 'reviewing' }).and.to.have.nested.property('problem.money', 'not-sent');
    expect(world.prompts).to.have.length(1);
  });

  for (const [id, title, code, act] of [
    [
      'F-83',
      'reverts',
      'reverted',
      (world: World) => world.chain.send({ from: people.payer, to: people.payer, nonce: 0, reverts: true }),
    ],
    [
      'F-79',
      'is cancelled in the wallet',
      'replaced',
      (world: World) => world.chain.send({ from: people.payer, to: people.payer, nonce: 0 }),
    ],
  ] as const) {
    it(`${id} opens no payment prompt when the approval ${title}`, async () => {
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

  it('F-25 renews the quote and waits for a press when the quote expires while the approval is mined', async () => {
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

describe('execute-plan with another account or network', () => {
  it('F-40 I6 opens no prompt when the wallet’s account differs from the quote’s account', async () => {
    const world = new World();
    const tab = world.open();
    await tab.review();
    world.wallet.accounts = [people.recipient];
    await tab.press();
    await world.clock.advance(6_000);
    expect(world.prompts).to.have.length(0);
    expect(tab.state).to.include({ name: 'reviewing' }).and.to.have.nested.property('problem.code', 'account-changed');
  });

  it('F-40 opens no payment prompt when the account changes between approval and payment', async () => {
    const { world, tab } = await asked(USDC);
    world.wallet.accounts = [people.recipient];
    world.prompts[0]!.approve();
    await world.clock.advance(10_000);
    expect(world.promptsFor('pay')).to.equal(0);
    expect(tab.state).to.have.nested.property('problem.code', 'account-changed');
  });

  it('F-47 reports wrong-network when the wallet confirms the switch but stays on its chain', async () => {
    const world = new World();
    const tab = world.open();
    world.wallet.chainId = 1;
    world.wallet.always('wallet_switchEthereumChain', () => null);
    await tab.review();
    await tab.press();
    await world.clock.advance(10_000);
    expect(world.prompts).to.have.length(0);
    expect(tab.state).to.have.nested.property('problem.code', 'wrong-network');
    expect(tab.emitted).to.include('hub-step switching');
  });

  it('F-48 opens no prompt when the payer rejects the network switch', async () => {
    const world = new World();
    const tab = world.open();
    world.wallet.chainId = 1;
    world.wallet.once('wallet_switchEthereumChain', walletError(4001, 'no'));
    await tab.review();
    await tab.press();
    expect([world.prompts.length, tab.state.name]).to.deep.equal([0, 'reviewing']);
  });
});

describe('execute-plan until the outcome', () => {
  it('F-62 keeps the payment processing and opens no new prompt when the payer closes the wallet window', async () => {
    const { world, tab } = await asked();
    await tab.do({ type: 'wallet-closed' });
    expect(tab.state).to.include({ name: 'processing', status: 'unknown' });
    await tab.press();
    await tab.do({ type: 'reset' }, { type: 'closed' }, { type: 'back' }, { type: 'opened' });
    expect(tab.state.name).to.equal('processing');
    expect(world.prompts).to.have.length(1);
  });

  it('F-63 tracks the hash to success when the wallet returns it minutes after the payer closed the window', async () => {
    const { world, tab } = await asked();
    await tab.do({ type: 'wallet-closed' });
    await world.clock.advance(300_000);
    world.prompts[0]!.approve();
    await tab.reach('succeeded');
    expect(world.factNames()).to.deep.equal(['hub-sent', 'hub-success']);
    expect(await world.deposits()).to.equal(1);
  });

  it('F-63 returns to the review and looks only now and then when the wallet rejects minutes after the payer closed the window', async () => {
    const { world, tab } = await asked();
    await tab.do({ type: 'wallet-closed' });
    await world.clock.advance(300_000);
    world.prompts[0]!.reject(4001);
    await settle();
    expect(tab.state).to.include({ name: 'reviewing' }).and.to.have.nested.property('problem.code', 'wallet-rejected');
    const before = world.requestsTo('/intents/status/v3').length;
    await world.clock.advance(120_000);
    expect(world.requestsTo('/intents/status/v3').length).to.be.at.most(before + 4);
    expect(world.locks.held).to.equal(0);
  });

  it('F-57 ignores a refusal when the service has seen the deposit before', async () => {
    const { world, tab } = await asked();
    await tab.do({ type: 'wallet-closed' });
    world.service.statuses.set(shownId(tab), { status: 'pending' });
    await world.clock.advance(3_000);
    world.prompts[0]!.reject(4001);
    await world.clock.advance(3_000);
    expect(tab.state).to.include({ name: 'processing', status: 'pending' });
    expect(world.journal().map(({ stage }) => stage)).to.deep.equal(['sent']);
  });

  it('F-63 keeps the outcome when the wallet returns the hash after the payment succeeded', async () => {
    const { world, tab } = await asked();
    await tab.do({ type: 'wallet-closed' });
    world.service.statuses.set(shownId(tab), { status: 'success' });
    await tab.reach('succeeded');
    world.prompts[0]!.approve();
    await world.clock.advance(5_000);
    expect(tab.state.name).to.equal('succeeded');
    expect(world.journal().map(({ stage }) => stage)).to.deep.equal(['settled']);
    const polls = world.requestsTo('/intents/status/v3').length;
    const next = world.open();
    await world.clock.advance(5_000);
    expect([next.state.name, world.requestsTo('/intents/status/v3').length]).to.deep.equal(['succeeded', polls + 1]);
  });

  it('F-62 opens no payment prompt when the approval is answered after the payer closed the window', async () => {
    const { world, tab } = await asked(USDC);
    await tab.do({ type: 'wallet-closed' });
    expect(tab.state).to.include({ name: 'reviewing' }).and.to.have.nested.property('problem.money', 'not-sent');
    world.prompts[0]!.approve();
    await world.clock.advance(20_000);
    expect(world.prompts).to.have.length(1);
  });

  it('F-62 returns to the review with money not-sent when the payer leaves before the prompt opens', async () => {
    const world = new World();
    const tab = world.open();
    await tab.review();
    let answer = (): void => undefined;
    world.wallet.once(
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

  it('F-62 opens no prompt when the payer leaves during the network switch', async () => {
    const world = new World();
    let switched = (): void => undefined;
    world.wallet.chainId = 1;
    world.wallet.once(
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

  it('emits the outcome of an abandoned payment once when another payment has replaced it', async () => {
    const { world, tab } = await asked();
    await tab.do({ type: 'wallet-closed' }, { type: 'abandoned' });
    await tab.review();
    await tab.press();
    expect(world.prompts).to.have.length(2);
    world.prompts[0]!.approve();
    await world.clock.advance(5_000);
    expect(tab.state).to.include({ name: 'authorizing' });
    world.prompts[1]!.reject(4001);
    // For a payment that is not on the screen, the page polls the status every 15 s.
    await world.clock.advance(35_000);
    const [first] = world.service.requestIds.filter((id) => world.facts().includes(`hub-success ${id}`));
    expect(first).not.to.equal(undefined);
    expect(world.facts()).to.have.length(2);
  });

  it('keeps the current prompt when the wallet answers an unclear error for an abandoned payment', async () => {
    const { world, tab } = await asked();
    await tab.do({ type: 'wallet-closed' }, { type: 'abandoned' });
    await tab.review();
    await tab.press();
    world.prompts[0]!.reject(-32603);
    await world.clock.advance(5_000);
    expect(tab.state).to.include({ name: 'authorizing' });
  });

  it('F-171 journals the hash for the next page when the wallet answers after the element was destroyed', async () => {
    const { world, tab } = await asked();
    tab.session.destroy();
    const hash = world.prompts[0]!.approve();
    await settle();
    expect(world.journal()[0]).to.include({ stage: 'sent' }).and.to.have.nested.property('payment.payingHash', hash);
    expect(tab.emitted).not.to.include('hub-step submitted');
    const next = world.open();
    await next.reach('succeeded');
    expect(world.prompts).to.have.length(1);
  });

  it('I23 keeps calldata out of storage and events when a payment succeeds', async () => {
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

describe('executePlan', () => {
  const deposit = {
    step: 'deposit',
    chainId: 8453,
    kind: 'transaction',
    from: people.payer,
    to: contracts.depository,
    data: '0x',
    value: '1',
  } as const;

  it('opens no further prompt when its signal aborts, even if the adapter ignores the abort', async () => {
    const left = new AbortController();
    const asked: string[] = [];
    const clock = new VirtualClock(NOW);
    const flow = {
      deps: { clock },
      options: {},
      signal: new AbortController().signal,
      journal: createJournal(new MemoryStore(), 'key', clock),
      walletsWithoutBatching: new WeakSet(),
      accountsWithoutPermits: new Set(),
      walletsPromptingAlone: new Set(),
      settledBefore: () => new Set(),
      notified: new Set(),
      orderHashes: () => ['a'],
      dispatch: () => undefined,
      emit: () => undefined,
      client: { indexTransaction: async () => undefined },
    } as unknown as PaymentContext;
    const adapter = {
      batches: { canBatch: async () => false },
      prepare: async ({ step }: { step: string }) => {
        if (step === 'deposit') left.abort(new Error('left'));
      },
      hashText: () => '0xda',
      transactions: {
        nextNonce: async () => '0',
        submit: async ({ step }: { step: string }) => {
          asked.push(step);
          return `0x${'ab'.repeat(32)}`;
        },
      },
      ledger: { waitForReceipt: async () => ({ outcome: 'confirmed', hash: '' }) },
    } as unknown as VmAdapter;
    const requests = [{ ...deposit, step: 'approve' }, deposit];
    const plan = planSteps({ summary: quote, requests, digest: '0xd1', quotedAt: NOW });
    const execution = { context: flow, plan, entry: entryOf(1), adapter, signal: left.signal, checkedNonce: null };
    await executePlan({ ...execution, wallet: { vmType: 'evm' } as Wallet, chain: { id: 8453, vmType: 'evm' } });
    expect(asked).to.deep.equal(['approve']);
  });
});
