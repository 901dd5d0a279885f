/**
 * Loads the code that pays. The review screen loads this code early, so that a press on the pay button need not wait.
 */
import { loaded } from '../../shared/load-code.js';
import type * as Confirm from './confirm.js';

/** @throws HubPayError `service-down` with the details `not-loaded` if the code could not be loaded */
export const loadConfirm = (): Promise<typeof Confirm> => loaded(import('./confirm.js'), 'pays');
