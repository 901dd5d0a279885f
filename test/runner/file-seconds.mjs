/**
 * A reporter for Node's test runner: one line of JSON for each file of a lane, with its seconds, its tests, and the
 * titles of what was skipped. Node counts a skipped test, but no skipped suite.
 */

/**
 * @param {AsyncIterable<import('node:test/reporters').TestEvent>} events
 */
export default async function* fileSeconds(events) {
  let tests = 0;
  /** @type {string[]} */
  let skipped = [];
  for await (const { type, data } of events) {
    if (type !== 'test:pass' && type !== 'test:fail') continue;
    if (data.skip !== undefined || data.todo !== undefined) skipped.push(data.name);
    if (data.nesting > 0) {
      if (data.details.type !== 'suite') tests += 1;
      continue;
    }
    yield `${JSON.stringify({ file: data.name, seconds: data.details.duration_ms / 1000, tests, skipped })}\n`;
    tests = 0;
    skipped = [];
  }
}
