/**
 * G60: decides whether the session checks attestations. An attestation is the solver's signature over a quote, and the
 * check needs a registry with the solver's addresses.
 */
import { config } from '../../errors.js';
import { familyOf } from '../../vm/families.js';
import type { Registry } from '../../types.js';
import type { SessionOptions } from '../model/options.js';

/**
 * What happens if the attestation is not valid.
 * - `off`: nothing happens, because the session does not check the attestation.
 * - `warn`: an invalid attestation blocks the payment, while an unavailable one shows a warning.
 * - `required`: an invalid or unavailable attestation blocks the payment.
 */
export type AttestationMode = 'off' | 'warn' | 'required';

/**
 * The EVM addresses of the solvers, from the merchant's registry only. The live listing cannot serve for this, because
 * it comes from the service that also sends the quotes.
 */
export const pinnedSolvers = (registry: Registry | undefined): string[] =>
  (registry?.chains ?? []).flatMap(({ vmType, solverAddresses = [] }) =>
    familyOf(vmType)?.hasSolverKeys ? solverAddresses : [],
  );

/**
 * Returns the mode for these options, whose values `checkOptions` has checked.
 * @throws HubPayError `config` if `required` is set without solver addresses in the registry
 */
export function attestationMode({ attestation, registry }: SessionOptions): AttestationMode {
  const isPinned = pinnedSolvers(registry).length > 0;
  if (attestation === 'required' && !isPinned) {
    throw config('attestation', '"required" needs a registry whose chains have solverAddresses: set ', {
      option: 'registry',
    });
  }
  return isPinned ? (attestation ?? 'warn') : 'off';
}
