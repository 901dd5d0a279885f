/**
 * A test page with a strict content security policy. The page makes a payment, and reports violations to the parent
 * page.
 */
const violations: string[] = [];
document.addEventListener('securitypolicyviolation', ({ violatedDirective, sourceFile, lineNumber }) => {
  violations.push(`${violatedDirective} ${sourceFile}:${lineNumber}`);
});

// Without a bundler, nanostores needs `process.env`.
Object.assign(globalThis, { process: { env: { NODE_ENV: 'development' } } });
const { pay, walk } = await import('./element.js');
const element = await pay();
const walked = await walk(element);
const allowed = [...violations];
const errors: unknown[] = [];
element.addEventListener('hub-error', ({ detail }) => errors.push([detail.code, detail.reason, detail.message]));
// Sends a request to a node whose URL is not in the page. Only the service's listing contains this URL, so only the
// session sends requests to this node.
await element.fake.deps.fetch?.('https://node.test/rpc', { method: 'POST' }).catch(() => undefined);
for (const url of ['https://other.test/', 'https://shop.example/hub/chains', 'https://shop.example/hub/quote/v2'])
  await fetch(url).catch(() => undefined);
// Waits for a task of the browser, because a browser reports each violation in a separate task.
while (violations.length < allowed.length + 4)
  await new Promise((resolve) => document.addEventListener('securitypolicyviolation', resolve, { once: true }));
// The policy also blocks the registry's file, so the second element starts no session.
const pinned = await pay({ registry: '/registry.json', 'confirm-url': '/api/orders/1042/payment', open: '' });
const blocked: string[] = [];
pinned.addEventListener('hub-error', ({ detail }) => blocked.push(detail.message));
while (blocked.length < 2)
  await new Promise((resolve) => pinned.addEventListener('hub-error', resolve, { once: true }));
parent.postMessage({ walked, violations: allowed, errors, blocked, sessions: pinned.sessions.length }, '*');

export {};
