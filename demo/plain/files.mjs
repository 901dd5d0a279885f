/** Reads the page and the scripts of the package. `changes` lists texts of the page, each with its new text. */
import { readFile } from 'node:fs/promises';

export async function file(pathname, changes) {
  const [, script] = /^\/hub-pay\/((?:chunks\/)?[\w.-]+\.js)$/.exec(pathname) ?? [];
  if (!script && pathname !== '/') return new Response('There is no such page.', { status: 404 });
  const path = script ? `node_modules/hub-pay/dist/cdn/${script}` : 'index.html';
  let text = await readFile(new URL(path, import.meta.url), 'utf8').catch(() => '');
  for (const [from, to] of script ? [] : changes) text = text.replace(from, to);
  const headers = { 'content-type': script ? 'text/javascript' : 'text/html; charset=utf-8' };
  return new Response(text, { status: text ? 200 : 404, headers });
}
