/** Ends what the test files of one process share, such as a browser, after the last test. */
import { after } from 'node:test';

/** @type {(() => unknown)[]} */
const tasks = [];

after(async () => {
  /** @type {unknown[]} */
  const errors = [];
  // A task that fails must not keep the others from ending their processes.
  for (const task of tasks.reverse()) {
    try {
      await task();
    } catch (error) {
      errors.push(error);
    }
  }
  if (errors.length > 0) throw new AggregateError(errors, 'What the tests share could not end.');
});

/**
 * Calls the function after the last test of the process. The last one that was added is called first.
 *
 * @param {() => unknown} task
 */
export const atEnd = (task) => tasks.push(task);
