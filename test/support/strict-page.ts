/** A test page with a strict content security policy. It makes a payment and reports violations to the parent page. */
const violations: string[] = [];
document.addEventListener('securitypolicyviolation', ({ violatedDirective, sourceFile, lineNumber }) => {
  violations.push(`${violatedDirective} ${sourceFile}:${lineNumber}`);
});

// Without a bundler, nanostores needs `process.env`.
Object.assign(globalThis, { process: { env: { NODE_ENV: 'development' } } });
const { pay, walk } = await import('./element.js');
const walked = await walk(await pay());
parent.postMessage({ walked, violations }, '*');

export {};
