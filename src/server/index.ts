/** For a merchant's back end, on any runtime with the fetch standard: proof of payment, and what keeps the key. */
export { verifyAttestation, type Attestation, type AttestationOptions, type AttestationResult } from './attestation.js';
export { createProxy, type ProxyOptions } from './proxy.js';
export type { Limiter } from './limit.js';
export type { SponsorRules } from './sponsor.js';
export { verifyPayment, type Expected, type VerifyOptions, type VerifyReason, type VerifyResult } from './verify.js';
export type { PaymentResult, TokenAmount, TransactionRef } from '../types.js';
