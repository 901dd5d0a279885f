/** Runs samples of the documentation in Node: the policy for Next.js, and the script that starts a language. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { compileFunction } from 'node:vm';
import ts from 'typescript';
import { blocksOf } from '../tools/docs/markdown.js';
import { read } from '../tools/sources.js';

type NextSample = { proxy: (request: Request) => Response; config: { matcher: string } };

/** Runs the file `proxy.ts` of the security page. `sent` gets the headers with which Next.js renders the page. */
function runProxy(mode: string, sent: Headers[] = []): NextSample {
  const page = 'stories/docs/security.md';
  const sample = blocksOf(page, read(page)).find(({ text }) => text.includes("from 'next/server'"))?.text ?? '';
  const code = sample.replaceAll(/^import .*$/gmu, '').replaceAll(/^export /gmu, '');
  const { outputText } = ts.transpileModule(code, { compilerOptions: { target: ts.ScriptTarget.ES2022 } });
  const next = ({ request }: { request: { headers: Headers } }): Response => {
    sent.push(request.headers);
    return new Response();
  };
  const outside = { NextResponse: { next }, process: { env: { NODE_ENV: mode } } };
  const run = compileFunction(`${outputText}\nreturn { proxy, config };`, Object.keys(outside)) as (
    ...values: unknown[]
  ) => NextSample;
  return run(...Object.values(outside));
}

/** The policy of one response, as the sources of each directive. */
function policyOf(mode: string): Record<string, string> {
  const sent: Headers[] = [];
  const response = runProxy(mode, sent).proxy(new Request('https://shop.example/checkout', { headers: { a: 'b' } }));
  const policy = response.headers.get('content-security-policy') ?? '';
  assert.equal(sent[0]?.get('content-security-policy'), policy, 'Next.js reads the nonce from the request');
  assert.equal(sent[0].get('a'), 'b', 'the page gets the other headers of the request');
  const directives = policy.split('; ').map((each): [string, string] => [each.split(' ')[0] ?? '', each]);
  return Object.fromEntries(directives.map(([name, each]) => [name, each.slice(name.length + 1)]));
}

test('the policy for Next.js allows only scripts and styles with the nonce, which is new for each request', () => {
  const [policy, again] = [policyOf('production'), policyOf('production')];
  const [, nonce = ''] = /'nonce-([\w-]{22,})'/u.exec(policy['script-src'] ?? '') ?? [];
  assert.ok(nonce);
  assert.ok(!again['script-src']?.includes(nonce));
  assert.deepEqual(policy, {
    'default-src': "'none'",
    'script-src': `'self' 'nonce-${nonce}' 'strict-dynamic'`,
    'style-src': `'self' 'nonce-${nonce}'`,
    'img-src': "'self' data:",
    'connect-src': "'self'",
    'font-src': "'self'",
    'form-action': "'self'",
    'base-uri': "'none'",
    'frame-ancestors': "'none'",
  });
});

test('the policy for Next.js lets only the development server evaluate code and write styles', () => {
  for (const mode of ['production', 'test']) assert.doesNotMatch(Object.values(policyOf(mode)).join(' '), /unsafe/u);
  const { 'script-src': scripts = '', 'style-src': styles } = policyOf('development');
  assert.match(scripts, / 'unsafe-eval'$/u);
  assert.equal(styles, "'self' 'unsafe-inline'");
});

test('the policy for Next.js covers pages, and no route and no file', () => {
  const matcher = new RegExp(`^${runProxy('test').config.matcher}$`, 'u');
  for (const path of ['/', '/checkout/1042', '/apiary']) assert.match(path, matcher);
  for (const path of ['/api/orders/1042/payment', '/hub/quote/v2', '/_next/static/x.js', '/registry.json'])
    assert.doesNotMatch(path, matcher);
});
