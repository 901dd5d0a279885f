/** Tests that an outage leaves a few lines on the console. */
import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { HubPayError } from '../../../src/errors.js';
import { createConsoleLines } from '../../../src/server/ledger/console-lines.js';

/** Lines with a clock, and what they have written. */
function opened(context: TestContext) {
  const errors = context.mock.method(console, 'error', () => undefined);
  const clock = { now: 0 };
  const written = (): unknown[][] => {
    const found = errors.mock.calls.map((call) => call.arguments as unknown[]);
    errors.mock.resetCalls();
    return found;
  };
  return { clock, written, lines: createConsoleLines(() => clock.now) };
}

const refused = Object.assign(new Error('connect ECONNREFUSED\n127.0.0.1:5432'), { code: 'ECONNREFUSED' });

test('each kind, and each error of a kind, has one line a minute', (context) => {
  const { clock, written, lines } = opened(context);
  for (let second = 0; second < 120; second += 1) {
    clock.now = second * 1_000;
    lines.tell('handlers', `order ${second} failed:`, refused);
    lines.tell('mode', `order ${second}: demo:`);
    if (second >= 90) lines.tell('handlers', 'order 7 failed:', new HubPayError('config', 'x'));
  }
  const line = 'connect ECONNREFUSED 127.0.0.1:5432';
  const found = written();
  assert.deepEqual(found.slice(0, 4), [
    ['hub-pay: order 0 failed:', line],
    ['hub-pay: order 0: demo:'],
    ['hub-pay: order 60 failed:', line],
    ['hub-pay: order 60: demo:'],
  ]);
  assert.match(String(found[4]?.[1]), /^x\. See https:/u);
  assert.equal(found.length, 5);
});

test('the end of a failure is told once, and only after a failure', (context) => {
  const { written, lines } = opened(context);
  lines.works('handlers', 'the handlers answer again.');
  lines.tell('mode', 'no error');
  lines.works('mode', 'never');
  assert.deepEqual(written(), [['hub-pay: no error']]);
  lines.tell('handlers', 'x:', refused);
  for (let time = 0; time < 3; time += 1) lines.works('handlers', 'the handlers answer again.');
  assert.deepEqual(written().slice(1), [['hub-pay: the handlers answer again.']]);
});

test('an error of a program keeps its stack, and one of a network or a database is one line', (context) => {
  const { written, lines } = opened(context);
  const mistake = Object.assign(new TypeError('x is no function'), { code: 'ERR_INVALID_ARG_TYPE' });
  const both = Object.assign(new AggregateError([refused, 'gone'], ''), { code: 'ECONNREFUSED' });
  for (const error of [mistake, both, undefined, 'a text']) lines.tell('x', 'x:', error);
  assert.deepEqual(
    written().map(([, error]) => error),
    [mistake, 'connect ECONNREFUSED 127.0.0.1:5432, gone', undefined, 'a text'],
  );
});

test('errors with ever new texts are told, and do not fill the memory', (context) => {
  const { written, lines } = opened(context);
  for (let time = 0; time < 2_500; time += 1) lines.tell('x', 'x:', new Error(String(time)));
  assert.equal(written().length, 2_500);
});
