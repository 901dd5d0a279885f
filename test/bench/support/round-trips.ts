/**
 * Records the requests of a page between the payer's presses and the wallet's prompts. Finds what each request probably
 * waited for, by time. Every response takes `LATENCY_MS` longer, so a request that waits starts one latency later.
 */
import type { Page } from '../../support/pages/drive.js';

/** A press of the payer, a prompt of the wallet, or a request. Times are milliseconds since the first press. */
export type Trip = {
  kind: 'press' | 'prompt' | 'request';
  name: string;
  startMs: number;
  /** Equals `startMs` for presses and prompts. */
  endMs: number;
  /** The last press or response before the start: probably what this waited for. Null for a press. */
  after: Trip | null;
  /** 1 if it started after the press alone, 2 if it started after a response to such a request, and so on. */
  round: number;
};

export interface RoundTrips {
  /** Ends the recording. Returns everything from the first press to the last prompt, in order. */
  stop(): Promise<readonly Trip[]>;
}

const LATENCY_MS = 300;
/** The browser reports times with this error, in milliseconds. */
const TOLERANCE_MS = 5;

type Mark = { kind: 'press' | 'prompt'; name: string; at: number };
type Span = Pick<Trip, 'kind' | 'name' | 'startMs' | 'endMs'>;

/** Starts the recording. Call it before the first press. */
export async function recordRoundTrips(page: Page): Promise<RoundTrips> {
  const spans = new Map<string, Span>();
  const offsets = new Map<string, number>();
  const devtools = await page.devtools();
  devtools.on('Network.requestWillBeSent', ({ requestId, request, wallTime, timestamp }) => {
    const body = request.postDataEntries?.map(({ bytes = '' }) => Buffer.from(bytes, 'base64')).join('');
    const name = nameOf(request.method, request.url, body);
    if (!name) return;
    offsets.set(requestId, (wallTime - timestamp) * 1_000);
    spans.set(requestId, { kind: 'request', name, startMs: wallTime * 1_000, endMs: Infinity });
  });
  devtools.on('Network.loadingFinished', ({ requestId, timestamp }) => {
    const span = spans.get(requestId);
    if (span) span.endMs = timestamp * 1_000 + (offsets.get(requestId) ?? 0);
  });
  await devtools.send('Network.enable');
  const throttled = { offline: false, downloadThroughput: -1, uploadThroughput: -1, latency: LATENCY_MS };
  await devtools.send('Network.emulateNetworkConditions', throttled);
  await page.evaluate(watchPayer);
  return {
    async stop() {
      const marks = await page.evaluate(() => (window as unknown as { marks: Mark[] }).marks);
      await devtools.detach();
      return linked([...spans.values(), ...marks.map(({ at, ...mark }) => ({ ...mark, startMs: at, endMs: at }))]);
    },
  };
}

/** Runs in the page. Notes each press, and each prompt of the demo wallet. */
function watchPayer(): void {
  const marks: Mark[] = [];
  Object.assign(window, { marks });
  const note = (kind: Mark['kind'], name: string): void => void marks.push({ kind, name, at: Date.now() });
  const noteClick = (event: Event): void => {
    const [pressed] = event.composedPath() as HTMLElement[];
    const control = pressed?.closest<HTMLElement>('[part], [data-wallet-action]');
    note('press', control?.dataset['walletAction'] ?? control?.part.value ?? '');
  };
  addEventListener('click', noteClick, { capture: true });
  new MutationObserver(() => {
    const wallet = document.querySelector<HTMLElement>('#demo-wallet[open]');
    if (wallet) note('prompt', wallet.dataset['method'] ?? '');
  }).observe(document.body, { attributeFilter: ['open'], subtree: true });
}

/** Null for pictures and the like, and for the browser's own question before a request to another origin. */
function nameOf(method: string, url: string, body: string | undefined): string | null {
  if (method === 'OPTIONS') return null;
  const { pathname, protocol } = new URL(url);
  const [, chunk] = /\/cdn\/(?:chunks\/)?([\w-]+?)(?:-[0-9a-f]{8})?\.js$/u.exec(pathname) ?? [];
  if (chunk) return `load ${chunk}`;
  if (protocol === 'data:' || /\.\w+$/u.test(pathname)) return null;
  const [, rpc] = /"method":"(\w+)"/u.exec(body ?? '') ?? [];
  return rpc ? `chain ${rpc}` : `${method} ${pathname}`;
}

/** Sorts the spans by start, finds what each waits for, and counts the rounds. */
function linked(spans: readonly Span[]): readonly Trip[] {
  const sorted = [...spans].sort((one, other) => one.startMs - other.startMs || one.endMs - other.endMs);
  const first = sorted.findIndex(({ kind }) => kind === 'press');
  const last = sorted.findLastIndex(({ kind }) => kind === 'prompt');
  const start = sorted[first]?.startMs ?? 0;
  const trips: Trip[] = [];
  for (const { kind, name, startMs, endMs } of sorted.slice(first, last + 1)) {
    const before = trips
      .filter((each) => each.kind !== 'prompt' && each.endMs <= startMs - start + TOLERANCE_MS)
      .sort((one, other) => one.endMs - other.endMs);
    const after = (kind === 'press' ? undefined : before.at(-1)) ?? null;
    const press = trips.findLast((each) => each.kind === 'press')?.startMs ?? 0;
    const isSincePress = after?.kind === 'request' && after.startMs >= press;
    const round = isSincePress ? after.round + 1 : kind === 'press' ? 0 : 1;
    trips.push({ kind, name, startMs: startMs - start, endMs: endMs - start, after, round });
  }
  return trips;
}
