/** Tests that no session starts before the registry has loaded, and none without it. */
import { expect } from '@open-wc/testing';
import sinon from 'sinon';
import { HubPayError } from '../../../src/errors.js';
import { RegistryController, type Setup } from '../../../src/element/controllers/registry-controller.js';
import type { Registry } from '../../../src/types.js';
import { cleanUp, pay, rendered, type TestPay } from '../../support/pages/element.js';
import { called, until } from '../../support/until.js';

const registry: Registry = { chains: [{ id: 1, vmType: 'evm' }] };
const other: Registry = { chains: [{ id: 10, vmType: 'evm' }] };

type Loading = { text: string; resolve: (setup: Setup) => void; reject: (error: HubPayError) => void };

describe('registry-controller', () => {
  function controlled(): {
    host: { registry: Registry | string | undefined };
    loads: Loading[];
    renderings: () => number;
  } & {
    controller: RegistryController;
  } {
    const loads: Loading[] = [];
    let renderings = 0;
    const host = { registry: undefined as Registry | string | undefined, requestUpdate: () => (renderings += 1) };
    const controller = new RegistryController(
      host as never,
      (text) => new Promise((resolve, reject) => loads.push({ text, resolve, reject })),
    );
    return { host, controller, loads, renderings: () => renderings };
  }
  const settle = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));

  it('loads each file once, and renders again when the file has loaded', async () => {
    const { host, controller, loads, renderings } = controlled();
    host.registry = '/registry.json';
    controller.update();
    controller.update();
    expect(loads.map(({ text }) => text)).to.deep.equal(['/registry.json']);
    expect([controller.isReady, controller.setup]).to.deep.equal([false, undefined]);
    loads[0]!.resolve({ registry });
    await settle();
    expect([controller.isReady, controller.setup, renderings()]).to.deep.equal([true, { registry }, 1]);
  });

  it('ignores the first file when the page names another while it loads', async () => {
    const { host, controller, loads } = controlled();
    host.registry = '/a.json';
    controller.update();
    host.registry = '/b.json';
    controller.update();
    loads[0]!.resolve({ registry });
    await settle();
    expect(controller.isReady).to.equal(false);
    loads[1]!.resolve({ registry: other });
    await settle();
    expect(controller.setup?.registry).to.equal(other);
  });

  it('keeps the problem until the page sets the registry itself', async () => {
    const { host, controller, loads } = controlled();
    host.registry = '/registry.json';
    controller.update();
    const problem = new HubPayError('config', 'no file');
    loads[0]!.reject(problem);
    await settle();
    expect([controller.isReady, controller.setup]).to.deep.equal([true, { problem }]);
    host.registry = registry;
    controller.update();
    expect([controller.isReady, controller.setup]).to.deep.equal([true, undefined]);
  });
});

describe('hub-pay with a registry file', () => {
  let answer: ((response: Response) => void) | undefined;
  let asked: Promise<unknown>;
  beforeEach(() => {
    sinon.stub(console, 'warn');
    asked = called(sinon.stub(globalThis, 'fetch'), () => new Promise((resolve) => (answer = resolve)));
  });
  afterEach(() => {
    cleanUp();
    sinon.restore();
  });

  /** The element has requested the file. */
  async function asking(extra: Record<string, string> = {}): Promise<TestPay> {
    const element = await pay({ registry: '/registry.json', open: '', ...extra });
    await asked;
    return element;
  }

  it('starts the session with the registry of the file, and not before', async () => {
    const element = await asking();
    await rendered(element);
    expect([element.sessions.length, element.state.name]).to.deep.equal([0, 'idle']);
    answer?.(Response.json(registry));
    await until(element, () => element.sessions.length > 0);
    expect(element.sessions.map(({ options }) => options.registry)).to.deep.equal([registry]);
  });

  it('starts no session and names the attribute when the file is missing', async () => {
    const element = await asking();
    answer?.(new Response('', { status: 404 }));
    await until(element, () => 'problem' in element.state);
    await rendered(element);
    expect(element.sessions).to.deep.equal([]);
    expect(element.state).to.have.nested.property('problem.attribute', 'registry');
    expect(element.find('primary')).to.equal(null);
  });

  it('closes an open payment when the page names a file later, until the file has loaded', async () => {
    const element = await pay({ open: '' });
    element.fake.goTo('reviewing');
    await rendered(element);
    element.setAttribute('registry', '/registry.json');
    await asked;
    await rendered(element);
    expect([element.state.name, element.fake.configured.length]).to.deep.equal(['idle', 0]);
    answer?.(Response.json(registry));
    await until(element, () => element.fake.configured.length > 0);
    expect(element.fake.configured.at(-1)).to.have.property('registry').that.deep.equals(registry);
  });
});
