/** Loads the code for a payment in which the payer chooses the token to receive. */
import { loaded } from '../../shared/load-code.js';
import type * as OpenDestination from './open-destination.js';

/** @throws HubPayError `service-down` if the code could not be loaded */
export const loadOpenDestination = (): Promise<typeof OpenDestination> =>
  loaded(import('./open-destination.js'), 'lists tokens');
