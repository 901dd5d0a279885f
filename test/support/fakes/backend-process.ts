/** Runs the demo's back end in a separate process: `node --import tsx backend-process.ts <options as JSON>`. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { nodeListener } from '../../../src/server/index.js';
import { openBackend, type BackendOptions } from '../../../demo/backend/index.js';

const { handlers } = await openBackend(JSON.parse(process.argv[2] ?? '') as BackendOptions);
const server = createServer((request, response) => {
  const [, handle] = Object.entries(handlers).find(([prefix]) => request.url?.startsWith(prefix)) ?? [];
  if (handle) nodeListener(handle)(request, response);
  else response.writeHead(404).end();
});
server.listen(0, '127.0.0.1', () => console.log((server.address() as AddressInfo).port));

// When the parent process exits, it closes stdin, and this process exits too.
process.stdin.on('end', () => process.exit()).resume();
