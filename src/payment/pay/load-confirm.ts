/** Loads the code that pays. The review loads it, so that a press finds it ready. */
import { loaded } from '../../shared/load-code.js';
import type * as Confirm from './confirm.js';

/** @throws HubPayError `service-down` with the details `not-loaded` if the code could not be loaded */
export const loadConfirm = (): Promise<typeof Confirm> => loaded(import('./confirm.js'), 'pays');
