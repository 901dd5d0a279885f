/**
 * The headless entry of the package: payments without the element, for custom interfaces, servers and tests. It needs
 * neither Lit nor the DOM.
 */
export { HubClient, type CallOptions, type HubClientOptions } from './api/client.js';
export type { EndpointPause, EndpointPauses } from './api/endpoint-pauses.js';
export type {
  SetCodeAuthorization,
  CurrenciesBody,
  ExecuteBody,
  PermitBody,
  QuoteBody,
  RequestsQuery,
} from './api/requests/types.js';
export type {
  ExecuteAnswer,
  WireAttestation,
  WireCurrency,
  WireCurrencyRecord,
  WireItem,
  WireRequest,
  WireRequests,
  WireStatus,
  WireStep,
} from './api/responses/types.js';
export {
  HubPayError,
  type ErrorCode,
  type ErrorInfo,
  type ErrorReason,
  type HubPayErrorOptions,
  type MessagePart,
  type Money,
} from './errors.js';
export { guardQuote } from './payment/guard/guard-quote.js';
export type { TokenSearchResult } from './payment/assets/asset-picker.js';
export type { HistoryPage, HistoryQuery, PastPayment } from './payment/history/list-payments.js';
export { createPaymentSession } from './payment/session/headless-session.js';
export type { Platform, PaymentSession, SessionOptions } from './payment/session/session.js';
export type { ConfirmDetail, PaymentRef, SessionEventMap, StateName, StepPhase, ViewName } from './events.js';
export type { Listen } from './payment/model/emitter.js';
export type {
  AddressProblems,
  AssetRef,
  PayerEvent,
  PayerField,
  PaymentState,
  Selection,
  StateOf,
} from './payment/model/state.js';
export type { Clock } from './shared/time/clock.js';
export type { KeyValueStore } from './shared/memory-store.js';
export type { Locks } from './shared/platform.js';
export type {
  Account,
  AppFee,
  AddressProblem,
  Asset,
  ChainCurrency,
  ChainRecord,
  Deposit,
  Destination,
  DestinationCall,
  ExtraDeposit,
  FeeName,
  FeeShare,
  GuardNote,
  GuardResult,
  Instruction,
  KnownAmount,
  Payment,
  PaymentIntent,
  PaymentQuote,
  PaymentResult,
  Permit,
  QuoteSummary,
  RefundResult,
  Registry,
  StepRef,
  TokenAmount,
  TradeType,
  TransactionRef,
  TypedData,
  VmType,
  WalletRequest,
} from './types.js';
export type {
  EIP1193Provider,
  WagmiConnector,
  WalletEntry,
  WalletFamily,
  WalletInfo,
  WalletStandardAccount,
  WalletStandardWallet,
} from './wallets/wallet.js';
