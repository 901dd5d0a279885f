/** Tests the server's side of the page Phone: what its requests do, and what they refuse. */
import assert from 'node:assert/strict';
import { createHash, randomBytes } from 'node:crypto';
import { after, before, describe, it } from 'node:test';
import { WebSocket } from 'ws';
import type { Devnet } from '../../demo/devnet/index.js';
import { phonePayers } from '../../demo/devnet/base/accounts.js';
import { startRelay } from '../../demo/devnet/walletconnect/relay-server.js';
import { createHandset, type Handset } from '../../demo/phone/handset.js';
import { createPhoneSite } from '../../demo/phone/phone-site.js';
import type { PhoneView } from '../../demo/phone/phone-view.js';
import type { FetchHandler } from '../../src/server/index.js';
import { shopOrder, useDevnet } from './headless-sessions.js';
import { clientsOf, GUARD, NATIVE, ORIGIN } from './support.js';

const SHOP = 'http://shop.test';

describe('the requests of the page Phone', () => {
  let devnet: Devnet;
  let server: Awaited<ReturnType<typeof startRelay>>;
  let handset: Handset;
  let site: FetchHandler;
  const open = useDevnet((started) => (devnet = started));
  before(async () => {
    server = await startRelay();
    handset = createHandset({ devnet, relayUrl: server.relay.url });
    site = createPhoneSite(handset);
  }, GUARD);
  after(async () => {
    handset.stop();
    await server.stop();
  });

  const act = async (action: object, headers: Record<string, string> = {}): Promise<[status: number, text: string]> => {
    const body = JSON.stringify(action);
    const response = await site(new Request(`${SHOP}/phone/act`, { method: 'POST', headers, body }));
    const { message = '' } = (await response.json()) as { message?: string };
    return [response.status, message];
  };
  const view = async (after: number): Promise<PhoneView> =>
    (await (await site(new Request(`${SHOP}/phone/view?after=${after}`))).json()) as PhoneView;

  it('refuses the action of another site, and takes that of its own page', async () => {
    const action = { type: 'slow', isOn: false };
    assert.equal((await act(action, { origin: 'http://elsewhere.test' }))[0], 403);
    assert.equal((await act(action, { origin: SHOP }))[0], 200);
  });

  it('says what is wrong with a code', async () => {
    const code = (expiry: number): string =>
      `wc:${'a'.repeat(64)}@2?expiryTimestamp=${expiry}&relay-protocol=irn&symKey=${'b'.repeat(64)}`;
    assert.deepEqual(await act({ type: 'scan', code: code(1_000_000_000) }), [
      400,
      'This code has run out. The shop can show a new one.',
    ]);
    const [status, text] = await act({ type: 'scan', code: 'https://shop.test' });
    assert.equal(status, 400);
    assert.match(text, /no code of WalletConnect/u);
    // A topic that is not the hash of the key was changed on the way.
    assert.equal((await act({ type: 'scan', code: code(4_000_000_000) }))[0], 400);
    assert.equal(handset.view().isScanning, false);
  });

  /** A code that the phone accepts, for which no page waits. */
  const codeUntil = (expiry: number): string => {
    const key = randomBytes(32);
    const topic = createHash('sha256').update(key).digest('hex');
    return `wc:${topic}@2?expiryTimestamp=${expiry}&relay-protocol=irn&symKey=${key.toString('hex')}`;
  };

  it('waits for the shop until the code runs out', async ({ mock }) => {
    mock.timers.enable({ apis: ['setTimeout', 'Date'], now: Date.now() });
    const code = codeUntil(Math.floor(Date.now() / 1_000) + 300);
    assert.deepEqual(await act({ type: 'scan', code }), [200, '']);
    const { version } = handset.view();
    mock.timers.tick(298_000);
    assert.equal(handset.view().isScanning, true);
    mock.timers.tick(3_000);
    assert.equal(handset.view().isScanning, false);
    assert.ok(handset.view().version > version, 'the page hears of it');
  });

  it('answers a request for the view when something has changed', async () => {
    const { version, isSlow } = handset.view();
    const next = view(version);
    handset.act({ type: 'slow', isOn: !isSlow });
    assert.equal((await next).isSlow, !isSlow);
    handset.act({ type: 'slow', isOn: isSlow });
    assert.notEqual((await view(version)).version, version, 'a change is not missed between two requests');
  });

  it('pays once when the holder presses twice', GUARD, async () => {
    const session = open(
      { ...shopOrder(devnet), walletconnectProjectId: 'demo', walletconnectRelayUrl: server.relay.url },
      { WebSocket: WebSocket as unknown as typeof globalThis.WebSocket },
    );
    const question = async (method: string): Promise<number> => {
      for (let now = handset.view(); ; now = await view(now.version)) {
        const found = now.questions.find((each) => each.method === method);
        if (found) return found.id;
      }
    };
    const approve = async (id: number): Promise<number> => (await act({ type: 'answer', id, answer: 'approve' }))[0];
    const sent = (): Promise<number> =>
      clientsOf(devnet, ORIGIN).read.getTransactionCount({ address: phonePayers[0]!.address });
    let code = '';
    const connected = new Promise<void>((resolve) => {
      session.$state.subscribe((state) => {
        if (state.name !== 'selecting') return;
        if (state.accounts.length > 0) resolve();
        if (!state.code || code) return;
        ({ code } = state);
        handset.act({ type: 'scan', code });
      });
    });
    session.dispatch({ type: 'opened' });
    session.dispatch({ type: 'wallet-picked', wallet: 'walletconnect' });
    await approve(await question('connect'));
    await connected;
    assert.deepEqual(await act({ type: 'scan', code }), [
      400,
      'This code was used already. Get a new one in the shop.',
    ]);
    const before = await sent();
    await session.quote({ chainId: ORIGIN, currency: NATIVE });
    const [end] = await Promise.all([
      session.confirm(),
      question('eth_sendTransaction').then((id) => Promise.all([approve(id), approve(id)])),
    ]);
    assert.ok('received' in end, 'it was not refunded');
    assert.equal((await sent()) - before, 1);
    const left = new Promise((resolve) => void session.on('hub-disconnect', resolve));
    handset.act({ type: 'end' });
    await left;
  });
});
