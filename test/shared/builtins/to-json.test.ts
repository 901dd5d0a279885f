/** Tests that values are written as `JSON.stringify` writes them, also if the page has put `toJSON` on arrays. */
import { expect } from 'chai';
import * as fc from 'fast-check';
import { toJson } from '../../../src/shared/builtins/to-json.js';
import { journalKey } from '../../../src/payment/journal/keys.js';

/** Runs a function on a page with these members of prototypes, as old libraries add them. */
function withMembers<T>(
  members: readonly (readonly [prototype: object, name: string, value: unknown])[],
  run: () => T,
): T {
  for (const [prototype, name, value] of members)
    Object.defineProperty(prototype, name, { value, configurable: true, enumerable: true, writable: true });
  try {
    return run();
  } finally {
    for (const [prototype, name] of members) Reflect.deleteProperty(prototype, name);
  }
}

/** As Prototype.js up to 1.6 does: the result is JSON already, and is then written as a text. */
const prototypeJs = [
  [Array.prototype, 'toJSON', () => '[]'],
  [Object.prototype, 'toJSON', () => '{}'],
  [String.prototype, 'toJSON', () => '""'],
  [Number.prototype, 'toJSON', () => '0'],
] as const;

describe('toJson', () => {
  it('writes what JSON.stringify writes', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        expect(toJson(value)).to.equal(JSON.stringify(value));
      }),
    );
    const odd = { a: undefined, b: () => 1, c: NaN, d: [undefined, () => 1, Infinity], e: new Date(0), f: Symbol('x') };
    const sparse: unknown[] = Array(2);
    for (const value of [
      odd,
      sparse,
      undefined,
      Object.create({ inherited: 1 }),
      new Map([[1, 2]]),
      { 2: 'b', 1: 'a' },
    ])
      expect(toJson(value)).to.equal(JSON.stringify(value));
  });

  it('throws as JSON.stringify does, and writes a bigint only in the way that the caller says', () => {
    const self: unknown[] = [];
    self.push({ self });
    expect(() => toJson(self)).to.throw(TypeError);
    expect(() => toJson([1n])).to.throw(TypeError);
    expect(toJson([1n, 'a'], (value) => `${value}n`)).to.equal('["1n","a"]');
    const shared = { a: 1 };
    expect(toJson([shared, shared])).to.equal('[{"a":1},{"a":1}]');
  });

  it('writes the same when the page has put toJSON on arrays, objects, texts and numbers', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const plain = JSON.stringify(value);
        expect(withMembers(prototypeJs, () => toJson(value))).to.equal(plain);
      }),
    );
    expect(withMembers(prototypeJs, () => toJson({ at: new Date(0) }))).to.equal('{"at":"1970-01-01T00:00:00.000Z"}');
  });

  for (const replaced of [() => false, () => true, undefined])
    it(`writes the same when the page has replaced Object.hasOwn by ${String(replaced)}`, () => {
      const { hasOwn } = Object;
      const value: unknown = Object.assign(Object.create({ inherited: 1 }), { a: [{ b: '1' }], ['__proto__']: 2 });
      const odd: unknown = JSON.parse('{"__proto__":{"a":1},"constructor":2}');
      const plain = [JSON.stringify(value), JSON.stringify(odd)];
      let written: string[] = [];
      try {
        Reflect.set(Object, 'hasOwn', replaced);
        written = [toJson(value), toJson(odd)];
      } finally {
        Object.hasOwn = hasOwn;
      }
      expect(written).to.deep.equal(plain);
    });

  it('gives a stored payment the same key on a page with Prototype.js', () => {
    const options = { baseUrl: 'https://shop.example/hub', amount: '25', origins: [1, 10], destinationChainId: 1 };
    const key = journalKey(options);
    expect(withMembers(prototypeJs, () => journalKey(options))).to.equal(key);
  });
});
