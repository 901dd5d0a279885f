/** Tests how a session reads the service's record of a payment, also if the record is incomplete or refused. */
import { expect } from 'chai';
import { settle } from '../../support/clock.js';
import { World } from '../../support/world.js';
import { watched, hash, FOREIGN, foreign } from './foreign-payment.js';

describe('fetch-payment', () => {
  it('tracks the payment by its status alone when the service refuses access to its record', async () => {
    const world = foreign();
    world.service.outages.set('/requests/v2', { status: 401, json: { message: 'Unauthorized' } });
    world.service.statuses.set(FOREIGN, {
      status: 'pending',
      inTxHashes: [hash],
      originChainId: 8453,
      destinationChainId: 10,
    });
    const tab = world.open();
    const end = watched(tab.session.resume(FOREIGN));
    await tab.reach('processing');
    expect(tab.state).to.have.nested.property('payment.submissions[0].hash', hash);
    expect(tab.state).to.have.nested.property('payment.quote.receives.chainId', 10);
    expect(tab.state).to.have.nested.property('payment.quote.pays.amount', null);
    world.service.statuses.set(FOREIGN, { status: 'failure', inTxHashes: [hash] });
    await tab.reach('failed');
    await settle();
    expect(end.error).to.include({ name: 'HubPayError', code: 'failed' });
    const polls = world.requestsTo('/intents/status/v3').map(({ at }) => at);
    for (const [index, at] of polls.slice(1).entries()) expect(at - polls[index]!).to.be.at.least(1_000);
  });

  it('shows the readable fields when the record is incomplete or invalid', async () => {
    for (const data of [undefined, null, 7, { inTxs: 'x', metadata: { currencyIn: { amount: '-1' } } }, {}]) {
      const world = foreign({ data, recipient: 5, createdAt: 'yesterday' });
      const tab = world.open();
      void tab.session.resume(FOREIGN).catch(() => undefined);
      await tab.reach('processing');
      expect(tab.state).to.have.nested.property('payment.quote.pays.amount', null);
      expect(tab.state).to.have.property('since', world.clock.now());
    }
  });

  it('sets the status to unknown and lets the payer abandon the payment when there is no deposit yet', async () => {
    const world = foreign({ status: 'waiting', data: {} });
    world.service.statuses.set(FOREIGN, { status: 'waiting' });
    const tab = world.open();
    const end = watched(tab.session.resume(FOREIGN));
    await tab.reach('processing');
    await world.clock.advance(60_000);
    expect(tab.state).to.include({ name: 'processing', status: 'unknown' });
    await tab.do({ type: 'abandoned' });
    expect(tab.state).to.include({ name: 'selecting' });
    expect(tab.state).to.have.nested.property('intent.amount', '25000000');
    expect(end.error).to.include({ code: 'outcome-unknown', money: 'unknown' });
  });

  for (const status of ['failure', 'refund']) {
    it(`sets the status to unknown and lets the payer leave when the order ended in ${status} without a deposit`, async () => {
      for (const isRefused of [false, true]) {
        const world = foreign({ status, data: { inTxs: [], outTxs: [] } });
        if (isRefused) world.service.outages.set('/requests/v2', { status: 401, json: { message: 'Unauthorized' } });
        world.service.statuses.set(FOREIGN, { status, inTxHashes: [] });
        const tab = world.open();
        const end = watched(tab.session.resume(FOREIGN));
        await tab.reach('processing');
        await world.clock.advance(60_000);
        expect(tab.state).to.include({ name: 'processing', status: 'unknown' });
        await tab.do({ type: 'abandoned' });
        expect(tab.state.name).to.equal('selecting');
        expect(end.error).to.include({ code: 'outcome-unknown', money: 'unknown' });
      }
    });
  }

  it('settles the payment when the order ended and its record names only the refund', async () => {
    const world = foreign({ status: 'refund', data: { inTxs: [], outTxs: [{ chainId: 8453, hash }] } });
    world.service.statuses.set(FOREIGN, { status: 'refund', txHashes: [hash] });
    const tab = world.open();
    void tab.session.resume(FOREIGN).catch(() => undefined);
    await tab.reach('refunded');
    expect(world.of('state').every(({ state }) => !('status' in state) || state.status !== 'unknown')).to.equal(true);
  });

  it('rejects with service-refused and keeps the state when the service does not know the id', async () => {
    const world = new World();
    const tab = world.open();
    const end = watched(tab.session.resume(FOREIGN));
    await world.clock.advance(10_000);
    expect(end.error).to.include({ name: 'HubPayError', code: 'service-refused', money: 'unknown' });
    expect((end.error as Error).message).to.contain(FOREIGN);
    expect(tab.state).to.deep.equal({ name: 'idle' });
    expect(tab.emitted.filter((name) => name !== 'hub-ready')).to.deep.equal([]);
  });

  it('F-4 says after how many seconds the service takes the next request when it limits them', async () => {
    const world = foreign();
    world.service.outages.set('/requests/v2', { status: 429, retryAfter: '40' });
    world.service.outages.set('/intents/status/v3', { status: 429, retryAfter: '40' });
    const end = watched(world.open().session.resume(FOREIGN));
    await world.clock.advance(30_000);
    expect(end.error).to.include({ code: 'rate-limited', money: 'unknown', retryAfter: 40 });
    expect(end.error).to.have.nested.property('values.retryAt');
  });

  it('rejects with service-down when the service is down, and succeeds when called again later', async () => {
    const world = foreign();
    world.service.outages.set('/requests/v2', { status: 503 });
    world.service.outages.set('/intents/status/v3', { status: 503 });
    const tab = world.open();
    const end = watched(tab.session.resume(FOREIGN));
    await world.clock.advance(30_000);
    expect(end.error).to.include({ code: 'service-down', money: 'unknown' });
    expect(tab.state).to.deep.equal({ name: 'idle' });
    world.service.outages.clear();
    void tab.session.resume(FOREIGN).catch(() => undefined);
    await tab.reach('processing');
  });
});
