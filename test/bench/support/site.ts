/** Serves the pages of a benchmark with gzip, and opens them in Chromium. */
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join, normalize } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { type CDPSession, launch, type Page } from 'puppeteer-core';
import { buildScript } from '../../../demo/build-pages.js';
import { CHROMIUM_FLAGS, findBrowser } from '../../support/browsers.mjs';
import { root } from '../../tools/sources.js';

export type VisitOptions = {
  /** The factor by which the processor is slower. Default: 1. */
  cpu?: number;
  /** 1.6 Mbit/s with a latency of 150 ms. Default: the network of this machine. */
  isSlowNetwork?: boolean;
  /** The payer saves data, so the element loads nothing before the pointer is near. */
  savesData?: boolean;
  /** The page has no label to wait for. */
  hasNoButton?: boolean;
};

export interface Visit {
  readonly page: Page;
  /** The paths of all requests. */
  readonly requests: readonly string[];
  /** Measures of Chromium, such as `ScriptDuration`. */
  metrics(): Promise<Record<string, number>>;
  /** The measures after garbage collection. */
  metricsAfterGc(): Promise<Record<string, number>>;
  /** The number of live objects with this prototype. `prototype` is an expression. */
  instances(prototype: string): Promise<number>;
  end(): Promise<void>;
}

export interface Site {
  /** Opens a page in a new profile. Resolves when the label of the page's last element is painted. */
  visit(path: string, options?: VisitOptions): Promise<Visit>;
  close(): Promise<void>;
}

/** A page with one script. `body` contains the elements; the last one has the attribute `data-measured`. */
export const pageOf = (script: string, body: string): string => `<!doctype html>
<html lang="en"><title>Shop</title><link rel="icon" href="data:,"><script type="module" src="${script}"></script>
${body}`;

/** The service does not answer, so that a payment stays where it is. The server replaces `$ORIGIN`. */
const SERVICE = '/service';
const RECIPIENT = '0x00000000000000000000000000000000000000aa';

/** `<hub-pay>` as in a shop. */
export const payTag = `<hub-pay data-measured base-url="$ORIGIN${SERVICE}" destination-chain-id="1"
  destination-currency="USDC" amount="25.00" recipient="${RECIPIENT}" merchant="Acme Coffee"></hub-pay>`;

/**
 * `files` maps paths to pages or scripts. The build for script tags is below `/cdn`. The pages reach no other host, so
 * that the figures do not depend on the network.
 */
export async function openSite(files: Readonly<Record<string, string>>): Promise<Site> {
  const cached = new Map<string, Buffer>();
  const read = (path: string): Buffer | undefined => {
    const file = join(root, 'dist', normalize(path));
    const body = files[path] ?? (path.startsWith('/cdn/') && existsSync(file) ? readFileSync(file) : undefined);
    return body === undefined
      ? undefined
      : gzipSync(typeof body === 'string' ? body.replaceAll('$ORIGIN', origin) : body);
  };
  const server = createServer((request, response) => {
    const path = request.url ?? '';
    if (path.startsWith(SERVICE)) return;
    const body = cached.get(path) ?? read(path);
    if (!body) return void response.writeHead(404).end();
    cached.set(path, body);
    const type = path.endsWith('.js') ? 'text/javascript' : 'text/html';
    response.writeHead(200, { 'content-type': type, 'content-encoding': 'gzip' }).end(body);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const inPage = await buildScript('test/bench/support/in-page.ts');
  const args = [...CHROMIUM_FLAGS, '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1'];
  const browser = await launch({ executablePath: findBrowser('chromium') ?? '', args });

  return {
    async visit(path, { cpu = 1, isSlowNetwork = false, savesData = false, hasNoButton = false } = {}) {
      const context = await browser.createBrowserContext();
      const page = await context.newPage();
      const requests: string[] = [];
      page.on('request', (request) => requests.push(request.url().replace(origin, '')));
      await page.evaluateOnNewDocument(inPage);
      if (savesData) await page.evaluateOnNewDocument(SAVES_DATA);
      if (cpu !== 1) await page.emulateCPUThrottling(cpu);
      if (isSlowNetwork) await page.emulateNetworkConditions(SLOW);
      const cdp = await page.createCDPSession();
      await cdp.send('Performance.enable');
      await page.goto(origin + path, { waitUntil: 'load' });
      if (!hasNoButton) await page.waitForFunction(() => window.measured.labelMs !== undefined, { polling: 20 });
      return { page, requests, ...measures(cdp), end: () => context.close() };
    },
    async close() {
      await browser.close();
      server.close();
      server.closeAllConnections();
    },
  };
}

const SAVES_DATA = `Object.defineProperty(navigator, 'connection', { value: { saveData: true } })`;
const SLOW = { download: (1.6e6 / 8) * 0.9, upload: (750e3 / 8) * 0.9, latency: 150 };

function measures(cdp: CDPSession): Pick<Visit, 'metrics' | 'metricsAfterGc' | 'instances'> {
  const metrics = async (): Promise<Record<string, number>> => {
    const { metrics } = await cdp.send('Performance.getMetrics');
    return Object.fromEntries(metrics.map(({ name, value }) => [name, value]));
  };
  return {
    metrics,
    async metricsAfterGc() {
      await cdp.send('HeapProfiler.collectGarbage');
      return metrics();
    },
    async instances(expression) {
      await cdp.send('HeapProfiler.collectGarbage');
      const { result: prototype } = await cdp.send('Runtime.evaluate', { expression });
      const { objects } = await cdp.send('Runtime.queryObjects', { prototypeObjectId: prototype.objectId ?? '' });
      const functionDeclaration = 'function () { return this.length; }';
      const count = { objectId: objects.objectId ?? '', functionDeclaration, returnByValue: true };
      const { result } = await cdp.send('Runtime.callFunctionOn', count);
      await cdp.send('Runtime.releaseObject', { objectId: objects.objectId ?? '' });
      return Number(result.value);
    },
  };
}

/** Scripts and requests to the service, among the paths of a visit. */
export const countRequests = (requests: readonly string[]): { scripts: number; service: number; others: number } => ({
  scripts: requests.filter((path) => path.endsWith('.js')).length,
  service: requests.filter((path) => path.startsWith(SERVICE)).length,
  others: requests.filter((path) => /^\w+:/u.test(path) && !path.startsWith('data:')).length,
});

/** `visibleMs`: until the label is painted. `blockedMs`: how long the main thread was blocked. */
export type Load = { visibleMs: number; scriptMs: number; blockedMs: number; heapKb: number };

/** Loads a page in a new profile, and measures it `waitMs` after the paint of the label. */
export async function measureLoad(site: Site, path: string, options: VisitOptions, waitMs = 200): Promise<Load> {
  const visit = await site.visit(path, options);
  await sleep(waitMs);
  const { labelMs = 0, blockedMs } = await visit.page.evaluate(() => {
    const { labelMs, blockedMs } = window.measured;
    return { labelMs, blockedMs };
  });
  const { ScriptDuration = 0, JSHeapUsedSize = 0 } = await visit.metricsAfterGc();
  await visit.end();
  return { visibleMs: labelMs, scriptMs: ScriptDuration * 1_000, blockedMs, heapKb: JSHeapUsedSize / 1_000 };
}
