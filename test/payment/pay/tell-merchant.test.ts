/** Tests that no wallet prompts, and no deposit address is shown, before the merchant's server agrees. */
import { expect } from 'chai';
import type { ConfirmDetail } from '../../../src/events.js';
import type { SessionOptions } from '../../../src/payment/model/options.js';
import { jsonResponse } from '../../support/json-response.js';
import { SECOND } from '../../support/times.js';
import { ETH, World, type Tab } from '../../support/world.js';
import { openDepositFields, REFUND_TO } from '../deposits.js';

const CONFIRM_URL = 'https://shop.example/api/payment?order=1042';

/** A page whose merchant answers as given. Returns the requests that the merchant received. */
function shop(answer: () => Response | Promise<Response>): { world: World; asked: RequestInit[]; prompts: number[] } {
  const world = new World();
  world.payer = 'waits';
  const asked: RequestInit[] = [];
  /** The number of prompts at each request. */
  const prompts: number[] = [];
  world.nodes.set(CONFIRM_URL, async (_address, init) => {
    asked.push(init ?? {});
    prompts.push(world.prompts.length);
    return answer();
  });
  return { world, asked, prompts };
}

async function press(world: World, options: Partial<SessionOptions> = {}): Promise<Tab> {
  const tab = world.open({ confirmUrl: CONFIRM_URL, ...options });
  await tab.review(ETH);
  await tab.press();
  return tab;
}

const textResponse = (text: string, type: string): Response =>
  Object.assign(
    jsonResponse(() => ({}), { headers: { 'content-type': type } }),
    { text: async () => text },
  );
const ok = (): Response => jsonResponse(() => ({}));

describe('tell-merchant', () => {
  it('sends the request id of the shown quote and the reference before the wallet prompts', async () => {
    const { world, asked, prompts } = shop(ok);
    const tab = await press(world);
    const { requestId } = (tab.detail('hub-confirm') as ConfirmDetail).quote;
    expect(asked.map(({ body }) => JSON.parse(body as string) as unknown)).to.deep.equal([
      { requestId, reference: 'order-7' },
    ]);
    expect(asked[0]).to.include({ method: 'POST', redirect: 'error', credentials: 'same-origin' });
    expect([prompts, world.prompts.length]).to.deep.equal([[0], 1]);
  });

  it('sends null when the merchant has named no reference', async () => {
    const { world, asked } = shop(ok);
    await press(world, { reference: undefined as never });
    expect(JSON.parse(asked[0]!.body as string)).to.have.property('reference', null);
  });

  for (const [title, answer, code, why] of [
    ['answers 403', () => jsonResponse(() => ({}), { status: 403 }), 'service-refused', 'answered 403'],
    ['answers 500', () => jsonResponse(() => ({}), { status: 500 }), 'service-down', 'answered 500'],
    ['answers 429', () => jsonResponse(() => ({}), { status: 429 }), 'service-down', 'answered 429'],
    [
      'redirects, or cannot be reached',
      () => Promise.reject(new TypeError('Failed to fetch')),
      'service-down',
      'gave no answer, or redirected',
    ],
  ] as const)
    it(`opens no prompt, and says that nothing was sent, when the merchant’s server ${title}`, async () => {
      const { world, asked } = shop(answer);
      const tab = await press(world);
      expect(tab.state).to.have.nested.property('problem.code', code);
      expect(tab.state).to.have.nested.property('problem.money', 'not-sent');
      expect(tab.state).to.have.nested.property('problem.retryable', code === 'service-down');
      const message = `confirmUrl: ${CONFIRM_URL} ${why}: the payment did not start`;
      expect(tab.state).to.have.nested.property('problem.message', message);
      expect(tab.state).to.include({ name: 'reviewing', confirming: false });
      expect([asked.length, world.prompts.length]).to.deep.equal([1, 0]);
    });

  it('tells the payer not to pay twice when the merchant’s server answers 409, because the order may be paid', async () => {
    const { world } = shop(() => jsonResponse(() => ({}), { status: 409 }));
    const tab = await press(world);
    expect(tab.state).to.have.nested.property('problem.code', 'service-refused');
    expect(tab.state).to.have.nested.property('problem.money', 'unknown');
    expect(world.prompts).to.have.length(0);
  });

  for (const [text, type, prompts] of [
    ['<!doctype html><title>Shop</title>', 'text/html; charset=utf-8', 0],
    ['\n <HTML lang="en">', 'text/html', 0],
    ['<!-- Build 7 --><!doctype html><title>Shop</title>', 'text/html', 0],
    ['<title>Shop</title><div id="app"></div>', 'Text/HTML', 0],
    ['<?xml version="1.0"?><html></html>', 'application/xhtml+xml', 0],
    ['', 'text/html; charset=utf-8', 1],
    ['ok', 'text/html; charset=utf-8', 1],
    ['<!doctype html>', 'text/plain', 1],
  ] as const)
    it(`opens ${prompts} prompts when the merchant’s server answers 200 with "${text.trim()}" as ${type}`, async () => {
      const { world } = shop(() => textResponse(text, type));
      const tab = await press(world);
      await world.clock.advance(SECOND);
      expect(world.prompts).to.have.length(prompts);
      if (prompts === 0) expect(tab.state).to.have.nested.property('problem.message').that.contains('with a web page');
    });

  it('opens no prompt when the merchant’s server does not answer within 15 seconds, or answers later', async () => {
    let late: (response: Response) => void = () => undefined;
    const { world } = shop(() => new Promise((resolve) => (late = resolve)));
    const tab = await press(world);
    await world.clock.advance(14 * SECOND);
    expect(tab.state).to.include({ name: 'reviewing', confirming: true });
    await world.clock.advance(2 * SECOND);
    expect(tab.state).to.have.nested.property('problem.code', 'service-down');
    late(ok());
    await world.clock.advance(5 * SECOND);
    expect(world.prompts).to.have.length(0);
  });

  it('pays on the next press when the merchant’s server agrees then', async () => {
    let status = 503;
    const { world, asked } = shop(() => jsonResponse(() => ({}), { status }));
    const tab = await press(world);
    status = 204;
    await world.clock.advance(2 * SECOND);
    await tab.press();
    expect([asked.length, world.prompts.length]).to.deep.equal([2, 1]);
  });

  it('does not ask the server when a listener vetoes', async () => {
    const { world, asked } = shop(ok);
    const tab = world.open({ confirmUrl: CONFIRM_URL });
    tab.session.on('hub-confirm', ({ waitUntil }) => waitUntil(Promise.reject(new Error('no'))));
    await tab.review(ETH);
    await tab.press();
    await world.clock.advance(SECOND);
    expect([asked.length, world.prompts.length]).to.deep.equal([0, 0]);
  });

  it('does not ask the server when the payer has left', async () => {
    const { world, asked } = shop(ok);
    const tab = world.open({ confirmUrl: CONFIRM_URL });
    let agree: () => void = () => undefined;
    tab.session.on('hub-confirm', ({ waitUntil }) => waitUntil(new Promise<void>((resolve) => (agree = resolve))));
    await tab.review(ETH);
    await tab.press();
    await tab.do({ type: 'back' });
    agree();
    await world.clock.advance(SECOND);
    expect([asked.length, world.prompts.length]).to.deep.equal([0, 0]);
  });

  for (const [status, name] of [
    [204, 'awaiting-deposit'],
    [409, 'selecting'],
  ] as const)
    it(`shows ${name} when the merchant’s server answers ${status} before a deposit address`, async () => {
      const { world, asked } = shop(() => jsonResponse(() => ({}), { status }));
      const tab = await openDepositFields(world, { confirmUrl: CONFIRM_URL });
      await tab.do({ type: 'refund-to-typed', refundTo: REFUND_TO }, { type: 'quote-asked' });
      await world.clock.advance(SECOND);
      expect(asked).to.have.length(1);
      expect(tab.state.name).to.equal(name);
    });
});
