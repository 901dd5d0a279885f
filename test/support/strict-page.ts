/** A test page with a strict content security policy. It makes a payment and reports violations to the parent page. */
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
element.addEventListener('hub-error', ({ detail }) => errors.push([detail.code, detail.details, detail.message]));
// The page names no node. Only the listing of the service names this one, so only the session requests it.
await element.fake.deps.fetch?.('https://node.test/rpc', { method: 'POST' }).catch(() => undefined);
for (const url of ['https://other.test/', 'https://shop.example/hub/chains', 'https://shop.example/hub/quote/v2'])
  await fetch(url).catch(() => undefined);
// A browser reports a violation in a task of its own.
while (violations.length < allowed.length + 4) await new Promise((resolve) => setTimeout(resolve));
parent.postMessage({ walked, violations: allowed, errors }, '*');

export {};
