/** G60: the solver's own word on a quote, held against what the payer was shown; for merchants who pin the solver. */
import type { HubClient } from '../../api/client.js';
import { errorInfo, HubPayError } from '../../errors.js';
import type { ErrorInfo, GuardNote, PaymentIntent, QuoteSummary, Registry } from '../../types.js';
import { loadAdapter } from '../../vm/load-adapter.js';
import { sameAddress } from '../../vm/addresses.js';
import { config, type SessionOptions } from '../model/options.js';

/** `missing`: it could not be had, or nothing can be said of it. */
export type AttestationResult = 'valid' | 'invalid' | 'unavailable';

/** A wrong one always blocks, a missing one by this. */
export type AttestationMode = 'off' | 'warn' | 'required';

/**
 * The solver's accounts as the merchant pinned them; its EVM account is the same on every chain. What the live listing
 * says does not count: it comes from where the quotes come from.
 */
const pinnedSolvers = (registry: Registry | undefined): string[] =>
  (registry?.chains ?? []).flatMap(({ vmType, solverAddresses = [] }) => (vmType === 'evm' ? solverAddresses : []));

/** @throws HubPayError `config` where a signature is required that could be compared with nothing */
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

/** Asks for the signature once. Never rejects: what cannot be had is missing. */
export async function checkAttestation(
  quote: QuoteSummary,
  intent: PaymentIntent,
  o: { client: Pick<HubClient, 'attestation'>; registry: Registry | undefined; signal: AbortSignal },
): Promise<AttestationResult> {
  try {
    const attestation = await o.client.attestation(quote.requestId, { signal: o.signal });
    const { requestData } = attestation;
    const isThis =
      requestData.originChainId === intent.originChainId &&
      sameAddress(requestData.originUser, intent.user ?? '') &&
      sameAddress(requestData.originCurrency, intent.originCurrency ?? '') &&
      requestData.originAmount === quote.pays.amount &&
      requestData.destinationChainId === intent.destinationChainId &&
      sameAddress(requestData.destinationUser, quote.recipient);
    if (!isThis) return 'invalid';
    // Whatever chain pays, the solver signs with its EVM account.
    const adapter = await loadAdapter('evm');
    return await adapter.checkAttestation(quote.requestId, attestation, pinnedSolvers(o.registry));
  } catch {
    return 'unavailable';
  }
}

const PATH = 'attestation';

/** What the payer is told while there is time to look: null where there is nothing to tell. */
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
 * What the payer has not been told yet, and must be before the wallet is asked; null where there is nothing.
 * @throws HubPayError `quote-unsafe` where what the solver said must stop the payment
 */
export function unshownNotice(
  attested: AttestationResult,
  mode: AttestationMode,
  told: readonly GuardNote[],
): GuardNote | null {
  const doubt = attestationNotice(attested, mode);
  if (doubt && 'problem' in doubt) throw attestationError(attested);
  return doubt && !told.some(({ rule }) => rule === doubt.warning.rule) ? doubt.warning : null;
}

const attestationError = (attested: AttestationResult): HubPayError =>
  new HubPayError(
    'quote-unsafe',
    attested === 'invalid'
      ? 'The signature over this request is for another payment, or not the pinned solver’s.'
      : 'The solver’s signature over this request is required, and could not be checked.',
    { details: `G60 ${PATH}` },
  );
