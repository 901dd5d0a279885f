/** Tests that one source alone does not let a payer pay again. */
import { expect } from 'chai';
import { makeRegistry, people } from '../../../support/quotes.js';
import { worldChains } from '../../../support/world-service.js';
import { PINNED, World, type Tab } from '../../../support/world.js';
import { SECOND, MINUTE } from '../../../support/times.js';
import { entryOf, sent, shownId, type Sent } from '../../sent.js';

/** The payment is mined. The node claims that it has reverted. */
async function falselyReverted(prepare?: (world: World) => void): Promise<Sent> {
  const given = await sent(undefined, prepare);
  const { world, say, hash } = given;
  say('waiting');
  world.chain.falsify = (method, [id], result) =>
    method === 'eth_getTransactionReceipt' && id === hash && result ? { ...result, status: '0x0' } : result;
  world.chain.mine();
  return given;
}

const isUnconfirmed = ({ state }: Tab): boolean =>
  state.name === 'processing' && state.status === 'unknown' && state.problem?.code === 'unconfirmed';

describe('confirm-unpaid', () => {
  it('S-14 F-86 keeps the outcome unknown when the node shows a revert and the wallet shows success', async () => {
    const { world, tab } = await falselyReverted();
    await world.clock.until(() => isUnconfirmed(tab));
    expect(tab.state).to.have.nested.property('problem.money', 'unknown');
    await tab.hide();
    await world.clock.advance(60 * MINUTE);
    expect(isUnconfirmed(tab)).to.equal(true);
    expect(entryOf(world).stage).to.equal('prompted');
  });

  it('S-14 keeps the outcome unknown after a reload when only the node shows a revert', async () => {
    const { world, tab } = await falselyReverted();
    world.wallet.chainId = 1;
    await world.clock.until(() => isUnconfirmed(tab));
    tab.kill();
    const next = world.open();
    await world.clock.advance(0);
    expect(next.state).to.include({ name: 'processing', status: 'unknown' });
    await world.clock.until(() => isUnconfirmed(next));
  });

  it('S-14 F-86 shows the payment again when the node stops its claim', async () => {
    const { world, tab, say } = await falselyReverted();
    await world.clock.until(() => isUnconfirmed(tab));
    world.chain.falsify = null;
    await world.clock.advance(MINUTE);
    expect(tab.state)
      .to.include({ name: 'processing', status: 'waiting', sent: true })
      .and.not.to.have.property('problem');
    expect(entryOf(world).stage).to.equal('sent');
    say('success');
    await tab.reach('succeeded');
  });

  it('S-14 never says that the payment failed when the page pins no registry and the service agrees', async () => {
    const { world, tab, say } = await falselyReverted();
    world.wallet.chainId = 1;
    say('failure', { inTxHashes: [] });
    await tab.hide();
    await world.clock.advance(60 * MINUTE);
    expect(isUnconfirmed(tab)).to.equal(true);
  });

  it('W-9 names the reverted transaction with its link when the wallet confirms the revert', async () => {
    const { world, tab } = await sent(undefined, undefined, PINNED);
    const { transaction } = world.prompts[0]!;
    const hash = world.chain.send({ ...transaction, value: BigInt(transaction.value), nonce: 0, reverts: true });
    world.chain.mine();
    await tab.reach('reviewing');
    expect(tab.state).to.have.nested.property('problem.code', 'reverted');
    expect(tab.state)
      .to.have.nested.property('problem.transaction')
      .that.deep.equals({ chainId: 8453, hash, url: `https://scan.test/tx/${hash}` });
  });
});

describe('confirm-unpaid with a pinned registry', () => {
  /** The payment really reverted, and the wallet is on another chain. */
  async function reverted(status: string): Promise<{ world: World; tab: Tab }> {
    const world = new World();
    world.payer = 'waits';
    const tab = world.open({ registry: { ...makeRegistry(), chains: worldChains() } });
    await tab.review();
    await tab.press();
    world.mines = false;
    world.prompts[0]!.approve();
    await tab.reach('processing');
    world.wallet.chainId = 1;
    world.service.statuses.set(shownId(tab), { status, ...(status === 'failure' && { inTxHashes: [] }) });
    const { transaction } = world.prompts[0]!;
    world.chain.send({ ...transaction, value: BigInt(transaction.value), nonce: 0, reverts: true });
    world.chain.mine();
    return { world, tab };
  }

  it('S-14 reports reverted when node and service agree that nothing was paid', async () => {
    const { tab } = await reverted('failure');
    await tab.reach('reviewing');
    expect(tab.state).to.have.nested.property('problem.code', 'reverted');
  });

  it('S-14 keeps the outcome unknown when the service waits, because it waits for a slow transaction too', async () => {
    const { world, tab } = await reverted('waiting');
    await tab.hide();
    await world.clock.advance(20 * MINUTE);
    expect(isUnconfirmed(tab)).to.equal(true);
    expect(entryOf(world).stage).to.equal('prompted');
  });

  it('S-14 keeps the outcome unknown when the service does not answer', async () => {
    const { world, tab } = await reverted('waiting');
    world.service.outages.set('/intents/status/v3', 'unreachable');
    await tab.hide();
    await world.clock.advance(60 * MINUTE);
    expect(tab.state).to.include({ name: 'processing', status: 'unknown' });
    expect(entryOf(world).stage).to.equal('prompted');
  });
});

describe('confirm-unpaid after a cancellation', () => {
  const cancellation = { from: people.payer, to: people.payer, value: 0n, nonce: 0 };

  it('P-4 reports the cancellation when node and wallet showed the payment with its nonce', async () => {
    const { world, tab, say } = await sent();
    say('waiting');
    await world.clock.advance(5 * SECOND);
    const hash = world.chain.send(cancellation);
    world.chain.mine();
    await tab.reach('reviewing');
    expect(tab.state).to.have.nested.property('problem.code', 'replaced');
    expect(tab.state).to.have.nested.property('problem.transaction.hash', hash);
  });

  it('P-4 keeps the outcome unknown when the wallet never showed the payment', async () => {
    const { world, tab, say } = await sent(undefined, ({ wallet }) => wallet.always('eth_getTransactionByHash', null));
    say('waiting');
    await world.clock.advance(5 * SECOND);
    world.chain.send(cancellation);
    world.chain.mine();
    await tab.hide();
    await world.clock.advance(60 * MINUTE);
    expect(isUnconfirmed(tab)).to.equal(true);
  });
});
