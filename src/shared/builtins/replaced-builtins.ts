/**
 * Finds built-in functions that a script of the page has replaced by functions with other results, as some old
 * libraries do. The packages that encode payments rely on these built-ins, and the screens on `Intl.NumberFormat`. So
 * no payment may start on such a page.
 */

/**
 * The checked built-ins. A check calls one with an example, and returns true if the result is the one that the standard
 * defines. The list is an array of pairs, which a loop can read by index: to read the names of an object would need a
 * built-in that the page can have replaced as well.
 */
export const builtinChecks: readonly (readonly [name: string, check: () => unknown])[] = [
  [
    'Array.from',
    () => {
      const numbers = Array.from({ length: 2 }, (_, index) => index + 1);
      const keys = Array.from(new Map([['a', 1]]).keys());
      return numbers.length === 2 && numbers[1] === 2 && keys.length === 1 && keys[0] === 'a';
    },
  ],
  ['Uint8Array.from', () => Uint8Array.from([1, 2], (each) => each + 1)[1] === 3],
  [
    'Array.prototype.entries',
    () => {
      for (const [index, each] of ['a'].entries()) return index === 0 && each === 'a';
      return false;
    },
  ],
  ['Array.prototype.map', () => text([1, 2].map((each, index) => each * 10 + index)) === '10 21'],
  ['Array.prototype.flatMap', () => text([1, 2].flatMap((each) => [each, each])) === '1 1 2 2'],
  ['Array.prototype.flat', () => text([[1], [2, 3]].flat()) === '1 2 3'],
  ['Array.prototype.filter', () => text([1, 2, 3].filter((each) => each !== 2)) === '1 3'],
  ['Array.prototype.find', () => [1, 2].find((each) => each > 1) === 2 && ![1].find((each) => each > 1)],
  ['Array.prototype.findIndex', () => [1, 2].findIndex((each) => each > 2) === -1],
  ['Array.prototype.findLastIndex', () => [1, 1].findLastIndex((each) => each === 1) === 1],
  ['Array.prototype.some', () => [1, 2].some((each) => each > 1) && ![1].some((each) => each > 1)],
  ['Array.prototype.every', () => Array<number>().every((each) => each > 1) && ![1, 2].every((each) => each > 1)],
  ['Array.prototype.includes', () => [NaN].includes(NaN) && !['1'].includes('2')],
  ['Array.prototype.indexOf', () => [1, 2].indexOf(2) === 1 && [1].indexOf(2) === -1],
  ['Array.prototype.reduce', () => [1, 2].reduce((sum, each) => sum + each, 3) === 6],
  ['Array.prototype.concat', () => text([1].concat([2, 3])) === '1 2 3'],
  ['Array.prototype.slice', () => text([1, 2, 3].slice(1, -1)) === '2' && text([1, 2].slice(-1)) === '2'],
  [
    'Array.prototype.splice',
    () => {
      const list = [1, 2, 3];
      return text(list.splice(1, 1, 7, 8)) === '2' && text(list) === '1 7 8 3';
    },
  ],
  ['Array.prototype.sort', () => text([9, 10].sort((a, b) => a - b)) === '9 10' && text([10, 9].sort()) === '10 9'],
  [
    'Array.prototype.reverse',
    () => {
      const list = [1, 2];
      return list.reverse() === list && text(list) === '2 1';
    },
  ],
  ['Array.prototype.join', () => [1, 2].join() === '1,2' && [1, 2].join('') === '12'],
  ['Array.prototype.at', () => [1, 2].at(-1) === 2],
  ['Object.keys', () => Object.keys({ b: 1, a: 2 }).join() === 'b,a'],
  ['Object.values', () => Object.values({ b: 1, a: 2 }).join() === '1,2'],
  ['Object.entries', () => Object.entries({ b: 1, a: 2 }).join() === 'b,1,a,2'],
  ['Object.fromEntries', () => Object.fromEntries(new Map([['a', 1]]))['a'] === 1],
  ['Object.assign', () => Object.assign({ a: 1 }, { a: 2 }).a === 2],
  ['Object.hasOwn', () => Object.hasOwn({ a: 1 }, 'a') && !Object.hasOwn({}, 'toString')],
  [
    'Function.prototype.bind',
    () =>
      function sum(this: { a: number }, b: number, c: number) {
        return this.a + b + c;
      }.bind(
        { a: 1 },
        2,
      )(3) === 6,
  ],
  ['String.prototype.padStart', () => 'a'.padStart(3, '0') === '00a'],
  ['String.prototype.padEnd', () => 'a'.padEnd(3, '0') === 'a00'],
  ['String.prototype.replace', () => 'aba'.replace(/a/gu, (each) => `${each}1`) === 'a1ba1'],
  ['String.prototype.replaceAll', () => 'a.a'.replaceAll('.', '$$') === 'a$a'],
  ['String.prototype.split', () => 'a,b'.split(',').length === 2 && 'a1b'.split(/(\d)/u).length === 3],
  ['String.prototype.slice', () => 'abc'.slice(-2) === 'bc' && 'abc'.slice(0, 1) === 'a'],
  ['String.prototype.trim', () => ' a\u00a0'.trim() === 'a'],
  ['String.prototype.startsWith', () => 'abc'.startsWith('b', 1) && !'abc'.startsWith('b')],
  ['String.prototype.endsWith', () => 'abc'.endsWith('bc') && !'abc'.endsWith('b')],
  ['String.prototype.includes', () => 'abc'.includes('bc') && !'abc'.includes('d')],
  ['String.prototype.normalize', () => '１'.normalize('NFKC') === '1'],
  ['String.prototype.toLowerCase', () => 'AbC'.toLowerCase() === 'abc'],
  ['Number.prototype.toString', () => (255).toString(16) === 'ff'],
  [
    'BigInt.prototype.toString',
    () => 255n.toString(16) === 'ff' && (10n ** 20n + 1n).toString() === '100000000000000000001',
  ],
  ['BigInt.asUintN', () => BigInt.asUintN(8, 257n) === 1n && BigInt('0x10') === 16n],
  ['Number.isSafeInteger', () => Number.isSafeInteger(2 ** 53 - 1) && !Number.isSafeInteger(2 ** 53)],
  ['Array.isArray', () => Array.isArray([]) && !Array.isArray({ length: 0 })],
  ['JSON.parse', () => (JSON.parse('{"a":["b"]}') as { a: string[] }).a[0] === 'b'],
  ['Date.now', () => typeof Date.now() === 'number' && Math.abs(Date.now() - new Date().getTime()) < 60_000],
  [
    'Map',
    () => {
      const map = new Map([[{}, 1]]).set({}, 2);
      return map.size === 2 && text([...map.values()]) === '1 2';
    },
  ],
  ['Set', () => new Set([1, 1]).size === 1 && text([...new Set([2, 1])]) === '2 1'],
  // Old polyfills of `Intl` convert each amount to a floating-point number, and ignore `roundingMode`.
  [
    'Intl.NumberFormat',
    () =>
      new Intl.NumberFormat('en', { maximumFractionDigits: 17, roundingMode: 'floor' }).format(
        '1234567.123456789123456789' as `${number}`,
      ) === '1,234,567.12345678912345678',
  ],
  ['TextEncoder', () => new TextEncoder().encode('€').length === 3],
];

/** Joins the entries of a list with spaces, without a call of any checked method of arrays. */
function text(list: readonly unknown[]): string {
  let written = '';
  for (let i = 0; i < list.length; i += 1) written += (i === 0 ? '' : ' ') + String(list[i]);
  return written;
}

/**
 * Returns the names of the built-ins whose check fails, separated by commas. The text is empty if every check succeeds.
 */
export function replacedBuiltins(): string {
  let names = '';
  for (let i = 0; i < builtinChecks.length; i += 1) {
    const check = builtinChecks[i];
    if (check && !works(check[1])) names += `${names && ', '}${check[0]}`;
  }
  return names;
}

function works(check: () => unknown): boolean {
  try {
    return check() === true;
  } catch {
    return false;
  }
}
