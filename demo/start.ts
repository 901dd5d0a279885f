/**
 * `npm start`: builds, starts the devnet and the shop, and prints the URLs of the shop, the phone, the service, the
 * chains and the venue. Ctrl-C stops the demo.
 */
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { stop as stopEsbuild } from 'esbuild';
import { VENUE_CHAIN } from './devnet/venue/typed-data.js';
import { startDemo, type Demo } from './start-demo.js';

let demo: Demo | undefined;
let ending = false;

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, end);

// This process gets no signal if somebody kills npm. Therefore this process checks regularly whether its parent
// processes still run.
const ancestors = parents();
setInterval(() => {
  if (parents() === ancestors || ending) return;
  console.log('Stopped, because the program that started npm has ended.');
  end();
}, 250).unref();

try {
  const { port } = parseArgs({ options: { port: { type: 'string' } } }).values;
  if (port !== undefined && !/^\d{1,5}$/u.test(port)) throw new Error(`--port ${port} is not a port number.`);
  console.log('Building the page and starting its chains. This takes a few seconds, and longer the first time.');
  demo = await startDemo({ automine: false, ...(port !== undefined && { port: Number(port) }) });
  await stopEsbuild();
  console.log(`Shop: ${demo.url}`);
  console.log(`Phone: ${demo.url}phone.html`);
  console.log(`Service: ${demo.devnet.serviceUrl}`);
  for (const { id, httpRpcUrl } of demo.devnet.chains) console.log(`Chain ${id}: ${httpRpcUrl}`);
  console.log(`Venue (chain ${VENUE_CHAIN}), exchange: ${demo.devnet.venueExchangeUrl}`);
  console.log(`Venue (chain ${VENUE_CHAIN}), info: ${demo.devnet.venueInfoUrl}`);
  console.log('Pay with the demo wallet on the page, with the phone, or with a browser wallet.');
  console.log('Ctrl-C stops the shop and its chains.');
} catch (error) {
  fail(error);
}

/**
 * Stops the shop and its chains, then ends this process. A second signal ends this process at once. The chains end with
 * this process, except on Windows.
 */
function end(): void {
  if (ending || !demo) process.exit();
  ending = true;
  demo.stop().then(() => process.exit(), fail);
}

function fail(error: unknown): never {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}

/** Returns the id of the parent process. If npm started this process on Linux, adds the id of the parent's parent. */
function parents(): string {
  if (process.env['npm_lifecycle_event'] === undefined) return String(process.ppid);
  try {
    const afterName = readFileSync(`/proc/${process.ppid}/stat`, 'utf8').split(') ').at(-1);
    return `${process.ppid} ${afterName?.split(' ')[1]}`;
  } catch {
    return String(process.ppid);
  }
}
