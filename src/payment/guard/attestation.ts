/**
 * G60: checks that the solver's attestation of a quote matches the data that the payer sees. Runs only if the
 * merchant's registry pins the solver.
 */
import type { HubClient } from '../../api/client.js';
import { errorInfo, HubPayError } from '../../errors.js';
import type { ErrorInfo, GuardNote, PaymentIntent, QuoteSummary, Registry } from '../../types.js';
import type { AttestationResult } from '../../vm/adapter.js';
import { loadAdapter } from '../../vm/load-adapter.js';
import { sameAddress } from '../../vm/addresses.js';
import { config, type SessionOptions } from '../model/options.js';

export type { AttestationResult };

/**
 * How an attestation is checked. `off`: not checked. `warn`: an unavailable attestation shows a warning. `required`: an
 * unavailable attestation blocks the payment. An invalid attestation blocks the payment with `warn` and with
 * `required`.
 */
export type AttestationMode = 'off' | 'warn' | 'required';

/**
 * The solver's EVM addresses in the merchant's registry. They are the same on every chain. The live listing is not
 * used, because it comes from the same service as the quotes.
 */
const pinnedSolvers = (registry: Registry | undefined): string[] =>
  (registry?.chains ?? []).flatMap(({ vmType, solverAddresses = [] }) => (vmType === 'evm' ? solverAddresses : []));

/** @throws HubPayError `config` for an unknown value, or for `required` without pinned solver addresses */
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
 * Requests the attestation once (`GET /requests/<request_id>/signature`). Never rejects: after an error it returns
 * `unavailable`.
 */
export async function checkAttestation(
  quote: QuoteSummary,
  intent: PaymentIntent,
  o: { client: Pick<HubClient, 'attestation'>; registry: Registry | undefined; signal: AbortSignal },
): Promise<AttestationResult> {
  try {
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
    // The solver signs with its EVM account, whatever the origin chain is.
    const adapter = await loadAdapter('evm');
    return await adapter.checkAttestation(quote.requestId, attestation, pinnedSolvers(o.registry));
  } catch {
    return 'unavailable';
  }
}

const PATH = 'attestation';

/** What the payer sees during the review: a warning or a problem. Null if the attestation is valid. */
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
 * The attestation's warning, if the payer has not seen it yet. Null if there is none.
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
      ? 'The signature over this request is for another payment, or not the pinned solver’s.'
      : 'The solver’s signature over this request is required, and could not be checked.',
    { details: `G60 ${PATH}` },
  );
