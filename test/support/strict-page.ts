/** Makes a payment on a page with a strict content security policy. Reports violations to the enclosing page. */
const violations: string[] = [];
document.addEventListener('securitypolicyviolation', ({ violatedDirective, sourceFile, lineNumber }) => {
  violations.push(`${violatedDirective} ${sourceFile}:${lineNumber}`);
});

// nanostores reads `process.env` when it is loaded unbundled.
Object.assign(globalThis, { process: { env: { NODE_ENV: 'development' } } });
const { pay, walk } = await import('./element.js');
const walked = await walk(await pay());
parent.postMessage({ walked, violations }, '*');

export {};
