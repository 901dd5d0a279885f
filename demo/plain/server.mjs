/** The shop's server. Without `HUB_SERVICE`, the URL of the payments service, the page stays in test mode. */
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { nodeListener, verifyPayment } from 'hub-pay/server';

const example = '0x7A3bC1de5f60718293a4B5c6d7E8f90123456789'; // Nobody has the key of this address.
const { HUB_SERVICE: baseUrl, RECIPIENT: recipient = example, PORT: port = '3000' } = process.env;
const isOwn = /^0x[0-9a-f]{40}$/i.test(recipient) && recipient.toLowerCase() !== example.toLowerCase();
if (baseUrl && !isOwn) throw new Error('Set RECIPIENT to the address of your shop: HUB_SERVICE takes real payments.');
const currency = '0x036CbD53842c5426634e7929541eC2318f3dCF7e'; // USDC on Base Sepolia
const expect = { recipient, chainId: 84532, currency, amount: '25000000' };
const stored = new Set(); // A restart empties this set. Store the ids in a database.
const says = (status, text) => new Response(text, { status });

async function answer(request) {
  const { pathname } = new URL(request.url);
  const [, step] = /^\/api\/orders\/1042\/(payment|shipping)$/.exec(pathname) ?? [];
  if (!step) return file(pathname);
  if (!baseUrl) return says(200, 'This was a test. No money has moved, and nothing ships.');
  if (request.headers.get('content-type') !== 'application/json') return says(415, 'Send JSON.');
  const requestId = String((await request.json().catch(() => null))?.requestId).toLowerCase();
  const proof = await verifyPayment({ baseUrl, requestId, expect, claim: (id) => stored.has(id) });
  if (step === 'shipping') return proof.ok ? says(200, 'Paid. Your order ships.') : says(409, proof.message);
  if (proof.reason === 'unknown-id') stored.add(requestId); // Only a payment that does not exist yet is stored.
  return stored.has(requestId) ? says(200, 'Stored.') : says(409, 'This payment is not for this order.');
}

async function file(pathname) {
  const [, script] = /^\/hub-pay\/((?:chunks\/)?[\w.-]+\.js)$/.exec(pathname) ?? [];
  if (script) {
    const code = await readFile(new URL(`node_modules/hub-pay/dist/cdn/${script}`, import.meta.url)).catch(() => null);
    return new Response(code, { status: code ? 200 : 404, headers: { 'content-type': 'text/javascript' } });
  }
  if (pathname !== '/') return says(404, 'There is no such page.');
  const page = await readFile(new URL('index.html', import.meta.url), 'utf8');
  const html = baseUrl ? page.replace('demo:', baseUrl).replace(example, recipient) : page;
  return new Response(html, { headers: { 'content-type': 'text/html; charset=utf-8' } });
}

createServer(nodeListener(answer)).listen(port, () => console.log(`http://localhost:${port}/`));
