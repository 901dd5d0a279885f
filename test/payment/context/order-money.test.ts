/** Tests what errors say about the money while an earlier payment of the order is perhaps out. */
import { expect } from 'chai';
import { walletError } from '../../support/fake-evm-wallet.js';
import { ETH, World, type Tab } from '../../support/world.js';
import { MINUTE } from '../../support/times.js';
import { abandoned, anew } from '../lost-answer.js';
import { sent } from '../sent.js';

const problemOf = ({ state }: Tab): (string | undefined)[] => {
  const problem = 'problem' in state ? state.problem : undefined;
  return [state.name, problem?.code, problem?.money];
};

const refuse = (world: World): void => {
  world.service.outages.set('/quote/v2', { status: 400, json: { message: 'None', errorCode: 'NO_QUOTES' } });
};

describe('P-12 the money of the order', () => {
  it('P-12 is not sent before the first payment, and unknown after one that was given up, also after a reload', async () => {
    const world = new World();
    expect(world.open().session.orderMoney).to.equal('not-sent');
    const lost = await abandoned();
    expect(lost.world.open().session.orderMoney).to.equal('unknown');
  });
});

describe('P-12 the money of an error', () => {
  it('P-12 is unknown in every state before a payment when an earlier payment is in the mempool', async () => {
    const lost = await abandoned();
    const { world } = lost;
    lost.send();
    const next = await anew(lost);
    refuse(world);
    await next.do({ type: 'back' }, { type: 'asset-picked', ...ETH });
    await next.reach('selecting');
    expect(problemOf(next)).to.deep.equal(['selecting', 'no-route', 'unknown']);
    await next.session.confirm().then(
      () => expect.fail('it paid'),
      (error: unknown) => expect(error).to.include({ code: 'invalid-state', money: 'unknown' }),
    );
    world.wallet.once('eth_requestAccounts', () => Promise.reject(walletError(4001, 'No')));
    await next.do({ type: 'wallet-dropped' }, { type: 'wallet-picked', wallet: 'one.test' });
    expect(problemOf(next)).to.deep.equal(['selecting', 'wallet-rejected', 'unknown']);
    world.service.outages.set('/chains', { status: 503 });
    next.kill();
    const later = world.open({ resume: 'off', destinationCurrency: 'USDC' });
    await later.do({ type: 'opened' });
    await world.clock.advance(MINUTE);
    expect(problemOf(later)).to.deep.equal(['idle', 'service-down', 'unknown']);
  });

  it('P-12 is unknown when a second attempt is rejected and only the service tells that the first one came back', async () => {
    const { world, tab, say } = await sent();
    world.chain.mine();
    say('refund');
    await tab.reach('refunded');
    await tab.do({ type: 'reset' });
    await tab.review();
    await tab.press();
    world.prompts.at(-1)!.reject(4001);
    await world.clock.advance(1_000);
    expect(problemOf(tab)).to.deep.equal(['reviewing', 'wallet-rejected', 'unknown']);
  });

  it('P-12 is not-sent when the earlier payment of the order was certainly rejected', async () => {
    const world = new World();
    world.payer = 'waits';
    const tab = world.open();
    await tab.review();
    await tab.press();
    world.prompts[0]!.reject(4001);
    await tab.reach('reviewing');
    expect(problemOf(tab)).to.deep.equal(['reviewing', 'wallet-rejected', 'not-sent']);
    refuse(world);
    await tab.do({ type: 'back' }, { type: 'asset-picked', ...ETH });
    await tab.reach('selecting');
    expect(problemOf(tab)).to.deep.equal(['selecting', 'no-route', 'not-sent']);
  });
});
