/** Tests a payment from the venue: two signatures, their posts, and what the exchange answers. */
import { expect } from 'chai';
import { privateKeyToAddress } from 'viem/accounts';
import type { SplitSignature } from '../../../src/vm/venue/messages.js';
import { settle } from '../../support/clock.js';
import { MINUTE, SECOND } from '../../support/times.js';
import { entryOf, factsOf, shownId } from '../sent.js';
import { asked, EXCHANGE, linked, OWN, PERPS, transferred, VenueWorld } from '../venue-world.js';
import { orderOf } from '../../support/world-service.js';
import { ids, people } from '../../support/quotes.js';
import { NONCE, SPOT_USDC, venueAccount, venueChain } from '../../support/venue-quotes.js';
import { worldChains } from '../../support/world-service.js';

const hash = `0x${'1a'.repeat(32)}`;

describe('execute-signed-transfer', () => {
  for (const version of ['1', '2'] as const) {
    it(`asks for two signatures, posts each to its place and settles by the status, with shape ${version}`, async () => {
      const { world, tab } = await asked((each) => (each.version = version));
      expect(world.signings.map(({ typed }) => typed.primaryType)).to.deep.equal(['NonceMapping']);
      expect(tab.state).to.have.nested.property('step.id', 'authorize');
      expect(entryOf(world)).to.include({ stage: 'prepared' });
      const mapped = world.signings[0]!.sign();
      await world.prompted(2);
      expect(world.signings.map(({ typed }) => typed.primaryType)).to.deep.equal([
        'NonceMapping',
        'VenueTransaction:SendAsset',
      ]);
      expect(tab.state).to.include({ name: 'authorizing', phase: 'prompting' });
      expect(tab.state).to.have.nested.property('step.id', 'deposit');
      world.signings[1]!.sign();
      await settle();
      const requestId = shownId(tab);
      expect(tab.state).to.include({ name: 'processing', status: 'waiting' });
      expect(world.posts).to.deep.equal(['/authorize', '/exchange']);
      expect(world.requestsTo('/authorize')[0]).to.have.property('query', `?signature=${mapped}`);
      expect(world.balance).to.equal(14_020_000_000n - 2_508_000_000n);
      world.service.statuses.set(requestId, { status: 'pending', inTxHashes: [hash] });
      await world.clock.advance(2 * SECOND);
      world.service.statuses.set(requestId, { status: 'success', txHashes: [`0x${'fe'.repeat(32)}`] });
      await tab.reach('succeeded');
      expect(factsOf(tab)).to.deep.equal(['hub-sent', 'hub-status pending', 'hub-status success', 'hub-success']);
      expect(tab.emitted.filter((name) => name.startsWith('hub-step'))).to.deep.equal([
        'hub-step prompting',
        'hub-step submitted',
        'hub-step confirmed',
        'hub-step prompting',
        'hub-step submitted',
        'hub-step confirmed',
      ]);
      expect(world.prompts).to.deep.equal([]);
    });

    it(`posts the bytes that the service and the venue document, with shape ${version}`, async () => {
      const { world, requestId } = await transferred((each) => {
        each.version = version;
        each.wallet.chainId = 8453;
      });
      const nonce = NONCE + world.service.requestIds.indexOf(requestId) + 1;
      const who = { wallet: people.payer, ...(version === '2' && { depositor: people.payer }) };
      expect(world.mappings).to.deep.equal([
        { type: 'nonce-mapping', walletChainId: 1337, ...who, nonce, id: orderOf(requestId), signatureChainId: 8453 },
      ]);
      const action = {
        type: 'sendAsset',
        venueChain: 'Mainnet',
        destination: venueAccount,
        sourceDex: '',
        destinationDex: '',
        token: `USDC:${SPOT_USDC}`,
        amount: '25.080000',
        fromSubAccount: '',
        nonce,
        signatureChainId: '0x2105',
      };
      const { signature } = world.transfers[0]!;
      expect(world.transfers).to.deep.equal([{ signature, nonce, action }]);
      const { r, s, v } = signature as SplitSignature;
      expect(`${r}${s.slice(2)}${v.toString(16)}`).to.equal(world.signings[1]!.sign());
      expect(world.signings[1]!.typed.message).to.deep.equal(action);
      expect(world.signings[1]!.typed.domain).to.include({ chainId: 8453 });
    });
  }

  it('requests the quote from the venue with protocolVersion v2, and other quotes without', async () => {
    const { world } = await asked();
    const versions = world.service.bodies.map((body) =>
      [body['originChainId'], body['protocolVersion'] ?? 'none'].join(' '),
    );
    expect([...new Set(versions)].sort()).to.deep.equal(['1337 v2', '8453 none']);
  });

  it('pays from pinned chains too, and reads the balance at the merchant’s address of the info API', async () => {
    const { tab } = await asked(undefined, {
      registry: { chains: [...worldChains(), venueChain()] },
      attestation: 'off',
    });
    expect(tab.state).to.have.nested.property('step.id', 'authorize');
  });

  it('F-134 derives both fields of the second signature anew when the wallet’s chain changes between', async () => {
    const { world } = await asked();
    world.wallet.chainId = 1;
    world.signings[0]!.sign();
    await world.prompted(2);
    expect(world.mappings[0]).to.include({ signatureChainId: 8453 });
    expect(world.signings[1]!.typed.domain).to.include({ chainId: 1 });
    expect(world.signings[1]!.typed.message).to.include({ signatureChainId: '0x1' });
    world.signings[1]!.sign();
    await settle();
    expect(world.transfers[0]).to.have.nested.property('action.signatureChainId', '0x1');
  });

  it('I3 journals the transfer before the prompt opens, and as sent before the post to the exchange', async () => {
    const { world } = await linked();
    expect(entryOf(world)).to.include({ stage: 'prepared' });
    expect(entryOf(world)).to.have.nested.property('prompt.transfer.held', '14020000000');
    let stage = '';
    world.onLog = (entry) => {
      if (entry.kind === 'request' && entry.path === '/exchange') stage = entryOf(world).stage;
    };
    world.signings[1]!.sign();
    await settle();
    expect(stage).to.equal('sent');
    expect(entryOf(world).payment).to.include({ signed: true });
  });

  it('I23 keeps both signatures out of storage, events and state', async () => {
    const { world, tab, requestId } = await transferred();
    world.service.statuses.set(requestId, { status: 'success' });
    await tab.reach('succeeded');
    const signatures = world.signings.map((each) => each.sign());
    for (const text of world.texts())
      for (const signature of signatures)
        for (const part of [signature.slice(2, 66), signature.slice(66, 130)]) expect(text).not.to.include(part);
  });
});

/** What another tab, or a newer version of this package, can store of the order meanwhile. */
const OTHERS: Record<string, object> = {
  'another tab has paid the order': { id: 'other', stage: 'sent' },
  'a payment of the order cannot be read': { v: 2 },
};

/** Stores a second payment of the order. */
function storeOther(world: VenueWorld, change: object): void {
  const [key] = world.journalItem();
  const own = entryOf(world);
  const other = { ...own, ...change, payment: { ...own.payment, requestId: `0x${'ab'.repeat(32)}` } };
  world.storage.setItem(key, JSON.stringify([own, other]));
}

describe('execute-signed-transfer before the transfer', () => {
  it('asks for no second signature when the service refuses the first', async () => {
    const { world, tab } = await asked();
    world.service.outages.set('/authorize', { status: 400, json: { message: 'no', errorCode: 'UNAUTHORIZED' } });
    world.signings[0]!.sign();
    await tab.reach('reviewing');
    expect(tab.state).to.have.nested.property('problem.money', 'not-sent');
    await world.clock.advance(MINUTE);
    expect([world.signings.length, world.transfers.length]).to.deep.equal([1, 0]);
  });

  it('posts the same first signature again while the service is down', async () => {
    const { world } = await asked();
    world.service.outages.set('/authorize', { status: 503 });
    world.signings[0]!.sign();
    await world.clock.advance(5 * SECOND);
    expect([world.signings.length, world.transfers.length]).to.deep.equal([1, 0]);
    world.service.outages.delete('/authorize');
    await world.clock.until(() => world.signings.length === 2);
    expect(new Set(world.requestsTo('/authorize').map(({ query }) => query)).size).to.equal(1);
  });

  it('gives up after five minutes without the service, with the money at the venue', async () => {
    const { world, tab } = await asked();
    world.service.outages.set('/authorize', 'unreachable');
    world.signings[0]!.sign();
    await world.clock.advance(6 * MINUTE);
    expect(tab.state.name).to.equal('reviewing');
    expect(tab.state).to.have.nested.property('problem.money', 'not-sent');
    expect([world.signings.length, world.transfers.length]).to.deep.equal([1, 0]);
  });

  it('G04 refuses further steps in the service’s answer to the first signature', async () => {
    const { world, tab } = await asked();
    const [step] = (
      world.service.ownRecords.size ? [{ id: 'approve', kind: 'transaction', items: [] }] : []
    ) as unknown[];
    world.service.outages.set('/authorize', { status: 200, json: { steps: [step] } });
    world.signings[0]!.sign();
    await tab.reach('reviewing');
    expect(tab.state).to.have.nested.property('problem.code', 'quote-unsafe');
    expect(tab.state).to.have.nested.property('problem.message').that.includes('after the signature: approve.');
    expect(world.transfers).to.deep.equal([]);
  });

  for (const which of [0, 1]) {
    it(`returns to the review with money not-sent when the payer declines signature ${which + 1}`, async () => {
      const { world, tab } = which === 0 ? await asked() : await linked();
      world.signings[which]!.reject(4001);
      await settle();
      expect(tab.state).to.include({ name: 'reviewing' }).and.to.have.nested.property('problem.money', 'not-sent');
      expect(world.transfers).to.deep.equal([]);
    });

    it(`F-62 posts nothing when the payer gives signature ${which + 1} after leaving`, async () => {
      const { world, tab } = which === 0 ? await asked() : await linked();
      const before = world.posts.length;
      await tab.do({ type: 'wallet-closed' });
      expect(tab.state).to.include({ name: 'reviewing' });
      const steps = tab.emitted.filter((name) => name.startsWith('hub-step'));
      world.signings[which]!.sign();
      await world.clock.advance(MINUTE);
      expect(world.posts.length).to.equal(before);
      expect(tab.emitted.filter((name) => name.startsWith('hub-step'))).to.deep.equal(steps);
      expect(world.balance).to.equal(14_020_000_000n);
    });
  }

  it('F-62 opens no second prompt and reports no further step when the payer leaves before the service answers', async () => {
    const { world, tab } = await asked();
    world.service.outages.set('/authorize', { status: 503 });
    world.signings[0]!.sign();
    await settle();
    const steps = tab.emitted.filter((name) => name.startsWith('hub-step'));
    await tab.do({ type: 'wallet-closed' });
    world.service.outages.delete('/authorize');
    await world.clock.advance(MINUTE);
    expect(tab.emitted.filter((name) => name.startsWith('hub-step'))).to.deep.equal(steps);
    expect([world.signings.length, world.transfers.length]).to.deep.equal([1, 0]);
  });

  for (const [what, other] of Object.entries(OTHERS)) {
    it(`I2 opens no second prompt when ${what} after the first signature`, async () => {
      const { world, tab } = await asked();
      storeOther(world, other);
      world.signings[0]!.sign();
      await world.clock.advance(5 * SECOND);
      expect([world.signings.length, world.transfers.length]).to.deep.equal([1, 0]);
      expect(tab.state.name).to.not.equal('authorizing');
    });

    it(`I2 posts no transfer when ${what} during the second prompt`, async () => {
      const { world, tab } = await linked();
      const { id } = entryOf(world);
      storeOther(world, other);
      world.signings[1]!.sign();
      await world.clock.advance(5 * SECOND);
      expect(world.journal().find((each) => each.id === id)?.stage).to.equal('cancelled');
      expect([world.transfers.length, world.balance]).to.deep.equal([0, 14_020_000_000n]);
      expect(tab.state.name).to.not.equal('authorizing');
    });
  }

  for (const which of [0, 1]) {
    it(`posts nothing when another account gives signature ${which + 1}, and names it`, async () => {
      const { world, tab } = which === 0 ? await asked() : await linked();
      const before = world.posts.length;
      const other = privateKeyToAddress(ids.other).toLowerCase();
      world.wallet.accounts = [people.payer, other];
      world.signings[which]!.sign(ids.other);
      await settle();
      expect(tab.state).to.include({ name: 'reviewing' });
      expect(tab.state).to.have.nested.property('problem.code', 'account-changed');
      expect(tab.state).to.have.nested.property('problem.money', 'not-sent');
      expect(world.posts.length).to.equal(before);
      await world.clock.advance(MINUTE);
      expect([world.transfers, world.balance]).to.deep.equal([[], 14_020_000_000n]);
    });
  }

  it('posts no transfer when the payer gives the second signature after five minutes', async () => {
    const { world, tab } = await linked();
    await world.clock.advance(6 * MINUTE);
    world.signings[1]!.sign();
    await settle();
    expect(tab.state).to.have.nested.property('problem.code', 'quote-expired');
    expect(world.transfers).to.deep.equal([]);
  });

  it('F-130 pays with a new quote after the exchange has refused, and asks for both signatures again', async () => {
    const { world, tab } = await transferred((each) => (each.exchange = 'refuses'));
    await tab.reach('reviewing');
    world.exchange = 'executes';
    world.payer = 'approves';
    await world.clock.advance(5 * SECOND);
    await tab.press();
    await tab.reach('processing');
    expect(world.signings).to.have.length(4);
    expect(world.mappings.map((body) => body['nonce'])).to.have.length(2);
    expect(world.transfers[1]!['nonce']).to.equal(world.mappings[1]!['nonce']);
    expect(world.balance).to.equal(14_020_000_000n - 2_508_000_000n);
  });
});

describe('execute-signed-transfer with a venue that is not set up', () => {
  it('offers the venue only with the address of its exchange', async () => {
    const world = new VenueWorld();
    const { venueInfoUrl } = OWN;
    const tab = world.open({ venueInfoUrl: venueInfoUrl! });
    await tab.review();
    expect(world.of('request').filter(({ path }) => path === '/info')).to.deep.equal([]);
    expect(world.service.bodies.some((body) => body['originChainId'] === PERPS.chainId)).to.equal(false);
  });

  it('names the missing property when the merchant fixes the venue as origin', async () => {
    const world = new VenueWorld();
    const tab = world.open({ originChainId: PERPS.chainId });
    await tab.do({ type: 'opened' });
    await world.clock.until(() => tab.state.name === 'idle');
    expect(tab.state).to.have.nested.property('problem.attribute', 'venueExchangeUrl');
  });

  it('shows an unknown balance without the address of the info API, and pays all the same', async () => {
    const world = new VenueWorld();
    const tab = world.open({ venueExchangeUrl: EXCHANGE });
    await tab.review(PERPS);
    expect(tab.state).to.have.nested.property('asset.balance', null);
    await tab.press();
    await tab.reach('processing');
    expect(world.transfers).to.have.length(1);
  });
});
