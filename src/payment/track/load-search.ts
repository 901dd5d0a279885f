/** Loads the code for payments whose transaction is not known. */
import { loaded } from '../../shared/load-code.js';
import type * as Search from './search.js';

const load = (): Promise<typeof Search> => import('./search.js');

/**
 * Resolves with null if the code could not be loaded. Without this code, only the service can report the paying
 * transaction.
 */
export const loadSearch = (): Promise<typeof Search | null> => load().catch(() => null);

/**
 * Loads the code before a payment. No payment begins before this code has checked the earlier payments.
 * @throws HubPayError `service-down` if the code could not be loaded
 */
export const loadSearchBeforePaying = (): Promise<typeof Search> =>
  loaded(load(), 'looks for earlier payments', 'unknown');
