/** Serves the pages of `pages.mjs`, the files of the installed packages, and Prototype.js of Debian. */
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import process from 'node:process';
import { fragments, pages } from './pages.mjs';
import { PROTOTYPE_FILE } from './prototype.mjs';

const SCRIPTS = { '/prototype.js': PROTOTYPE_FILE, '/shop.js': new URL('shop.js', import.meta.url) };
const TYPES = { js: 'text/javascript', css: 'text/css' };

/** @param {string} pathname */
async function answer(pathname) {
  const html = pages[pathname] ?? fragments[pathname];
  if (html) return { type: 'text/html', body: html };
  const [, inPackage] = /^\/files\/((?:@?[\w.-]+\/)+[\w.-]+)$/.exec(pathname) ?? [];
  const file = inPackage ? new URL(`node_modules/${inPackage}`, import.meta.url) : SCRIPTS[pathname];
  const type = TYPES[/\.(\w+)$/.exec(pathname)?.[1] ?? ''] ?? 'text/plain';
  return file && { type, body: await readFile(file) };
}

const { PORT: port = '3000' } = process.env;
createServer((request, response) => {
  const { pathname } = new URL(request.url ?? '/', 'http://localhost');
  const found = answer(pathname).catch(() => undefined);
  void found.then((file) => {
    response.writeHead(file ? 200 : 404, { 'content-type': `${file?.type ?? 'text/plain'}; charset=utf-8` });
    response.end(file?.body ?? 'There is no such file.');
  });
}).listen(port, () => console.log(`http://localhost:${port}/`));
