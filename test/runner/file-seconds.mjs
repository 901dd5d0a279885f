/** A reporter for Node's test runner: one line of JSON for each file of a lane, with its seconds. */

/**
 * @param {AsyncIterable<import('node:test/reporters').TestEvent>} events
 */
export default async function* fileSeconds(events) {
  for await (const { type, data } of events) {
    if ((type !== 'test:pass' && type !== 'test:fail') || data.nesting > 0) continue;
    yield `${JSON.stringify({ file: data.name, seconds: data.details.duration_ms / 1000 })}\n`;
  }
}
