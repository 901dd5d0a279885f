/** Ends what the test files of one process share, such as a browser, after the last test. */
import { after } from 'node:test';

/** @type {(() => unknown)[]} */
const tasks = [];

after(async () => {
  for (const task of tasks.reverse()) await task();
});

/**
 * Calls the function after the last test of the process. The last one that was added is called first.
 *
 * @param {() => unknown} task
 */
export const atEnd = (task) => tasks.push(task);
