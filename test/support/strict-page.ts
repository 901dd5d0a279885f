/** Walks through a payment on a page with a strict policy, and tells the page around it what was violated. */
const violations: string[] = [];
document.addEventListener('securitypolicyviolation', ({ violatedDirective, sourceFile, lineNumber }) => {
  violations.push(`${violatedDirective} ${sourceFile}:${lineNumber}`);
});

// nanostores reads it, as it does on every page that loads it unbundled.
Object.assign(globalThis, { process: { env: { NODE_ENV: 'development' } } });
const { pay, walk } = await import('./element.js');
const walked = await walk(await pay());
parent.postMessage({ walked, violations }, '*');

export {};
