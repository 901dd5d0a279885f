/**
 * G60: checks the attestation against the data that the payer sees. The attestation is the solver's signature over a
 * quote. The check needs a registry with the solver's addresses.
 */
import type { HubClient } from '../../api/client.js';
import { errorInfo, HubPayError } from '../../errors.js';
import type { ErrorInfo, GuardNote, PaymentIntent, QuoteSummary, Registry } from '../../types.js';
import type { AttestationResult } from '../../vm/adapter.js';
import { loadAttestation } from '../../vm/load-adapter.js';
import { sameAddress } from '../../shared/chain.js';
import { config, type SessionOptions } from '../model/options.js';

export type { AttestationResult };

/**
 * What happens if the attestation is not valid.
 * - `off`: nothing happens, because the session does not check the attestation.
 * - `warn`: an invalid attestation blocks the payment. An unavailable attestation shows a warning.
 * - `required`: an invalid or unavailable attestation blocks the payment.
 */
export type AttestationMode = 'off' | 'warn' | 'required';

/**
 * The EVM addresses of the solvers, from the merchant's registry only. The live listing is not used, because the
 * service that sends the quotes also sends the listing.
 */
const pinnedSolvers = (registry: Registry | undefined): string[] =>
  (registry?.chains ?? []).flatMap(({ vmType, solverAddresses = [] }) => (vmType === 'evm' ? solverAddresses : []));

/**
 * Returns the mode for these options.
 * @throws HubPayError `config` if the value is unknown, or if `required` is set without solver addresses in the
 *   registry
 */
export function attestationMode({ attestation, registry }: SessionOptions): AttestationMode {
  if (attestation !== undefined && !['off', 'warn', 'required'].includes(attestation)) {
    throw config('attestation', `"${attestation as string}" is none of off, warn, required`);
  }
  const isPinned = pinnedSolvers(registry).length > 0;
  if (attestation === 'required' && !isPinned) {
    throw config('attestation', '"required" needs a registry whose chains have solverAddresses: set registry');
  }
  return isPinned ? (attestation ?? 'warn') : 'off';
}

/**
 * Requests the attestation (`GET /requests/<request_id>/signature`) and checks the attestation. Never rejects: after an
 * error, returns `unavailable`.
 */
export async function checkAttestation(
  quote: QuoteSummary,
  intent: PaymentIntent,
  o: { client: Pick<HubClient, 'attestation'>; registry: Registry | undefined; signal: AbortSignal },
): Promise<AttestationResult> {
  try {
    const { checkAttestation: checkSignature, loadCurve } = await loadAttestation();
    loadCurve().catch(() => undefined);
    const attestation = await o.client.attestation(quote.requestId, { signal: o.signal });
    const { requestData } = attestation;
    const isThisPayment =
      requestData.originChainId === intent.originChainId &&
      sameAddress(requestData.originUser, intent.user ?? '') &&
      sameAddress(requestData.originCurrency, intent.originCurrency ?? '') &&
      requestData.originAmount === quote.pays.amount &&
      requestData.destinationChainId === intent.destinationChainId &&
      sameAddress(requestData.destinationUser, quote.recipient);
    if (!isThisPayment) return 'invalid';
    return await checkSignature(quote.requestId, attestation, pinnedSolvers(o.registry));
  } catch {
    return 'unavailable';
  }
}

const PATH = 'attestation';

/** Returns the warning or the problem that the payer sees. Returns null if the attestation is valid. */
export function attestationNotice(
  attested: AttestationResult,
  mode: AttestationMode,
): { warning: GuardNote } | { problem: ErrorInfo } | null {
  if (attested === 'valid') return null;
  if (attested === 'unavailable' && mode === 'warn') {
    return { warning: { rule: 'G60', path: PATH, message: 'has no signature of the solver that could be checked' } };
  }
  return { problem: errorInfo(attestationError(attested)) };
}

/**
 * Returns the warning that the attestation causes. Returns null if the attestation causes no warning, or if `shown`
 * contains this warning.
 * @throws HubPayError `quote-unsafe` if the attestation blocks the payment
 */
export function unshownNotice(
  attested: AttestationResult,
  mode: AttestationMode,
  shown: readonly GuardNote[],
): GuardNote | null {
  const notice = attestationNotice(attested, mode);
  if (notice && 'problem' in notice) throw attestationError(attested);
  return notice && !shown.some(({ rule }) => rule === notice.warning.rule) ? notice.warning : null;
}

const attestationError = (attested: AttestationResult): HubPayError =>
  new HubPayError(
    'quote-unsafe',
    attested === 'invalid'
      ? 'The signature over this request is for another payment, or is not from the pinned solver.'
      : 'The solver’s signature over this request is required, but could not be checked.',
    { details: `G60 ${PATH}` },
  );
