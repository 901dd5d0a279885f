/** Loads the code that checks all texts except valid EVM addresses. */
import { loaded } from '../shared/load-code.js';
import type * as Judge from './judge-address.js';

/** @throws HubPayError `service-down` if the code could not be loaded, so that nobody pays to an unchecked address */
export const loadJudge = (): Promise<typeof Judge> => loaded(import('./judge-address.js'), 'checks addresses');
