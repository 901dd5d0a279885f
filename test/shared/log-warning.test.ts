/** Tests messages on the console of pages that replace it. */
import { expect } from 'chai';
import { logWarning } from '../../src/shared/log-warning.js';

describe('logWarning', () => {
  const own = globalThis.console;
  afterEach(() => {
    globalThis.console = own;
  });

  const replaceBy = (console: unknown): void => void Object.assign(globalThis, { console });

  it('passes the message on to the console', () => {
    const told: unknown[] = [];
    replaceBy({ warn: (...message: unknown[]) => told.push(message) });
    logWarning('<hub-pay> stopped:', 1);
    expect(told).to.deep.equal([['<hub-pay> stopped:', 1]]);
  });

  it('throws no error when the page has no console, or one without `warn`', () => {
    for (const console of [undefined, {}, { log: () => undefined }]) {
      replaceBy(console);
      logWarning('<hub-pay>');
    }
  });
});
