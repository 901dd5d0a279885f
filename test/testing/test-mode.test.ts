/** Tests the start of test mode: its warnings on the console, and a plan that the element holds. */
import { expect, fixture, html } from '@open-wc/testing';
import sinon from 'sinon';
import { setTestOutcome } from '../../src/testing/index.js';
import { startTestMode, type OwnSite } from '../../src/testing/test-mode.js';

describe('startTestMode', () => {
  let host: HTMLElement & { registry?: unknown };
  /** The page's own site. A test replaces a member to see what test mode asks. */
  let site: OwnSite;
  let warn: sinon.SinonStub;
  beforeEach(async () => {
    sessionStorage.clear();
    warn = sinon.stub(console, 'warn');
    site = {
      send: () => Promise.reject(new Error('offline')),
      readRegistry: () => Promise.reject(new Error('registry: /registry.json answered 404')),
    };
    host = await fixture(html`<div></div>`);
    host.attachShadow({ mode: 'open' });
  });
  afterEach(() => sinon.restore());

  it('warns once that no money moves, and names the attribute to change', async () => {
    await startTestMode(host, site);
    expect(warn.args.flat()).to.deep.equal([
      '<div> is in test mode: no money moves. Set base-url to your service before you go live.',
    ]);
  });

  it('warns of a chain that it does not know, and of a token that it made up', async () => {
    const { createSession } = await startTestMode(host, site);
    createSession({
      baseUrl: 'demo:',
      destinationChainId: 10,
      destinationCurrency: 'DAI',
      origins: [99, 10],
    }).destroy();
    expect(warn.args.flat().slice(1)).to.deep.equal([
      '<div> test mode does not know chain 99. Try the page with another chain.',
      '<div> test mode does not know DAI 0x7e57646169000000000000000000000000000000 on chain 10, and made it up. ' +
        'Check it before you go live.',
    ]);
  });

  it('listens on the element for a new plan as long as its session', async () => {
    const { createSession } = await startTestMode(host, site);
    const counts = { added: sinon.spy(host, 'addEventListener'), removed: sinon.spy(host, 'removeEventListener') };
    const session = createSession({ baseUrl: 'demo:', destinationChainId: 84532, destinationCurrency: 'USDC' });
    expect(counts.added.args).to.have.length(1);
    session.destroy();
    expect(counts.removed.args).to.deep.equal(counts.added.args);
  });

  it('reads the registry’s file, and warns if a live page could not use it', async () => {
    host.registry = '/registry.json';
    await startTestMode(host, site);
    await new Promise((resolve) => setTimeout(resolve));
    expect(warn.args.flat().at(-1)).to.equal(
      '<div> registry: /registry.json answered 404. A live page takes no payment then.',
    );
    const asked: string[] = [];
    warn.resetHistory();
    const readRegistry = (file: string): Promise<unknown> => Promise.resolve(asked.push(file));
    await startTestMode(host, { ...site, readRegistry });
    expect([asked, warn.args.length]).to.deep.equal([['/registry.json'], 1]);
  });

  it('creates sessions that pay as the element’s plan says', async () => {
    setTestOutcome(host, 'failure', 0);
    const { createSession } = await startTestMode(host, site);
    const session = createSession({
      baseUrl: 'demo:',
      destinationChainId: 84532,
      destinationCurrency: 'USDC',
      amount: '1',
      recipient: `0x${'aa'.repeat(20)}`,
    });
    const failed = new Promise<unknown>((resolve) => void session.on('hub-failure', resolve));
    session.on('hub-quote', () => setTimeout(() => session.dispatch({ type: 'confirmed' })));
    session.dispatch({ type: 'opened' });
    expect(await failed).to.include({ test: true });
    session.destroy();
  });
});
