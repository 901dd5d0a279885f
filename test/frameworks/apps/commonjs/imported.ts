/** CommonJS with `module: node16`: TypeScript allows only a dynamic import of an ES module. */
async function main(): Promise<void> {
  const { nodeListener, verifyPayment } = await import('hub-pay/server');
  const expect = { recipient: `0x${'11'.repeat(20)}`, chainId: 1, currency: `0x${'22'.repeat(20)}`, amount: '1' };
  const fetch = () => Promise.reject(new Error('no network'));
  const result = await verifyPayment({
    baseUrl: 'https://pay.example',
    requestId: `0x${'1'.repeat(64)}`,
    expect,
    fetch,
  });
  if (result.ok || result.reason !== 'unreachable') throw new Error(JSON.stringify(result));
  if (typeof nodeListener(() => Promise.resolve(new Response())) !== 'function') throw new Error('no listener');
}

void main();
