/**
 * Tests a page without a script of its own: the tag names the registry's file and the path of the shop's server. The
 * page has the content security policy of stories/docs/security.md. Without the file or the server, no wallet prompts.
 */
import assert from 'node:assert/strict';
import { after } from 'node:test';
import { servePages, type PageServer } from '../../demo/serve-pages.js';
import type { Demo } from '../../demo/start-demo.js';
import type { ErrorCode, ErrorInfo } from '../../src/errors.js';
import type { PaymentState } from '../../src/payment/model/state.js';
import type { Page } from '../support/pages/drive.js';
import { inEngines, NATIVE, ORIGIN, PRICE, shopIncome, type FlowTest } from '../support/pages/flows.js';
import { answerWallet, payByParts, press, reaches, walletMethods } from '../support/pages/shop-page.js';

const CONNECT = 'eth_requestAccounts';
const SEND = 'eth_sendTransaction';
const pay = { chainId: ORIGIN, currency: NATIVE };

type Answer = (request: Request) => Response | Promise<Response>;

/** The number of orders so far. Each site has an order of its own. */
let orders = 7000;

/** The merchant's site: its page, the registry's file, and the order API of the demo's shop. */
class Site {
  readonly url: string;
  readonly order: string;
  readonly #demo: Demo;
  /** The paths of the requests, without those of scripts. */
  readonly asked: string[] = [];
  registry: Answer;
  api: Answer;

  constructor({ url, show }: PageServer, demo: Demo, order: string, html: string) {
    this.url = url;
    this.order = order;
    this.#demo = demo;
    this.registry = () => Response.json(demo.devnet.registry);
    this.api = (request) => this.#ofShop(request);
    const logged =
      (answer: Answer): Answer =>
      (request) => {
        this.asked.push(new URL(request.url).pathname);
        return answer(request);
      };
    const ofShop = (request: Request): Promise<Response> => this.#ofShop(request);
    const nodes = demo.devnet.chains.flatMap(({ httpRpcUrl, nodeUrl }) => [httpRpcUrl, nodeUrl]);
    show(new Map([['/index.html', html]]), [demo.devnet.serviceUrl, ...nodes], {
      '/registry.json': async (request) => logged(this.registry)(request),
      '/other.json': async (request) => logged(this.registry)(request),
      '/api/': async (request) => logged(this.api)(request),
      '/cdn/': ofShop,
      '/shop/': ofShop,
      '/demo-wallet.js': ofShop,
    });
  }

  /** Sends the request to the demo's shop, and returns its answer. */
  async #ofShop(request: Request): Promise<Response> {
    const { pathname } = new URL(request.url);
    const body = request.method === 'POST' ? await request.text() : null;
    const headers = { 'content-type': request.headers.get('content-type') ?? '' };
    const answer = await fetch(new URL(pathname, this.#demo.url), { method: request.method, headers, body });
    return new Response(answer.status === 204 ? null : await answer.arrayBuffer(), {
      status: answer.status,
      headers: { 'content-type': answer.headers.get('content-type') ?? '' },
    });
  }
}

const servers: PageServer[] = [];
after(async () => {
  for (const server of servers) await server.close();
});

/** Opens the site. Its page is the shop's checkout without the shop's script, and with both attributes. */
async function open(demo: Demo, attribute = 'registry="/registry.json"'): Promise<Site> {
  const server = await servePages(0);
  servers.push(server);
  orders += 1;
  const order = `order-${orders}`;
  const shop = await (await fetch(demo.url)).text();
  const html = shop
    .replace('<script type="module" src="/shop.js"></script>', '')
    .replace(
      /reference="[^"]*"\s+disabled/u,
      `reference="${order}" confirm-url="/api/orders/${order}/payment" ${attribute}`,
    );
  return new Site(server, demo, order, html);
}

const isFailedLoad = (error: string): boolean => /Failed to load resource|Cross-Origin|NetworkError/u.test(error);

type PinnedChain = { protocol?: { v2: { depository: string } } };

/** Waits for a problem of the element. */
async function problemOf(page: Page): Promise<ErrorInfo> {
  return page.waitFor(() => {
    const { state } = document.querySelector('hub-pay') as HTMLElement & { state: PaymentState };
    return 'problem' in state && state.problem;
  });
}

/** An answer that the test gives later. */
function held(): { answer: Answer; isAsked: Promise<void>; release: (response: Response) => void } {
  let release: (response: Response) => void = () => undefined;
  let ask: () => void = () => undefined;
  const isAsked = new Promise<void>((resolve) => (ask = resolve));
  const response = new Promise<Response>((resolve) => (release = resolve));
  const answer = (): Promise<Response> => {
    ask();
    return response;
  };
  return { answer, isAsked, release };
}

type File = { title: string; attribute?: string; answer: () => Response; asked: readonly string[] };

/** Tests that no wallet is asked for anything when this is the registry's file. */
function refusesFile(test: FlowTest, { title, attribute, answer, asked }: File): void {
  test(
    `shop flow: no wallet is asked for anything when the registry’s file is ${title}`,
    async ({ demo, page }) => {
      const site = await open(demo, attribute);
      site.registry = answer;
      await page.goto(site.url);
      await press(page, '[part~=button]');
      const { code, attribute: named, money } = await problemOf(page);
      assert.deepEqual([code, named, money], ['config', 'registry', 'not-sent']);
      assert.deepEqual([await walletMethods(page), site.asked], [[], asked]);
    },
    isFailedLoad,
  );
}

/** Presses the pay button, and tests that the shop's server keeps the payment from the wallet. */
async function refusesPayment(page: Page, site: Site, code: ErrorCode, files: readonly string[]): Promise<void> {
  await payByParts(page, { pay, until: ['reviewing'] });
  await press(page, '[part~=primary]');
  const { code: found, money } = await problemOf(page);
  assert.deepEqual([found, money], [code, 'not-sent']);
  assert.deepEqual(await walletMethods(page), [CONNECT]);
  assert.deepEqual(site.asked, [...files, `/api/orders/${site.order}/payment`]);
}

// Engines treat redirects and other sites differently.
inEngines(['chromium', 'firefox', 'webkit'], 'A page without a script', (test) => {
  test(
    'F-177 shop flow: a tag with registry and confirm-url follows no redirect and pays under the strict policy',
    async ({ demo, page }) => {
      const site = await open(demo);
      const { registry, api } = site;
      const redirect = (status: number) => (): Response =>
        new Response('', { status, headers: { location: '/other.json' } });
      site.registry = redirect(302);
      await page.goto(site.url);
      await press(page, '[part~=button]');
      assert.equal((await problemOf(page)).code, 'service-down');
      assert.deepEqual([await walletMethods(page), site.asked], [[], ['/registry.json']]);

      site.registry = registry;
      site.api = redirect(307);
      await page.reload();
      await refusesPayment(page, site, 'service-down', ['/registry.json', '/registry.json']);

      const before = await shopIncome(demo);
      let body: unknown;
      site.api = async (request) => {
        body = await request.clone().json();
        return api(request);
      };
      assert.equal((await payByParts(page, { pay })).name, 'succeeded');
      assert.equal((await shopIncome(demo)) - before, PRICE);
      const requestId = await page.evaluate(() => document.querySelector('hub-pay')?.value);
      assert.deepEqual(body, { requestId, reference: site.order });
      const confirm = `/api/orders/${site.order}/payment`;
      assert.deepEqual(site.asked, ['/registry.json', '/registry.json', confirm, confirm]);
      const { status, payments } = await demo.ledger.check(site.order);
      assert.deepEqual([status, payments.map((each) => each.requestId)], ['paid', [requestId]]);
    },
    isFailedLoad,
  );

  refusesFile(test, {
    title: 'of another site',
    attribute: 'registry="http://localhost/registry.json"',
    answer: () => new Response('{}'),
    asked: [],
  });
});

inEngines(['chromium'], 'A page without a script', (test) => {
  const asked = ['/registry.json'];
  refusesFile(test, { title: 'missing', answer: () => new Response('', { status: 404 }), asked });
  refusesFile(test, { title: 'a page', answer: () => new Response('<!doctype html>'), asked });

  test(
    'shop flow: the wallet gets no payment when confirm-url answers 500, and the next press pays',
    async ({ demo, page }) => {
      const site = await open(demo);
      const { api } = site;
      site.api = () => new Response('', { status: 500 });
      await page.goto(site.url);
      await refusesPayment(page, site, 'service-down', asked);
      site.api = api;
      assert.equal((await payByParts(page, { pay })).name, 'succeeded');
    },
    isFailedLoad,
  );

  test('shop flow: nothing can be chosen before a slow file has loaded, and the payment begins then', async ({
    demo,
    page,
  }) => {
    const site = await open(demo);
    const { registry } = site;
    const { answer, isAsked, release } = held();
    site.registry = answer;
    await page.goto(site.url);
    await press(page, '[part~=button]');
    await isAsked;
    const shown = await page.waitFor(() => {
      const { state, shadowRoot } = document.querySelector('hub-pay') as HTMLElement & { state: PaymentState };
      const rows = shadowRoot?.querySelectorAll('[part~=wallet], [part~=asset], [part~=primary]:enabled');
      return shadowRoot?.querySelector('dialog[open]') && [state.name, rows?.length];
    });
    assert.deepEqual(shown, ['idle', 0]);
    release(await registry(new Request(site.url)));
    assert.equal((await payByParts(page, { pay })).name, 'succeeded');
  });

  test('shop flow: the guard blocks every quote when the file names other contracts', async ({ demo, page }) => {
    const site = await open(demo);
    const other = structuredClone(demo.devnet.registry) as unknown as { chains: PinnedChain[] };
    for (const { protocol } of other.chains) if (protocol) protocol.v2.depository = demo.devnet.recipient;
    site.registry = () => Response.json(other);
    await page.goto(site.url);
    await payByParts(page, { stopAt: CONNECT });
    await answerWallet(page, 'approve');
    await press(page, `[part~=asset][data-chain-id="${ORIGIN}"][data-currency="${NATIVE}"]`);
    assert.equal((await problemOf(page)).code, 'quote-unsafe');
    assert.deepEqual(await walletMethods(page), [CONNECT]);
  });
});

inEngines(['chromium'], 'A shop’s server without an answer', (test) => {
  test('shop flow: the wallet gets no payment when the payer leaves before confirm-url answers', async ({
    demo,
    page,
  }) => {
    const site = await open(demo);
    const { answer, isAsked, release } = held();
    site.api = answer;
    await page.goto(site.url);
    await payByParts(page, { pay, until: ['reviewing'] });
    await press(page, '[part~=primary]');
    await isAsked;
    assert.deepEqual(await walletMethods(page), [CONNECT]);
    await press(page, '[part~=secondary]');
    await reaches(page, { name: 'selecting' });
    release(Response.json({}));
    await payByParts(page, { pay, until: ['reviewing'] });
    assert.deepEqual(await walletMethods(page), [CONNECT]);
  });

  test(
    'shop flow: the wallet gets no payment when confirm-url hangs for 15 seconds',
    async ({ demo, page }) => {
      const site = await open(demo);
      const { api } = site;
      const { answer, release } = held();
      site.api = answer;
      await page.goto(site.url);
      await payByParts(page, { pay, until: ['reviewing'] });
      await press(page, '[part~=primary]');
      const { code, money } = await problemOf(page);
      assert.deepEqual([code, money], ['service-down', 'not-sent']);
      release(Response.json({}));
      assert.deepEqual(await walletMethods(page), [CONNECT]);
      site.api = api;
      assert.equal((await payByParts(page, { pay })).name, 'succeeded');
      assert.equal((await walletMethods(page)).filter((method) => method === SEND).length, 1);
    },
    isFailedLoad,
  );
});
