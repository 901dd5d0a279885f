/** Serves a folder as a plain file server does. */
import { once } from 'node:events';
import { createReadStream, existsSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join, normalize } from 'node:path';

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.mjs': 'text/javascript',
  '.json': 'application/json',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain',
  '.woff2': 'font/woff2',
};

/** `base` is the URL of the folder, without a slash at its end. */
export type FolderServer = { base: string; close(): void };

/** Serves the folder below a path, such as `/docs/pay`. Any other path is missing. Default: the root. */
export async function serveFolder(folder: string, path = ''): Promise<FolderServer> {
  const server = createServer((request, response) => {
    // Answers without an icon, because every browser requests this file.
    if (request.url === '/favicon.ico') return void response.writeHead(204).end();
    const { pathname } = new URL(request.url ?? '/', 'http://localhost');
    const inside = pathname.endsWith('/') ? `${pathname}index.html` : pathname;
    const file = join(folder, normalize(inside.slice(path.length)));
    const isThere = inside.startsWith(`${path}/`) && existsSync(file) && statSync(file).isFile();
    if (!isThere) return void response.writeHead(404).end();
    // All stories load the same two megabytes of code, so the browser should cache it.
    const headers = {
      'content-type': TYPES[extname(file)] ?? 'application/octet-stream',
      'cache-control': 'max-age=3600',
    };
    response.writeHead(200, headers);
    createReadStream(file).pipe(response);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    base: `http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`,
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}
