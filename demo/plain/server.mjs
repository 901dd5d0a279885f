/** The shop's server. `HUB_SERVICE` is the URL of the payments service. Without it, the page stays in test mode. */
import { createServer } from 'node:http';
import { nodeListener, verifyPayment } from 'hub-pay/server';
import { file } from './files.mjs';

const example = '0x7A3bC1de5f60718293a4B5c6d7E8f90123456789';
const { HUB_SERVICE: baseUrl, SHOP_ADDRESS: recipient = example, PORT: port = '3000' } = process.env;
if (baseUrl && recipient === example)
  throw new Error('Set SHOP_ADDRESS to your own address on Base Sepolia: it receives the money.');
const currency = '0x036CbD53842c5426634e7929541eC2318f3dCF7e'; // USDC on Base Sepolia
const expect = { recipient, chainId: 84532, currency, amount: '25000000' };
const stored = new Set(); // A restart forgets the stored ids and `paidBy`. Keep them in a database.
let paidBy; // The request id of the payment that has paid the order.
const says = (status, text) => new Response(text, { status });

async function answer(request) {
  const { pathname } = new URL(request.url);
  const [, step] = /^\/api\/orders\/1042\/(payment|shipping)$/.exec(pathname) ?? [];
  if (!step)
    return file(pathname, [
      ['demo:', baseUrl ?? 'demo:'],
      [example, recipient],
    ]);
  if (!baseUrl) return says(200, 'This was a test. No money has moved, and nothing ships.');
  if (request.headers.get('content-type') !== 'application/json') return says(415, 'Send JSON.');
  const requestId = String((await request.json().catch(() => null))?.requestId).toLowerCase();
  if (step === 'payment' && (paidBy || stored.size > 20)) return says(409, 'This order takes no further payment.');
  // An earlier payment of the order can be on its way. One order needs one payment.
  for (const id of step === 'payment' ? [...stored, requestId] : [requestId]) {
    const proof = await verifyPayment({ baseUrl, requestId: id, expect, claim: (known) => stored.has(known) });
    if (proof.ok) paidBy ??= id;
    if (step === 'shipping' && proof.ok && paidBy === id) return says(200, 'Paid. Your order ships.');
    if (paidBy) return says(409, 'This order is already paid.');
    if (step === 'shipping' || !['unknown-id', 'refunded'].includes(proof.reason)) return says(409, proof.message);
  }
  stored.add(requestId); // Only a payment that does not exist yet is stored.
  return says(200, 'Stored.');
}

createServer(nodeListener(answer)).listen(port, () => console.log(`http://localhost:${port}/`));
