/** Loads the code that checks attestations. A session that checks no attestation never loads this code. */
import { loaded } from '../../shared/load-code.js';
import type * as CheckAttestation from './check-attestation.js';

/** @throws HubPayError `service-down` if the code could not be loaded */
export const loadCheckAttestation = (): Promise<typeof CheckAttestation> =>
  loaded(import('./check-attestation.js'), 'checks attestations');
