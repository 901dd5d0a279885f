/** Tests by which name the proxy counts a client: forms of addresses, servers in front, and a merchant's own names. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { clientOf, forwardedFor } from '../../../src/server/proxy/client-key.js';

const request = (headers: Record<string, string> = {}): Request => new Request('https://shop.example/hub', { headers });
const nameOf = (client: unknown): string => clientOf(request(), { client: () => client as string });

const forms: [title: string, key: string, ...texts: string[]][] = [
  [
    'an IPv4 address',
    '192.0.2.1',
    '192.0.2.1',
    ' 192.0.2.1 ',
    '192.0.2.1:8080',
    '"192.0.2.1:8080"',
    '::ffff:192.0.2.1',
  ],
  ['an IPv4 address in hex words', '192.0.2.1', '::ffff:c000:201', '0:0:0:0:0:FFFF:C000:0201', '[::ffff:c000:201]:443'],
  [
    'an IPv6 network',
    '2001:db8:1:2::/64',
    '2001:db8:1:2::1',
    '2001:DB8:1:2::ffff',
    '2001:0db8:0001:0002:a:b:c:d',
    '[2001:db8:1:2::1]',
    '[2001:db8:1:2:3:4:5:6]:51234',
    '"[2001:db8:1:2::1]:443"',
    '2001:db8:1:2::1%eth0',
  ],
  ['an IPv6 network of many zeros', '2001:db8:0:0::/64', '2001:db8::1', '2001:db8::', '2001:DB8:0:0:1::'],
  ['the loopback address', '0:0:0:0::/64', '::1', '[::1]:3000', '0:0:0:0:0:0:0:1'],
];
for (const [title, key, ...texts] of forms) {
  test(`all forms of ${title} are one client`, () => {
    assert.deepEqual(
      texts.map(nameOf),
      texts.map(() => key),
    );
  });
}

test('addresses of different networks are different clients', () => {
  const addresses = ['2001:db8:1:2::1', '2001:db8:1:3::1', '192.0.2.1', '192.0.2.2', '::192.0.2.1'];
  assert.equal(new Set(addresses.map(nameOf)).size, addresses.length);
});

test('a name that is no address stays as it is', () => {
  const names = [
    'session 7',
    'Session 7',
    '1234',
    '1.2.3',
    '1.2.3.4.5',
    '256.1.1.1',
    'user:7',
    '5:3',
    '[x]',
    'unknown',
  ];
  assert.deepEqual(names.map(nameOf), names);
});

test('a name is cut after 100 characters', () => assert.equal(nameOf('x'.repeat(5_000)), 'x'.repeat(100)));

for (const [title, client] of [
  ['null', null],
  ['undefined', undefined],
  ['empty', ''],
  ['blank', '  '],
  ['a number', 7],
  ['an object', { ip: '192.0.2.1' }],
  ['a promise', Promise.resolve('192.0.2.1')],
] as const) {
  test(`all clients whose name is ${title} are one client`, () => assert.equal(nameOf(client), 'everybody'));
}

test('all clients without the header are one client', () => {
  assert.equal(clientOf(request(), {}), 'everybody');
  assert.equal(clientOf(request({ 'x-forwarded-for': '' }), {}), 'everybody');
});

const chains: [title: string, chain: string, client: string, trusted?: number][] = [
  ['the only address when a platform replaces the header', '203.0.113.7', '203.0.113.7'],
  ['the only address when it is private', '10.1.2.3', '10.1.2.3'],
  ['the address that nginx appended, not the one that the client wrote', '6.6.6.6, 203.0.113.7', '203.0.113.7'],
  ['the last address before those of own servers', '6.6.6.6, 203.0.113.7, 10.0.0.1, 100.64.0.9', '203.0.113.7'],
  ['the last address before IPv6 addresses of own servers', '203.0.113.7, fd00::1, fe80::2, ::1', '203.0.113.7'],
  ['the last address before own servers that write IPv4 as IPv6', '203.0.113.7, ::ffff:10.0.0.1', '203.0.113.7'],
  ['the first address when all are private', '10.0.0.9, 192.168.0.1', '10.0.0.9'],
  ['a text that is no address as no own server', '203.0.113.7, unknown', 'unknown'],
  ['the last address when one server appends', '6.6.6.6, 203.0.113.7', '203.0.113.7', 1],
  ['the last address when one server appends a private one', '203.0.113.7, 10.0.0.1', '10.0.0.1', 1],
  ['the last but one when two servers append', '6.6.6.6, 203.0.113.7, 198.51.100.1', '203.0.113.7', 2],
  ['nobody when fewer servers have appended', '203.0.113.7', '', 2],
];
for (const [title, chain, client, trusted] of chains) {
  test(`the client is ${title}`, () => assert.equal(forwardedFor(chain, trusted), client));
}

test('a client that writes its own addresses before 10,000 chains stays one client', () => {
  const texts = fc.array(fc.oneof(fc.ipV4(), fc.ipV6(), fc.string()), { maxLength: 5 });
  fc.assert(
    fc.property(texts, fc.integer({ min: 1, max: 3 }), (written, trusted) => {
      const own = ['203.0.113.7', '198.51.100.1', '198.51.100.2'].slice(0, trusted);
      return forwardedFor([...written, ...own].join(', '), trusted) === '203.0.113.7';
    }),
    { numRuns: 10_000 },
  );
});

test('a name is a text of at most 100 characters for 10,000 texts', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string({ maxLength: 200 }), fc.ipV6(), fc.webUrl()), (text) => {
      const name = nameOf(text);
      return name.length > 0 && name.length <= 100;
    }),
    { numRuns: 10_000 },
  );
});
