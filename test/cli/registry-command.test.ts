/** Tests the command that writes a registry: its output and its error messages. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import type { Registry } from '../../src/types.js';
import { checkRegistry } from '../../src/vm/registry/registry.js';
import listing from '../support/fixtures/chains-quickstart.json' with { type: 'json' };
import { makeRegistry } from '../support/quotes.js';
import { runCommand as run } from '../support/run-command.js';

/** Chains without a depository. Nobody pays from the last two in any case, and the venue has a solver. */
const bare = [
  { id: 8453, vmType: 'evm' },
  { id: 10, vmType: 'evm', protocol: { v2: { depository: '' } } },
  { id: 137, vmType: 'evm', solverAddresses: [`0x${'5'.repeat(40)}`] },
  { id: 1337, vmType: 'hypevm', solverAddresses: [`0x${'5'.repeat(40)}`] },
  { id: 5, vmType: 'evm', depositEnabled: false },
  { id: 8253038, vmType: 'bvm' },
];

/** The responses of the fake service, by path. */
const answers: Readonly<Record<string, { status: number; json: unknown }>> = {
  '/chains': { status: 200, json: makeRegistry() },
  '/hub/chains': { status: 200, json: listing },
  '/private/chains': { status: 401, json: { message: 'no key' } },
  '/other/chains': { status: 200, json: { hello: 'world' } },
  '/bare/chains': { status: 200, json: { chains: bare } },
  '/twice/chains': { status: 200, json: { chains: [makeRegistry().chains[0], makeRegistry().chains[0]] } },
};
const server = createServer(({ url = '' }, response) => {
  const { status, json } = answers[url] ?? { status: 404, json: {} };
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(json));
});
let service = '';

before(async () => {
  await once(server.listen(0, '127.0.0.1'), 'listening');
  service = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
after(() => {
  server.close();
  server.closeAllConnections();
});

test('hub-pay registry prints a valid registry with the chains and the time of the request', async () => {
  const { code, out, err } = await run('registry', '--base-url', service);
  assert.deepEqual({ code, err }, { code: 0, err: '' });
  const registry = JSON.parse(out) as Registry;
  assert.deepEqual(checkRegistry(registry), []);
  assert.deepEqual(
    registry.chains.map(({ id }) => id),
    makeRegistry().chains.map(({ id }) => id),
  );
  const [pinned, listed] = [registry, makeRegistry()].map(({ chains }) => chains[0]);
  assert.deepEqual(pinned?.protocol, listed?.protocol);
  assert.ok(Math.abs(Date.parse(registry.takenAt ?? '') - Date.now()) < 60_000);
});

test('hub-pay registry prints only the named chains and works below the path of a proxy', async () => {
  const some = await run('registry', '--base-url', service, '--chains', '10');
  assert.deepEqual(
    (JSON.parse(some.out) as Registry).chains.map(({ id }) => id),
    [10],
  );
  const proxied = await run('registry', '--base-url', `${service}/hub/`);
  assert.deepEqual(
    (JSON.parse(proxied.out) as Registry).chains.map(({ id }) => id),
    listing.chains.map(({ id }) => id),
  );
});

test('hub-pay registry names on stderr each chain that takes no deposits, and prints the registry nevertheless', async () => {
  const { code, out, err } = await run('registry', '--base-url', `${service}/bare`);
  const rest = 'the service lists no protocol.v2.depository, so a deposit by a wallet from this chain is refused.';
  const transfers = ' Plain transfers to its solvers still pass, with explicitDeposit: false.';
  const lines = [8453, 10, 137].map(
    (id) => `Chain ${id}: ${rest}${id === 137 ? transfers : ''} The chain can still receive.\n`,
  );
  assert.equal(err, lines.join(''));
  assert.deepEqual([code, (JSON.parse(out) as Registry).chains.length], [0, 6]);
});

for (const [title, parameters, message] of [
  ['a misspelt option', ['--base-uri', '$'], /^--base-uri is unknown: did you mean --base-url\?\n$/u],
  ['an unknown option', ['--base-url', '$', '--verbose'], /^--verbose is unknown\.\n$/u],
  ['no address', [], /^--base-url is missing: /u],
  ['an address of another kind', ['--base-url', 'ftp://pay.example'], /^--base-url ftp:.* http or https/u],
  ['a URL with a password', ['--base-url', 'https://u:secret@pay.example'], /^--base-url: (?!.*secret).*a password/u],
  ['an unreachable service', ['--base-url', 'http://127.0.0.1:9'], /^--base-url .*gave no answer/u],
  ['a service that rejects the request', ['--base-url', '$/private'], /^--base-url .*\/private: .*401/u],
  ['a URL without the service', ['--base-url', '$/other'], /^--base-url .*\/other: .*chains/u],
  ['a listing that cannot be pinned', ['--base-url', '$/twice'], /^--base-url .*chains\[1\].id appears twice/u],
  ['a chain that is not listed', ['--base-url', '$', '--chains', '10,999'], /^--chains 999: /u],
  ['a chain by its name', ['--base-url', '$', '--chains', '10,base'], /^--chains 10,base: "base" is not a chain id/u],
  ['an unknown flag', ['--base-uri', '$'], /--base-uri/u],
] as const) {
  test(`hub-pay registry prints one sentence with the flag and no registry when it gets ${title}`, async () => {
    const { code, out, err } = await run('registry', ...parameters.map((parameter) => parameter.replace('$', service)));
    assert.deepEqual({ code, out }, { code: 1, out: '' });
    assert.match(err, message);
    assert.equal(err.trim().split('\n').length, 1);
  });
}

test('hub-pay registry --out replaces the file only by a whole registry', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'hub-pay-'));
  const out = join(folder, 'registry.json');
  const save = (path: string, file = out) => run('registry', '--base-url', service + path, '--out', file);
  try {
    writeFileSync(out, 'reviewed');
    for (const path of ['/private', '/other', '/twice']) {
      assert.equal((await save(path)).code, 1);
      assert.equal(readFileSync(out, 'utf8'), 'reviewed');
    }
    assert.deepEqual(await save(''), { code: 0, out: '', err: '' });
    assert.deepEqual(checkRegistry(JSON.parse(readFileSync(out, 'utf8')) as Registry), []);
    const { code, err } = await save('', join(folder, 'missing', 'registry.json'));
    assert.equal(code, 1);
    assert.match(err, /^--out .*could not be written\. [^\n]+\n$/u);
    assert.deepEqual(readdirSync(folder), ['registry.json']);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
