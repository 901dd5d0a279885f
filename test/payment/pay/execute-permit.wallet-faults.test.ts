/** Tests a payment by signature while the wallet or the service is at fault. */
import { expect } from 'chai';
import { settle } from '../../support/clock.js';
import { walletError } from '../../support/fake-evm-wallet.js';
import { people } from '../../support/quotes.js';
import { signedBy } from '../../support/venue-quotes.js';
import { USDC } from '../../support/world.js';
import { SECOND, MINUTE } from '../../support/times.js';
import { asked, signed } from '../permit-world.js';

const STATUS = '/intents/status/v3';

describe('execute-permit with a wallet at fault', () => {
  it('F-68 switches the wallet first, so that it signs for the chain that it is on', async () => {
    const { world } = await asked((each) => {
      each.wallet.chainId = 1;
    });
    await world.clock.advance(SECOND);
    const [signing] = world.signings as unknown as { typed: { domain: { chainId: unknown } } }[];
    expect([Number(signing?.typed.domain.chainId), world.wallet.chainId]).to.deep.equal([8453, 8453]);
  });

  it('F-68 asks for no signature when the wallet stays on another chain', async () => {
    const { world, tab } = await asked((each) => {
      each.wallet.chainId = 1;
      each.wallet.always('wallet_switchEthereumChain', () => null);
    });
    await world.clock.advance(10 * SECOND);
    expect(world.signings).to.deep.equal([]);
    expect(tab.state).to.have.nested.property('problem.code', 'wrong-network');
  });

  it('F-68 says that nothing was sent when the wallet refuses to sign for another chain', async () => {
    const { world, tab } = await asked((each) => {
      each.wallet.once(
        'eth_signTypedData_v4',
        walletError(-32603, 'Provided chainId "8453" must match the active chainId "1"'),
      );
    });
    await world.clock.advance(SECOND);
    expect(tab.state).to.include({ name: 'reviewing' }).and.to.have.nested.property('problem.money', 'not-sent');
    expect(world.posts).to.deep.equal([]);
  });

  it('F-68 marks the prompt as stalled when the wallet never answers the request to sign', async () => {
    const { world, tab } = await asked();
    await world.clock.advance(21 * SECOND);
    expect(tab.state).to.include({ name: 'authorizing', stalled: true });
    await tab.do({ type: 'wallet-closed' });
    expect(tab.state).to.include({ name: 'reviewing' }).and.to.have.nested.property('problem.money', 'not-sent');
    expect(world.posts).to.deep.equal([]);
  });
});

describe('execute-permit with a signature of another account', () => {
  it('F-69 posts nothing and says whose key did not sign when the wallet signs with another account', async () => {
    const { world, tab } = await asked();
    const [prompt] = world.signings;
    prompt!.sign(signedBy(`0x${'3'.repeat(64)}`, JSON.stringify(prompt!.typed)));
    await world.clock.advance(SECOND);
    expect(world.posts).to.deep.equal([]);
    expect(tab.state).to.include({ name: 'reviewing' }).and.to.have.nested.property('problem.money', 'not-sent');
    expect(tab.state).to.have.deep.nested.property('problem.values', { account: people.payer });
  });

  for (const [title, answer] of [
    ['signs as an account without code (ERC-6492)', `0x${'00'.repeat(320)}${'6492'.repeat(16)}`],
    ['has no method to sign (4200)', walletError(4200, 'eth_signTypedData_v4 is not supported')],
    ['has no method to sign (-32601)', walletError(-32601, 'The method eth_signTypedData_v4 does not exist')],
  ] as const)
    it(`F-69 P-63 asks for a transaction, and for no second permit, when the wallet ${title}`, async () => {
      const { world, tab } = await asked();
      world.signings[0]!.sign(typeof answer === 'string' ? answer : Promise.reject(answer));
      await world.clock.advance(SECOND);
      expect(world.posts).to.deep.equal([]);
      expect(tab.state).to.include({ name: 'reviewing' });
      expect(tab.state).to.have.property('problem').that.includes({ reason: 'cannot-sign', money: 'not-sent' });
      expect(world.service.quoted.at(-1)).to.not.have.property('usePermit');
      await tab.press();
      await world.clock.until(() => world.prompts.length === 1);
      expect(world.signings).to.have.length(1);
      world.end();
    });

  it('F-69 posts what a contract account accepts, and nothing while its chain cannot be read', async () => {
    const odd = `0x${'cd'.repeat(65)}`;
    const { world, tab } = await asked((each) => {
      each.chain.override('eth_getCode', () => {
        throw new Error('limited');
      });
    });
    world.signings[0]!.sign(odd);
    await world.clock.advance(SECOND);
    expect(world.posts).to.deep.equal([]);
    expect(tab.state).to.have.nested.property('problem.reason', 'chain-unreadable');
    world.chain.override('eth_getCode', () => '0x6080');
    world.chain.override('eth_call', ([call]) =>
      (call as { data: string }).data.startsWith('0x1626ba7e')
        ? `0x1626ba7e${'00'.repeat(28)}`
        : world.readBalances(call as { to: string; data: `0x${string}` }, true),
    );
    await tab.review(USDC);
    await tab.press();
    world.signings[1]!.sign(odd);
    await settle();
    expect(world.posts).to.deep.equal([`?signature=${odd}`]);
  });
});

describe('execute-permit after the signature', () => {
  it('F-72 sends the signature in its own request only, and in none of the requests that follow', async () => {
    const { world, tab, requestId } = await signed();
    await world.clock.advance(20 * SECOND);
    world.service.statuses.set(requestId, { status: 'success' });
    await tab.reach('succeeded');
    const carrying = world.of('request').filter(({ query }) => query.includes(world.signings[0]!.signature.slice(2)));
    expect(carrying.map(({ path }) => path)).to.deep.equal(['/execute/permits']);
    expect(world.requestsTo(STATUS).every(({ query }) => query === `?requestId=${requestId}`)).to.equal(true);
    expect(JSON.stringify(world.service.bodies)).not.to.include(world.signings[0]!.signature.slice(2));
  });

  for (const outage of [
    { status: 429, json: {} },
    { status: 404, json: { message: 'Request not found' } },
    { status: 400, json: {} },
    { status: 403, json: { message: 'Failed to check' } },
  ]) {
    it(`F-73 keeps asking for the status when the service answers it with ${outage.status} ${JSON.stringify(outage.json)}`, async () => {
      const { world, tab, requestId } = await signed((each) => each.service.outages.set(STATUS, outage));
      await world.clock.advance(2 * MINUTE);
      expect(tab.state.name).to.equal('processing');
      world.service.outages.clear();
      world.service.statuses.set(requestId, { status: 'success' });
      await tab.reach('succeeded');
      expect(world.signings).to.have.length(1);
    });
  }

  it('F-73 reports the failure when the status says so beside another text, and a refund that follows', async () => {
    const { world, tab, requestId } = await signed();
    const inTxHashes = [`0x${'1a'.repeat(32)}`];
    world.service.statuses.set(requestId, { status: 'failure', details: 'Failed to check', inTxHashes });
    await tab.reach('failed');
    world.service.statuses.set(requestId, { status: 'refund', details: 'Failed to check', inTxHashes });
    await tab.reach('refunded');
    expect(tab.emitted.filter((name) => /^hub-(failure|refund)/.test(name))).to.deep.equal([
      'hub-failure',
      'hub-refund',
    ]);
  });

  it('F-74 signs a new permit at the next press when the first one ended before the payer signed', async () => {
    const { world, tab } = await asked();
    await world.clock.advance(11 * MINUTE);
    world.signings[0]!.sign();
    await settle();
    await tab.reach('reviewing');
    await world.clock.advance(5 * SECOND);
    await tab.press();
    world.signings[1]!.sign();
    await settle();
    expect([world.posts.length, tab.state.name]).to.deep.equal([1, 'processing']);
  });
});
