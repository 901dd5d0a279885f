/** Starts a proxy for tests, records its requests to the service, and provides sample bodies. */
import { createProxy, type ProxyOptions } from '../../../src/server/index.js';

export const KEY = 'key/with "odd" signs'.replaceAll(' ', '+');

export const SHOP = 'https://shop.example';

export const PAYEE = '0x7A3bC1de5f60718293a4B5c6d7E8f90123456789';

export const OTHER = '0x1111111111111111111111111111111111111111';

export type Sent = { method: string; url: string; headers: Record<string, string>; body: unknown; redirect?: string };

/** Creates a proxy. `ask` sends a request to the proxy, and `sent` lists the proxy's requests to the service. */
export function standing(
  options: Partial<ProxyOptions> = {},
  answer: () => Response = () => Response.json({ fine: true }),
) {
  const sent: Sent[] = [];
  const fetch: typeof globalThis.fetch = (input, init = {}) => {
    const { method = 'GET', headers, body, redirect } = init;
    const json = typeof body === 'string' ? (JSON.parse(body) as unknown) : undefined;
    const url = typeof input === 'string' ? input : 'not a text';
    sent.push({ method, url, headers: { ...(headers as object) }, body: json, ...(redirect && { redirect }) });
    return Promise.resolve(answer());
  };
  const handle = createProxy({
    baseUrl: 'https://pay.example/v',
    apiKey: KEY,
    path: '/hub',
    origins: [SHOP],
    fetch,
    ...options,
  });
  const ask = async (path: string, body?: unknown, init: RequestInit = {}) => {
    const headers = { origin: SHOP, ...(body === undefined ? {} : { 'content-type': 'application/json' }) };
    const post = body === undefined ? {} : { method: 'POST', body: typeof body === 'string' ? body : json(body) };
    const request = new Request(`https://shop.example${path}`, { ...post, headers, ...init });
    const response = await handle(request);
    const text = await response.text();
    return { status: response.status, text, headers: response.headers };
  };
  return { ask, sent, handle };
}

export const json = (body: unknown): string => JSON.stringify(body);

export const quote = (changes: Record<string, unknown> = {}): Record<string, unknown> => ({
  user: OTHER,
  originChainId: 1,
  originCurrency: OTHER,
  destinationChainId: 8453,
  destinationCurrency: OTHER,
  tradeType: 'EXACT_OUTPUT',
  amount: '25000000',
  recipient: PAYEE,
  refundTo: OTHER,
  ...changes,
});
