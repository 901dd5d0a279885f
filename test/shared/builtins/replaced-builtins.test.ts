/** Tests that built-ins which the page has replaced by functions with other results are found. */
import { expect } from 'chai';
import { checkOptions } from '../../../src/payment/model/options.js';
import { builtinChecks, replacedBuiltins } from '../../../src/shared/builtins/replaced-builtins.js';

type Own = (self: unknown, ...given: unknown[]) => unknown;

/** The object that has the built-in of this name, and the name of the member. */
function placeOf(name: string): [owner: object, member: string] {
  const path = name.split('.');
  const member = path.pop()!;
  return [path.reduce((owner: object, each) => Reflect.get(owner, each) as object, globalThis), member];
}

/** Replaces the built-in of this name, as a library of the page does, and runs the function. */
function withReplaced<T>(name: string, value: unknown, run: () => T): T {
  const [owner, member] = placeOf(name);
  const before: unknown = Reflect.get(owner, member);
  Reflect.set(owner, member, value);
  try {
    return run();
  } finally {
    Reflect.set(owner, member, before);
  }
}

const namesFound = (name: string, value: unknown): string[] => {
  const found = withReplaced(name, value, replacedBuiltins);
  return found.split(', ');
};

/** What Prototype.js 1.7 puts in the place of Array.from: it knows neither iterators nor a function. */
function toArray(given: unknown): unknown[] {
  const { length = 0, ...items } = Object(given) as { length?: number };
  const found: unknown[] = [];
  for (let i = 0; i < length; i += 1) found[i] = (items as unknown as unknown[])[i];
  return found;
}

const { Intl: OwnIntl, Map: OwnMap } = { Intl: { ...Intl, NumberFormat: Intl.NumberFormat }, Map };

/** What an old polyfill of `Intl` does: it calculates with numbers, and rounds to the nearest one. */
class NearestNumber {
  readonly #format: Intl.NumberFormat;
  constructor(locale: string, { maximumFractionDigits }: Intl.NumberFormatOptions) {
    this.#format = new OwnIntl.NumberFormat(locale, { ...(maximumFractionDigits && { maximumFractionDigits }) });
  }
  format(value: unknown): string {
    return this.#format.format(Number(value));
  }
}

/** As old polyfills: keys are texts, so all objects are one key. */
class TextMap extends OwnMap<string, unknown> {
  constructor(entries: readonly (readonly [unknown, unknown])[] = []) {
    super();
    for (let i = 0; i < entries.length; i += 1) this.set(entries[i]![0], entries[i]![1]);
  }
  override set(key: unknown, value: unknown): this {
    return super.set(String(key), value);
  }
}

/** As old polyfills: it keeps what is in it twice. */
class ListSet {
  readonly #items: readonly unknown[];
  constructor(items: readonly unknown[]) {
    this.#items = items;
  }
  get size(): number {
    return this.#items.length;
  }
  [Symbol.iterator](): Iterator<unknown> {
    return this.#items[Symbol.iterator]();
  }
}

class LatinEncoder {
  encode(written: string): Uint8Array {
    const bytes = new Uint8Array(written.length);
    for (let i = 0; i < written.length; i += 1) bytes[i] = written.charCodeAt(i);
    return bytes;
  }
}

type Each = (each: unknown, index?: number) => unknown;
type Row = (own: Own, self: never, ...given: never[]) => unknown;

const indexOf: Row = (_, list: unknown[], wanted) => {
  for (let i = 0; i < list.length; i += 1) if (list[i] === wanted) return i;
  return undefined;
};
const sorted: Row = (own, value: object) => {
  const copy: Record<string, unknown> = {};
  for (const name of ['a', 'b']) if (name in value) copy[name] = Reflect.get(value, name);
  return own(Object, copy);
};

/**
 * For each built-in, a function that is only a little wrong, as that of a library. It gets the built-in, and what it is
 * called with.
 */
const WRONG: Readonly<Record<string, Row>> = {
  'Array.from': (_own, _self, given) => toArray(given),
  'Uint8Array.from': (own, self, given) => own(self, given),
  'Array.prototype.entries': (_, list) => toArray(list),
  'Array.prototype.map': (own, list, use: Each) => own(list, (each: unknown) => use(each)),
  'Array.prototype.flatMap': (_, list: unknown[], use: Each) => {
    const found: unknown[] = [];
    for (let i = 0; i < list.length; i += 1) found[i] = use(list[i], i);
    return found;
  },
  'Array.prototype.flat': (_, list) => list,
  'Array.prototype.filter': (own, list, use: Each) => own(list, (each: unknown) => !use(each)),
  'Array.prototype.find': (_, list: unknown[], use: Each) => {
    for (let i = 0; i < list.length; i += 1) if (use(list[i])) return i;
    return undefined;
  },
  'Array.prototype.findIndex': (own, list, use) => {
    const found = own(list, use);
    return found === -1 ? undefined : found;
  },
  'Array.prototype.findLastIndex': (_, list: unknown[], use: Each) => {
    for (let i = 0; i < list.length; i += 1) if (use(list[i])) return i;
    return -1;
  },
  'Array.prototype.some': (_, list: unknown[], use: Each) => {
    for (let i = 0; i < list.length; i += 1) if (!use(list[i])) return false;
    return true;
  },
  'Array.prototype.every': (own, list: unknown[], use) => list.length > 0 && own(list, use),
  'Array.prototype.includes': (own, list, wanted) => indexOf(own, list, wanted) !== undefined,
  'Array.prototype.indexOf': indexOf,
  'Array.prototype.reduce': (own, list, use) => own(list, use),
  'Array.prototype.concat': (_, list: unknown[], other) => [...list, other],
  'Array.prototype.slice': (own, list, start) => own(list, start),
  'Array.prototype.splice': (own, list, start, count) => own(list, start, count),
  'Array.prototype.sort': (own, list) => own(list),
  'Array.prototype.reverse': (own, list: unknown[]) => own([...list]),
  'Array.prototype.join': (own, list, between: string) => own(list, between || ','),
  'Array.prototype.at': (_, list: unknown[], index) => list[index],
  'Object.keys': sorted,
  'Object.values': sorted,
  'Object.entries': sorted,
  'Object.fromEntries': (own, self, entries: { length?: number }) => own(self, entries.length ? entries : []),
  'Object.assign': (own, self, target: object, from: object) => own(self, { ...from }, target),
  'Object.hasOwn': (_own, _self, value: object, name: string) => name in value,
  'Function.prototype.bind':
    (_, called: (...given: unknown[]) => unknown, self) =>
    (...given: unknown[]) =>
      Reflect.apply(called, self, given),
  'String.prototype.padStart': (_, written: string, length: number, fill: string) => written.padEnd(length, fill),
  'String.prototype.padEnd': (_, written: string, length: number, fill: string) => written.padStart(length, fill),
  'String.prototype.replace': (own, written, from, to) => own(written, from, String(to)),
  'String.prototype.replaceAll': (_, written: string, from: string, to: string) => {
    const [first = '', ...rest] = written.split(from);
    return rest.reduce((all, each) => all + to + each, first);
  },
  'String.prototype.split': (own, written, between) => own(written, between === ',' ? between : /\d/u),
  'String.prototype.slice': (_, written: string, start, end) => written.substring(start, end),
  'String.prototype.trim': (_, written: string) => (written.startsWith(' ') ? written.substring(1) : written),
  'String.prototype.startsWith': (own, written, wanted) => own(written, wanted),
  'String.prototype.endsWith': (_, written: string, wanted) => written.indexOf(wanted) >= 0,
  'String.prototype.includes': (_, written: string, wanted) => written.startsWith(wanted),
  'String.prototype.normalize': (own, written) => own(written),
  'String.prototype.toLowerCase': (own, written: string) => `${String(own(written[0]))}${written.substring(1)}`,
  'Number.prototype.toString': (own, value) => own(value),
  'BigInt.prototype.toString': (_, value: bigint, base) => Number(value).toString(base),
  'BigInt.asUintN': (_own, _self, _bits, value) => value,
  'Number.isSafeInteger': (_own, _self, value) => Number.isInteger(value),
  'Array.isArray': (_own, _self, value: object) => 'length' in value,
  'JSON.parse': (own, self, written) =>
    own(self, written, (_name: string, value: unknown) => (Array.isArray(value) ? `["${String(value)}"]` : value)),
  'Date.now': () => new Date(),
  Map: (_own, _self, entries) => new TextMap(entries),
  Set: (_own, _self, items) => new ListSet(items),
  'Intl.NumberFormat': (_own, _self, locale, options) => new NearestNumber(locale, options),
  TextEncoder: () => new LatinEncoder(),
};

/** The wrong function in the form of the built-in, which is also called with `new`. */
function wrongFunction(name: string): unknown {
  const [owner, member] = placeOf(name);
  const original = Reflect.get(owner, member) as () => unknown;
  const wrong = WRONG[name] as ((own: Own, self: unknown, ...given: unknown[]) => unknown) | undefined;
  if (!wrong) throw new Error(`WRONG has no row for ${name}.`);
  const own: Own = (self, ...given) => Reflect.apply(original, self, given);
  return function replaced(this: unknown, ...given: unknown[]): unknown {
    return wrong(own, this, ...given);
  };
}

describe('replaced built-ins', () => {
  const names = builtinChecks.map(([name]) => name);

  it('are none on a page of its own', () => {
    expect(replacedBuiltins()).to.equal('');
    expect(names.length).to.be.greaterThan(50);
    expect(names).to.have.members(Object.keys(WRONG));
  });

  for (const name of names) {
    it(`are named when a library has replaced ${name}`, () => {
      expect(
        namesFound(name, () => undefined),
        'without a result',
      ).to.include(name);
      expect(namesFound(name, undefined), 'removed').to.include(name);
      expect(namesFound(name, wrongFunction(name)), 'a little wrong').to.include(name);
    });
  }

  it('are all named when a library has replaced several of them', () => {
    const found = withReplaced(
      'Array.from',
      () => [],
      () => namesFound('Object.hasOwn', () => false),
    );
    expect(found).to.deep.equal(['Array.from', 'Object.hasOwn']);
  });

  it('are none when a library has added members or has replaced one by an equal function', () => {
    const keys = (value: object): unknown[] => Reflect.ownKeys(value).filter((key) => typeof key === 'string');
    Reflect.set(Array.prototype, 'each', () => undefined);
    expect(withReplaced('Object.keys', keys, replacedBuiltins)).to.equal('');
    Reflect.deleteProperty(Array.prototype, 'each');
  });

  for (const name of ['Array.from', 'Object.hasOwn']) {
    it(`allow no payment, and are named by the error, when ${name} returns nothing`, () => {
      const options = { baseUrl: 'https://shop.example/hub', destinationChainId: 1, destinationCurrency: 'USDC' };
      checkOptions(options);
      const check = (): void =>
        withReplaced(
          name,
          () => undefined,
          () => checkOptions(options),
        );
      expect(check).to.throw(name).that.includes({ code: 'config', reason: 'replaced-builtins' });
    });
  }
});
