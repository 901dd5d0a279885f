/** A reporter for Node's test runner: one line of JSON for each file of a lane, with its seconds and its tests. */

/**
 * @param {AsyncIterable<import('node:test/reporters').TestEvent>} events
 */
export default async function* fileSeconds(events) {
  let tests = 0;
  for await (const { type, data } of events) {
    if (type !== 'test:pass' && type !== 'test:fail') continue;
    if (data.nesting > 0) {
      if (data.details.type !== 'suite') tests += 1;
      continue;
    }
    yield `${JSON.stringify({ file: data.name, seconds: data.details.duration_ms / 1000, tests })}\n`;
    tests = 0;
  }
}
