/** Stores the request id before the wallet is asked, and verifies the payment. A restart empties both maps. */
import { verifyPayment } from 'hub-pay/server';
import { orderOf } from '../../../../order';

const [stored, paid] = [new Map<string, string>(), new Map<string, string>()];

export async function POST(request: Request, { params }: { params: Promise<{ id: string; step: string }> }) {
  const [{ id, step }, body] = [await params, await request.json().catch(() => null)];
  const requestId = String(body?.requestId).toLowerCase();
  const { baseUrl, recipient } = orderOf(id);
  const says = (status: number, text: string) => new Response(text, { status });
  if (baseUrl === 'demo:' && process.env.NODE_ENV === 'production') return says(200, 'A test: nothing ships.');
  if (step === 'payment' && paid.has(id)) return says(409, 'This order is already paid.');
  const currency = '0x036CbD53842c5426634e7929541eC2318f3dCF7e'; // USDC on Base Sepolia
  const expect = { recipient, chainId: 84532, currency, amount: '25000000' };
  const proof = await verifyPayment({ baseUrl, requestId, expect, claim: (known) => stored.get(known) === id });
  if (!proof.ok && step === 'shipping') return says(409, proof.message);
  if (!proof.ok && proof.reason === 'unknown-id' && !stored.has(requestId)) stored.set(requestId, id);
  if (step === 'payment') return says(stored.get(requestId) === id ? 200 : 409, '');
  if (!paid.has(id)) paid.set(id, requestId);
  return paid.get(id) === requestId ? says(200, 'Paid. Your order ships.') : says(409, 'Paid twice: write to us.');
}
