/** Encodes and decodes the few hex values and calls that test mode needs. */

/** Encodes numbers and hex values as 32-byte words, without the prefix `0x`. */
export const encodeWords = (...values: readonly (string | number | bigint)[]): string =>
  values
    .map((value) => (typeof value === 'string' ? value.toLowerCase().replace(/^0x/, '') : value.toString(16)))
    .map((digits) => digits.padStart(64, '0'))
    .join('');

/** Writes a number as a hex quantity of JSON-RPC. */
export const quantity = (value: number | bigint): string => `0x${value.toString(16)}`;

/** A call of Multicall3. */
export type Call = { target: string; data: string };

/** Decodes the argument of Multicall3’s `aggregate3`, a list of calls, from `data` with its selector. */
export function decodeCalls(data: string): Call[] {
  const body = data.slice(10);
  const word = (at: number): string => body.slice(at * 2, at * 2 + 64);
  const number = (at: number): number => Number(`0x${word(at)}`);
  const list = number(0);
  const start = list + 32;
  const calls: Call[] = [];
  for (let index = 0; index < number(list); index += 1) {
    const call = start + number(start + index * 32);
    const bytes = call + number(call + 64);
    const from = (bytes + 32) * 2;
    calls.push({ target: `0x${word(call).slice(24)}`, data: `0x${body.slice(from, from + number(bytes) * 2)}` });
  }
  return calls;
}

/** Encodes the result of `aggregate3`, with each value as the result of one successful call. */
export function encodeResults(values: readonly bigint[]): string {
  const size = 4 * 32;
  const offsets = values.map((_, index) => values.length * 32 + index * size);
  const results = values.map((value) => encodeWords(1, 64, 32, value));
  return `0x${encodeWords(32, values.length, ...offsets)}${results.join('')}`;
}
