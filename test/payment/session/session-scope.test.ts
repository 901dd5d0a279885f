import { expect } from 'chai';
import sinon from 'sinon';
import { settle } from '../../support/clock.js';
import { OPTIONS, World } from '../../support/world.js';

describe('session-scope', () => {
  afterEach(() => sinon.restore());

  it('emits hub-ready again only when the service’s address changes', async () => {
    const world = new World();
    const tab = world.open();
    await tab.do({ type: 'opened' });
    tab.session.configure({ ...OPTIONS, amount: '26' });
    await settle();
    expect(tab.emitted.filter((name) => name === 'hub-ready')).to.have.length(1);
    tab.session.configure({ ...OPTIONS, baseUrl: 'https://hub.test/other' });
    await settle();
    expect(tab.emitted.filter((name) => name === 'hub-ready')).to.have.length(2);
  });

  it('I24 keeps polling slowly when the page is hidden during the change', async () => {
    const world = new World();
    world.service.outcome = 'none';
    const tab = world.open();
    await tab.review();
    await tab.press();
    await tab.reach('processing');
    tab.kill();
    const next = world.open({ reference: 'order-8' });
    await next.do({ type: 'visibility-changed', visible: false });
    next.session.configure(OPTIONS);
    await settle();
    expect(next.state.name).to.equal('processing');
    const before = world.requestsTo('/intents/status/v3').length;
    await world.clock.advance(60_000);
    expect(world.requestsTo('/intents/status/v3').length - before).to.be.at.most(5);
  });

  it('reports an invalid attribute, and recovers when the attribute is corrected', async () => {
    const world = new World();
    const tab = world.open({ recipient: 'alice' });
    await tab.do({ type: 'opened' });
    expect(tab.state).to.have.nested.property('problem.attribute', 'recipient');
    tab.session.configure(OPTIONS);
    await settle();
    expect(tab.state).to.include({ name: 'selecting' }).and.not.have.property('problem');
  });
});
