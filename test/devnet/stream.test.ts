/** Tests the status websocket over a real connection, with the element's own client and with a raw client. */

import assert from 'node:assert/strict';
import { once } from 'node:events';
import { after, afterEach, before, describe, it } from 'node:test';
import WebSocket from 'ws';
import type { Devnet } from '../../demo/devnet/index.js';
import { openStatusStream } from '../../src/api/status-stream.js';
import { platformClock } from '../../src/shared/time/clock.js';
import { openDevnet } from './open-devnet.js';
import { getQuote, pay, GUARD } from './support.js';

describe('devnet status stream', () => {
  let devnet: Devnet;
  before(async () => void (devnet = await openDevnet()), GUARD);
  after(() => devnet.stop());
  afterEach(() => devnet.faults.clear());

  /** Collects the statuses of a request with the element's client. */
  function listen(requestId: string): {
    statuses: string[];
    live: Promise<void>;
    refunded: Promise<void>;
    end(): Promise<void>;
  } {
    const statuses: string[] = [];
    let isRefunded = (): void => undefined;
    const refunded = new Promise<void>((resolve) => {
      isRefunded = resolve;
    });
    const stop = new AbortController();
    let isLive = (): void => undefined;
    const live = new Promise<void>((resolve) => {
      isLive = resolve;
    });
    const over = openStatusStream({
      url: devnet.streamUrl,
      requestId,
      WebSocket: WebSocket as unknown as typeof globalThis.WebSocket,
      clock: platformClock,
      random: (bytes) => new Uint8Array(bytes),
      signal: stop.signal,
      onStatus: ({ status }) => {
        statuses.push(status);
        if (status === 'refund') isRefunded();
      },
      onLive: (listens) => {
        if (listens) isLive();
      },
    });
    const end = async (): Promise<void> => {
      stop.abort(new Error('enough messages'));
      await over;
    };
    return { statuses, live, refunded, end };
  }

  it('sends every status of a request to its subscribers only', async () => {
    devnet.faults.set({ failFills: true, refundAfterMs: 60 });
    const [first, second] = [await getQuote(devnet), await getQuote(devnet)];
    const [one, other] = [listen(first.requestId), listen(second.requestId)];
    await Promise.all([one.live, other.live]);
    await pay(devnet, first);
    await one.refunded;
    await Promise.all([one.end(), other.end()]);
    assert.deepEqual(one.statuses, ['pending', 'failure', 'pending', 'refund']);
    assert.deepEqual(other.statuses, []);
  });

  it('answers an invalid message with an error and stays open', async () => {
    const socket = new WebSocket(devnet.streamUrl);
    const messages: Record<string, unknown>[] = [];
    socket.on('message', (data: Buffer) => messages.push(JSON.parse(data.toString('utf8')) as Record<string, unknown>));
    await once(socket, 'message');
    for (const text of ['', '[]', '{"type":"subscribe"}', '{"type":"subscribe","event":"request.status.updated"}']) {
      socket.send(text);
      await once(socket, 'message');
    }
    assert.deepEqual(
      messages.map(({ status }) => status),
      ['ready', 'error', 'error', 'error', 'error'],
    );
    socket.close();
    await once(socket, 'close');
  });

  it('accepts its own path only, and fails as the stream fault configures', async () => {
    const closed = (url: string): Promise<unknown> => once(new WebSocket(url), 'error');
    await closed(`${devnet.streamUrl}/more`);
    devnet.faults.set({ stream: 'dead' });
    await closed(devnet.streamUrl);
    for (const [stream, wanted] of [
      ['silent', []],
      ['garbage', ['{"type":']],
    ] as const) {
      devnet.faults.set({ stream });
      const socket = new WebSocket(devnet.streamUrl);
      const texts: string[] = [];
      socket.on('message', (data: Buffer) => texts.push(data.toString('utf8')));
      await once(socket, 'open');
      socket.ping();
      await once(socket, 'pong');
      assert.deepEqual(texts, wanted);
      socket.terminate();
    }
  });
});
