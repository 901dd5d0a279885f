/**
 * The server entry, for any runtime with the Fetch API: the functions that verify payments, and the proxy, which adds
 * the API key.
 */
export {
  verifyAttestation,
  type Attestation,
  type AttestationOptions,
  type AttestationResult,
} from './verify-attestation.js';
export { createProxy, type ProxyOptions } from './proxy/create-proxy.js';
export {
  nodeListener,
  type FetchHandler,
  type NodeListenerOptions,
  type NodeRequest,
  type NodeResponse,
} from './node-listener.js';
export type { Limiter } from './proxy/rate-limit.js';
export type { CallRules, SponsorRules } from './proxy/sponsor-rules.js';
export { verifyPayment } from './verify-payment.js';
export type { ExpectedPayment, VerifyOptions, VerifyReason, VerifyResult } from './types.js';
export type { PaymentResult, TokenAmount, TransactionRef } from '../types.js';
