/**
 * The server entry, for runtimes with the Fetch API. It exports the merchant's ledger with its databases, the functions
 * that describe what needs a person, and those that verify payments and attestations. It also exports the proxy, which
 * adds the API key, and `nodeListener` for Node's http server.
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
export { createLedger } from './ledger/create-ledger.js';
export type { LedgerDatabase, Query, Row, Value } from './ledger/database/database.js';
export {
  postgres,
  type PgClient,
  type PgLite,
  type PgPool,
  type PgQueries,
  type PgTransaction,
} from './ledger/database/postgres.js';
export { sqlite, type SqliteDriver, type SqliteStatement } from './ledger/database/sqlite.js';
export type { Attention, AttentionKind } from './ledger/attention-types.js';
export type {
  FinalityRule,
  Ledger,
  LedgerOptions,
  LedgerOrder,
  LedgerPayment,
  NewOrder,
  OrderStatus,
  PaidEvent,
  PaymentStatus,
} from './ledger/types.js';
export type { Payer } from './payer.js';
export { verifyPayment } from './verify-payment.js';
export type { ExpectedPayment, VerifyOptions, VerifyReason, VerifyResult } from './types.js';
export type { PaymentResult, TokenAmount, TransactionRef } from '../types.js';
export { attentionTable } from './ledger/attention-table.js';
export { describeAttention, type AttentionDescription } from './ledger/describe-attention.js';
