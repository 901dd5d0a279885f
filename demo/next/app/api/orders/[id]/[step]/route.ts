/** Stores the request id before the wallet is asked, unless an earlier payment can arrive. Verifies the payment. */
import { verifyPayment } from 'hub-pay/server';
import { orderOf } from '../../../../order';
const [stored, paid] = [new Map<string, string>(), new Map<string, string>()]; // A restart empties both.

export async function POST(request: Request, { params }: { params: Promise<{ id: string; step: string }> }) {
  const [{ id, step }, body] = [await params, await request.json().catch(() => null)];
  const requestId = String(body?.requestId).toLowerCase();
  const { baseUrl, recipient } = orderOf(id);
  const says = (status: number, text: string) => new Response(text, { status });
  if (baseUrl === 'demo:' && process.env.NODE_ENV === 'production') return says(200, 'A test: nothing ships.');
  const currency = '0x036CbD53842c5426634e7929541eC2318f3dCF7e'; // USDC on Base Sepolia
  const expect = { recipient, chainId: 84532, currency, amount: '25000000' };
  const earlier = [...stored.keys()].filter((known) => step === 'payment' && stored.get(known) === id);
  for (const one of [...earlier, requestId]) {
    const proof = await verifyPayment({ baseUrl, requestId: one, expect, claim: (known) => stored.get(known) === id });
    if (proof.ok && !paid.has(id)) paid.set(id, one);
    if (step === 'shipping' && proof.ok && paid.get(id) === one) return says(200, 'Paid. Your order ships.');
    if (proof.ok || paid.has(id)) return says(409, 'This order is already paid.');
    if (step === 'shipping' || !['unknown-id', 'refunded'].includes(proof.reason)) return says(409, proof.message);
  }
  return says((stored.get(requestId) ?? id) === id && stored.set(requestId, id) ? 200 : 409, '');
}
