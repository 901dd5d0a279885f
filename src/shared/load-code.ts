/** Names the code that is missing when an `import()` fails. */
import { HubPayError, type Money } from '../errors.js';

/** The details of the error. Browsers remember a failed `import()`, so only a reload of the page loads the code. */
export const NOT_LOADED = 'not-loaded';

/**
 * Resolves with the loaded module.
 * @param code The result of `import()`
 * @param what What the code does, for the message
 * @param money Where the payer's money is if the code could not be loaded. Default: it was not sent.
 * @throws HubPayError `service-down` with the details `not-loaded` if the code could not be loaded
 */
export const loaded = <T>(code: Promise<T>, what: string, money: Money = 'not-sent'): Promise<T> =>
  code.catch((cause: unknown) => {
    const options = { money, details: NOT_LOADED, cause };
    throw new HubPayError('service-down', `The code that ${what} could not be loaded.`, options);
  });
