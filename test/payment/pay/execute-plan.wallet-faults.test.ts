/** Tests the wallet's faults between the press on the pay button and the wallet's answer. */
import { expect } from 'chai';
import { silence, walletError } from '../../support/fake-evm-wallet.js';
import { apply, read, resetCase, tokens, type Json } from '../../support/quotes.js';
import { ETH, USDC, World, type Tab } from '../../support/world.js';
import { sameChainWorld, transferAsked, transferOf } from '../same-chain.js';
import { shownId } from '../sent.js';

type At = { world: World; tab: Tab };
type Call = { to: string; data: `0x${string}` };
/** The selector of `allowance(address,address)`. */
const ALLOWANCE = '0xdd62ed3e';

/** Presses the pay button. The wallet prompt stays open until the test answers it. */
async function asked(pay = ETH as { chainId: number; currency: string }, world = new World()): Promise<At> {
  world.payer = 'waits';
  const tab = world.open();
  await tab.review(pay);
  await tab.press();
  return { world, tab };
}

/** A world whose wallet answers the next request to send with this error. */
function failing(error: Error): World {
  const world = new World();
  world.wallet.once('eth_sendTransaction', error);
  return world;
}

describe('execute-plan with a wallet at fault', () => {
  for (const [id, what, code] of [
    ['F-43', 'disconnects', 4900],
    ['F-54', 'loses its session with the page', 6000],
  ] as const) {
    it(`${id} drops the quote and opens no prompt when the wallet ${what} in the review`, async () => {
      const world = new World();
      const tab = world.open();
      await tab.review();
      world.wallet.accounts = [];
      world.wallet.emit('disconnect', walletError(code, 'Disconnected'));
      await world.clock.advance(6_000);
      await tab.press();
      expect(tab.state).to.deep.include({ name: 'selecting', accounts: [] });
      expect(world.prompts).to.deep.equal([]);
      await tab.do({ type: 'wallet-picked', wallet: 'one.test' });
      await tab.review();
      await tab.press();
      await tab.reach('succeeded');
    });

    it(`${id} tracks the payment to its outcome without the wallet when the wallet ${what} after the payment was sent`, async () => {
      const world = new World();
      world.service.outcome = 'none';
      const tab = world.open();
      await tab.review();
      await tab.press();
      await tab.reach('processing');
      world.wallet.emit('disconnect', walletError(code, 'Disconnected'));
      world.wallet.accounts = [];
      await world.clock.advance(60_000);
      expect(tab.state.name).to.equal('processing');
      world.service.outcome = 'success';
      await tab.reach('succeeded');
      expect(world.prompts).to.have.length(1);
    });
  }

  for (const answer of ['0x2105', '8453', 8453, 'eip155:8453', { chainId: '0x2105' }]) {
    it(`F-38 tells a revert within a minute when the wallet writes its chain as ${JSON.stringify(answer)}`, async () => {
      const world = new World();
      world.service.outcome = 'none';
      world.wallet.always('eth_chainId', answer);
      // The wallet is the second source of the proof, so it must be able to read the chain.
      for (const method of ['eth_getTransactionByHash', 'eth_getTransactionReceipt', 'eth_blockNumber'])
        world.wallet.always(method, (params: readonly unknown[]) => world.chain.answer(method, params));
      world.mines = false;
      const { tab } = await asked(ETH, world);
      const [prompt] = world.prompts;
      const { value, ...call } = prompt!.transaction;
      prompt!.answer(world.chain.send({ ...call, value: BigInt(value), reverts: true }));
      world.chain.mine();
      await tab.reach('processing');
      await world.clock.advance(60_000);
      expect(tab.state).to.have.nested.property('problem.code', 'reverted');
    });
  }

  it('F-33 shows that the wallet is not asked yet while only its chain is unknown', async () => {
    const world = new World();
    const tab = world.open();
    await tab.review();
    world.wallet.always('eth_chainId', silence);
    await tab.press();
    await world.clock.advance(10_000);
    expect(tab.state).to.include({ name: 'authorizing', phase: 'preparing' });
    expect(world.prompts).to.have.length(0);
  });

  it('F-50 switches the wallet back before the prompt when the payer changes the chain after the press', async () => {
    const world = new World();
    const tab = world.open();
    await tab.review();
    tab.session.on('hub-confirm', () => {
      world.wallet.chains.push(1);
      world.wallet.chainId = 1;
      world.wallet.emit('chainChanged', '0x1');
    });
    await tab.press();
    await tab.reach('succeeded');
    expect([world.wallet.count('wallet_switchEthereumChain'), world.wallet.chainId]).to.deep.equal([1, 8453]);
    expect(world.prompts[0]?.transaction).to.include({ chainId: '0x2105' });
  });

  it('F-51 says that nothing was sent, and prompts again only at a press, when the wallet is on another chain', async () => {
    const { world, tab } = await asked();
    world.prompts[0]!.reject(-32603, 'Active chainId is 0x1 but received 0x2105');
    await world.clock.advance(60_000);
    expect(tab.state).to.include({ name: 'reviewing' }).and.to.have.nested.property('problem.code', 'wrong-network');
    expect(tab.state).to.have.nested.property('problem.money', 'not-sent');
    expect(world.prompts).to.have.length(1);
    await tab.press();
    world.prompts[1]!.approve();
    await tab.reach('succeeded');
  });

  it('F-53 shows the wallet’s own text as details, and asks whether it was sent, when the hardware wallet fails', async () => {
    const { world, tab } = await asked();
    const requestId = shownId(tab);
    world.prompts[0]!.reject(-32603, 'Ledger device: please enable Blind signing');
    await world.clock.advance(60_000);
    expect(tab.state).to.include({ name: 'processing', status: 'unknown' });
    expect(tab.detail('hub-error')).to.include({
      code: 'outcome-unknown',
      money: 'unknown',
      details: '-32603: Ledger device: please enable Blind signing',
    });
    expect(tab.state).to.have.nested.property('problem.code', 'outcome-unknown');
    world.service.statuses.set(requestId, { status: 'pending' });
    await world.clock.advance(5_000);
    expect(tab.state).to.include({ name: 'processing', status: 'pending' }).and.not.to.have.property('problem');
  });

  for (const [code, message, reason] of [
    [-32000, 'User rejected the request', 'declined'],
    [-32603, 'Transaction cancelled by user', 'declined'],
    [undefined, 'User denied transaction', 'declined'],
    [-32000, 'insufficient funds for gas * price + value', 'no-gas'],
    [-32603, 'execution reverted', 'would-revert'],
    [undefined, 'Extension context invalidated.', 'wallet-gone'],
  ] as const) {
    it(`F-58 repeats what the wallet said and keeps the outcome unknown after ${code} "${message}"`, async () => {
      const { world, tab } = await asked();
      world.prompts[0]!.reject(code, message);
      await world.clock.advance(1_000);
      expect(tab.state).to.include({ name: 'processing', status: 'unknown' });
      expect(tab.state).to.deep.nested.include({ 'problem.reason': reason, 'problem.money': 'unknown' });
      expect(world.journal()[0]?.stage).to.equal('prompted');
    });
  }

  it('F-58 is a plain decline at the approval, in words and in codes inside', async () => {
    for (const error of [
      walletError(-32000, 'User rejected the request'),
      walletError(-32603, 'Internal JSON-RPC error.', { originalError: { code: 4001 } }),
    ]) {
      const { world, tab } = await asked(USDC, failing(error));
      await world.clock.advance(1_000);
      expect(tab.state).to.include({ name: 'reviewing' });
      expect(tab.state).to.deep.nested.include({ 'problem.code': 'wallet-rejected', 'problem.money': 'not-sent' });
    }
  });

  it('F-57 is a plain decline when the payment fails with 4001 inside, as text, or with 5001', async () => {
    for (const error of [
      walletError(-32603, 'Internal JSON-RPC error.', { originalError: { code: 4001 } }),
      walletError('4001', 'x'),
      walletError(5001, 'User rejected'),
      Object.assign(new Error('Transaction failed'), { cause: { code: 4001 } }),
    ]) {
      const { world, tab } = await asked(ETH, failing(error));
      await world.clock.advance(1_000);
      expect(tab.state).to.include({ name: 'reviewing' });
      expect(tab.state).to.deep.nested.include({ 'problem.code': 'wallet-rejected', 'problem.money': 'not-sent' });
    }
  });

  it('F-53 returns to the review with the wallet’s text when the wallet fails at the approval', async () => {
    const { world, tab } = await asked(USDC);
    world.prompts[0]!.reject(-32603, 'Ledger device: locked');
    await world.clock.advance(1_000);
    expect(tab.state).to.include({ name: 'reviewing' }).and.to.have.nested.property('problem.money', 'not-sent');
    expect(tab.state).to.have.nested.property('problem.details', '-32603: Ledger device: locked');
    await tab.press();
    expect(world.prompts.map(({ step }) => step)).to.deep.equal(['approve', 'approve']);
  });

  it('F-75 resets no allowance twice, and pays, when the payer rejects the approval after the reset was mined', async () => {
    const world = new World();
    let isReset = false;
    world.service.tamper = (text) => {
      const quote = JSON.parse(text) as Json;
      if (!text.includes(tokens.usdt.address)) return text;
      const steps = read(resetCase(), 'quote.steps') as Json[];
      const { requestId } = quote as { requestId: string };
      const own = JSON.parse(JSON.stringify(steps).replaceAll(String(steps[0]!['requestId']), requestId)) as Json[];
      const rest = (quote['steps'] as Json[]).filter(({ id }) => id !== 'approve');
      apply(quote, ['steps', [...(isReset ? [own[1]!] : own.slice(0, 2)), ...rest]]);
      return JSON.stringify(quote);
    };
    world.balances.set(tokens.usdt.address, 1_000_000_000n);
    const { tab } = await asked({ chainId: 8453, currency: tokens.usdt.address }, world);
    world.prompts[0]!.approve();
    await world.clock.until(() => world.prompts.length === 2);
    isReset = true;
    world.prompts[1]!.reject(4001);
    await tab.reach('reviewing');
    expect(tab.state).to.have.nested.property('problem.money', 'not-sent');
    await world.clock.advance(30_000);
    world.payer = 'approves';
    await tab.press();
    await tab.reach('succeeded');
    const amounts = world.prompts.map(({ transaction: { data } }) => BigInt(`0x${data.slice(74, 138)}`));
    expect([amounts[0], await world.deposits()]).to.deep.equal([0n, 1]);
    expect(world.prompts.map(({ step }) => step)).to.deep.equal(['approve', 'approve', 'approve', 'pay']);
    expect(amounts.slice(1, 3).every((amount) => amount > 0n)).to.equal(true);
  });

  it('F-76 asks for an exact approval when the service’s quote has one although the allowance is enough', async () => {
    const world = new World();
    const tab = world.open();
    await tab.review(USDC);
    world.chain.override('eth_call', ([call]) =>
      (call as Call).data.startsWith(ALLOWANCE) ? `0x${'f'.repeat(64)}` : world.readBalances(call as Call, true),
    );
    await tab.press();
    await tab.reach('succeeded');
    expect(world.prompts.map(({ step }) => step)).to.deep.equal(['approve', 'pay']);
    expect(BigInt(`0x${world.prompts[0]!.transaction.data.slice(-64)}`)).to.equal(25_080_000n);
  });

  it('F-60 asks the wallet once, for a read too, when the wallet fails', async () => {
    const world = new World();
    const tab = world.open();
    await tab.review();
    const before = world.wallet.requests.length;
    world.wallet.always('eth_accounts', walletError(-32603, 'Internal error'));
    await tab.press();
    await world.clock.advance(60_000);
    expect(tab.state).to.include({ name: 'reviewing' }).and.to.have.nested.property('problem.money', 'not-sent');
    const methods = world.wallet.requests.slice(before).map(({ method }) => method);
    expect(methods.filter((method) => method === 'eth_accounts')).to.have.length(1);
    expect(methods).not.to.include('eth_sendTransaction');
  });
});

describe('execute-plan with the hash of an earlier payment', () => {
  /** The first order is paid. For the second one, the wallet answers with the same hash, and the service waits. */
  async function namedTwice(): Promise<At & { hash: string }> {
    const world = sameChainWorld();
    const one = await transferAsked(world, 'order-1');
    const hash = world.chain.send(transferOf(world));
    world.chain.mine();
    world.prompts[0]!.answer(hash);
    await one.reach('processing');
    world.service.statuses.set(shownId(one), { status: 'success', inTxHashes: [hash], txHashes: [hash] });
    await one.reach('succeeded');
    one.close();
    const tab = await transferAsked(world, 'order-2');
    world.prompts[1]!.answer(hash);
    await tab.reach('processing');
    world.service.statuses.set(shownId(tab), { status: 'waiting' });
    return { world, tab, hash };
  }

  it('does not say that anything was sent or paid, and knows no hash', async () => {
    const { world, tab } = await namedTwice();
    await world.clock.advance(125_000);
    expect(world.chain.transactions()).to.have.length(1);
    expect(tab.state).to.include({ name: 'processing', status: 'unknown', sent: false });
    expect(tab.state).to.not.have.nested.property('payment.payingHash');
    expect(tab.emitted).to.not.include('hub-sent');
  });

  it('finds the transaction that the wallet sent instead', async () => {
    const { world, tab, hash } = await namedTwice();
    const own = world.chain.send(transferOf(world));
    expect(own).to.not.equal(hash);
    world.chain.mine();
    await tab.reach('succeeded');
    expect(tab.state).to.have.nested.property('payment.payingHash', own);
  });
});
