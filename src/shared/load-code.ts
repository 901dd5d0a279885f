/** Turns a failed `import()` into null, or into an error that names the purpose of the missing code. */
import { HubPayError, type Money } from '../errors.js';

/**
 * Resolves with the loaded module.
 * @param code the result of `import()`
 * @param what the purpose of the loaded code, such as "checks requests"; part of the error message
 * @param money where the payer's money is if the code could not be loaded; default: the money was not sent
 * @throws HubPayError `service-down` with the reason `not-loaded` if the code could not be loaded. Only a reload of the
 *   page helps in every browser, because some browsers remember a failed `import()`.
 */
export const loaded = <T>(code: Promise<T>, what: string, money: Money = 'not-sent'): Promise<T> =>
  code.catch((cause: unknown) => {
    const options = { money, reason: 'not-loaded', cause } as const;
    throw new HubPayError('service-down', `The code that ${what} could not be loaded.`, options);
  });

/**
 * Resolves with the loaded module, or with null if the code could not be loaded. Use this only for code that the page
 * can do without.
 */
export const orNull = <T>(code: Promise<T>): Promise<T | null> => code.catch(() => null);
