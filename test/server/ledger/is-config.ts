/** Says whether an error is a `config` error with such a message. */
import { HubPayError } from '../../../src/errors.js';

export const isConfig = (message: RegExp) => (error: unknown) =>
  error instanceof HubPayError && error.code === 'config' && message.test(error.message);
