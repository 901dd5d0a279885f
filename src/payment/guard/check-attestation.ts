/**
 * G60: checks the solver's signature over a quote, and compares the signed data with what the payer sees. This code
 * loads only if the session checks attestations.
 */
import type { HubClient } from '../../api/client.js';
import { errorInfo, HubPayError } from '../../errors.js';
import { sameAddress } from '../../shared/chain.js';
import type { ErrorInfo, GuardNote, PaymentIntent, QuoteSummary } from '../../types.js';
import type { AttestationResult } from '../../vm/family/adapter.js';
import { loadAttestation } from '../../vm/adapter-for.js';
import type { AttestationMode } from './attestation.js';

/**
 * Requests the attestation (`GET /requests/<request_id>/signature`) and checks it. Never rejects, but resolves with
 * `unavailable` after an error.
 * @param o.solvers the EVM addresses of the solvers, from the merchant's registry
 */
export async function checkAttestation(
  quote: QuoteSummary,
  intent: PaymentIntent,
  o: { client: Pick<HubClient, 'attestation'>; solvers: readonly string[]; signal: AbortSignal },
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
    return await checkSignature(quote.requestId, attestation, o.solvers);
  } catch {
    return 'unavailable';
  }
}

const PATH = 'attestation';

/** Returns the warning or the problem for the payer, or null if the attestation is valid. */
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
 * Returns the warning that the attestation causes, or null if the attestation causes no warning, or if `shown` contains
 * this warning.
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
