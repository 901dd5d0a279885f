/** Tests that built-ins which the page has replaced by functions with other results are found. */
import { expect } from 'chai';
import { checkOptions } from '../../../src/payment/model/options.js';
import { replacedBuiltins } from '../../../src/shared/builtins/replaced-builtins.js';

/** Replaces members, as a library of the page does, and runs the function. */
function withReplaced<T>(
  members: Readonly<Record<string, [owner: object, name: string, value: unknown]>>,
  run: () => T,
): T {
  const before = Object.values(members).map(([owner, name]) => [owner, name, Reflect.get(owner, name)] as const);
  for (const [owner, name, value] of Object.values(members)) Reflect.set(owner, name, value);
  try {
    return run();
  } finally {
    for (const [owner, name, value] of before) Reflect.set(owner, name, value);
  }
}

/** What Prototype.js 1.7 puts in the place of Array.from: it knows neither iterators nor a function. */
function toArray(this: unknown, given: unknown = this): unknown[] {
  const { length = 0, ...items } = Object(given) as { length?: number };
  const found: unknown[] = [];
  for (let i = 0; i < length; i += 1) found[i] = (items as unknown as unknown[])[i];
  return found;
}

const { NumberFormat: ownFormat } = Intl;

/** What an old polyfill of `Intl` does: it calculates with numbers, and rounds to the nearest one. */
class NearestNumber {
  readonly #format: Intl.NumberFormat;
  constructor(locale: string, { maximumFractionDigits }: Intl.NumberFormatOptions) {
    this.#format = new ownFormat(locale, { ...(maximumFractionDigits && { maximumFractionDigits }) });
  }
  format(value: unknown): string {
    return this.#format.format(Number(value));
  }
}

describe('replaced built-ins', () => {
  it('are none on a page of its own', () => {
    expect(replacedBuiltins()).to.equal('');
  });

  it('are named when a library has replaced them', () => {
    const wrong = {
      'Array.from': [Array, 'from', toArray],
      'Array.prototype.entries': [Array.prototype, 'entries', toArray],
      'Object.keys': [Object, 'keys', () => []],
      'Function.prototype.bind': [
        Function.prototype,
        'bind',
        function bind(this: (...given: unknown[]) => unknown, self: unknown) {
          return (...given: unknown[]) => this.apply(self, given);
        },
      ],
      'String.prototype.padStart': [String.prototype, 'padStart', (text: string) => text],
      'Date.now': [Date, 'now', () => new Date()],
      'Intl.NumberFormat': [Intl, 'NumberFormat', NearestNumber],
      'Array.prototype.findLastIndex': [Array.prototype, 'findLastIndex', undefined],
    } as const;
    for (const [name, [owner, member, value]] of Object.entries(wrong))
      expect(withReplaced({ name: [owner, member, value] }, replacedBuiltins), name).to.contain(name);
  });

  it('are none when a library has added members or has replaced one by an equal function', () => {
    const added = {
      each: [Array.prototype, 'each', () => undefined],
      keys: [Object, 'keys', (value: object) => Reflect.ownKeys(value).filter((key) => typeof key === 'string')],
    } as const;
    expect(withReplaced({ each: [...added.each], keys: [...added.keys] }, replacedBuiltins)).to.equal('');
    Reflect.deleteProperty(Array.prototype, 'each');
  });

  it('are named when a library has also replaced the function that tells own members', () => {
    for (const hasOwn of [() => false, () => undefined, undefined]) {
      const members = { from: [Array, 'from', toArray], hasOwn: [Object, 'hasOwn', hasOwn] } as const;
      const found = withReplaced({ from: [...members.from], hasOwn: [...members.hasOwn] }, replacedBuiltins);
      expect(found).to.equal('Array.from, Object.hasOwn');
    }
  });

  it('allow no payment, and are named by the error', () => {
    const options = { baseUrl: 'https://shop.example/hub', destinationChainId: 1, destinationCurrency: 'USDC' };
    checkOptions(options);
    const check = (): void => withReplaced({ from: [Array, 'from', toArray] }, () => checkOptions(options));
    expect(check).to.throw('Array.from').that.includes({ code: 'config', reason: 'replaced-builtins' });
  });
});
