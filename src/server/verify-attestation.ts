/** Verifies on a server that the solver signed the attestation of a payment. */
import { HubClient } from '../api/client.js';
import { assertBody, type BodyShape } from '../api/requests/checks.js';
import { parseAttestation } from '../api/responses/parse.js';
import { parseRequestId } from '../api/input.js';
import type { WireAttestation } from '../api/responses/types.js';
import { config, HubPayError } from '../errors.js';
import { attestationHash, signerOf } from '../vm/evm/attestation.js';
import { isHexAccount, sameAddress } from '../shared/chain.js';
import { callable, unchecked, writtenText } from '../shared/validation.js';

/** The signed attestation of a payment (`GET /requests/<id>/signature`). */
export type Attestation = WireAttestation;

/** Options of `verifyAttestation`. */
export type AttestationOptions = {
  /** The service's id of the payment: 32 bytes in hex, with the prefix `0x`. */
  requestId: string;
  /**
   * The address of the solver's EVM account, which is the same on every chain. Do not take it from the service, which
   * could name its own signer.
   */
  solver: string;
  /** The response of `GET /requests/<id>/signature`. If absent, `verifyAttestation` fetches it from `baseUrl`. */
  attestation?: Attestation;
  /** The URL of the service, or of your proxy. Required if `attestation` is absent. */
  baseUrl?: string;
  /** Replaces the platform's `fetch`. Default: `globalThis.fetch`. */
  fetch?: typeof fetch;
};

const optionShape: BodyShape<AttestationOptions> = {
  name: 'the options',
  checks: {
    // Both values can come from somebody else, so a wrong value leads to a result with `ok: false` instead of an error.
    // Only a missing attestation without a base URL is an error.
    requestId: unchecked,
    attestation: unchecked,
    solver: writtenText,
    baseUrl: writtenText,
    fetch: callable,
  },
  needed: ['solver'],
  rules: [],
};

/** The result of `verifyAttestation`. */
export type AttestationResult =
  | {
      /** True if the solver signed the attestation. */
      ok: true;
      /** The values that the solver signed, which your server must compare with its record of the order. */
      requestData: Attestation['requestData'];
    }
  | {
      /** False if the solver did not sign the attestation, or if this could not be checked. */
      ok: false;
      /** The problem in English, for a developer. */
      message: string;
    };

/**
 * Checks only that the solver signed the attestation for this request id. Your server must also compare `requestData`
 * with its record of the order.
 * @throws HubPayError `config` for an option that is unknown or of another type, for an invalid base URL or solver, or
 * if both the attestation and the base URL are missing
 */
export async function verifyAttestation(options: AttestationOptions): Promise<AttestationResult> {
  assertBody(options, optionShape);
  if (!isHexAccount(options.solver)) throw config('solver', 'is not the address of an EVM account');
  const { requestId, solver, baseUrl, fetch } = options;
  if (!options.attestation && baseUrl === undefined) {
    throw config('baseUrl', 'is missing, and so is attestation: set one of them');
  }
  const client = baseUrl === undefined ? null : new HubClient({ baseUrl, ...(fetch && { fetch }) });
  try {
    const id = parseRequestId(requestId);
    const { requestData, signature } = parseAttestation(options.attestation ?? (await client?.attestation(id)));
    const hash = await attestationHash(id, requestData);
    if (hash === null)
      return { ok: false, message: 'The signed data cannot be computed, because a value has a wrong form.' };
    const signer = await signerOf(hash, signature);
    if (signer !== null && sameAddress(signer, solver)) return { ok: true, requestData: { ...requestData } };
    return {
      ok: false,
      message: `The signer is ${signer ?? 'unknown'}, not the solver, or the signature is for other data.`,
    };
  } catch (error) {
    if (!(error instanceof HubPayError)) throw error;
    return { ok: false, message: error.message };
  }
}
