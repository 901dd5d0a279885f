/** Type tests of a session. tsc must accept each correct line and reject each wrong line. */
import type {
  HubPayError,
  KnownAmount,
  PaymentSession,
  QuoteSummary,
  TokenAmount,
  ErrorCode,
  ErrorInfo,
  ErrorReason,
  MessagePart,
} from '../../src/headless.js';
import { equal } from './equal.js';

declare const session: PaymentSession;
declare const quote: QuoteSummary;
declare const amount: TokenAmount;
declare const error: ErrorInfo;

export function dispatches(): void {
  session.dispatch({ type: 'opened' });
  session.dispatch({ type: 'wallet-picked', wallet: 'com.example' });
  // @ts-expect-error Only the session itself dispatches this event.
  session.dispatch({ type: 'sent' });
  // @ts-expect-error Only the session itself reports a delivered payment.
  session.dispatch({ type: 'succeeded', receipt: {} as never, at: 0 });
  // @ts-expect-error The event has no `wallet`.
  session.dispatch({ type: 'wallet-picked' });
}

export function listens(): void {
  session.on('hub-success', (result) => {
    equal<string>()(result.requestId);
    equal<TokenAmount>()(result.paid);
  });
  session.on('hub-sent', ({ transaction }) => transaction?.hash);
  // @ts-expect-error There is no event of this name.
  session.on('hub-done', () => undefined);
  // @ts-expect-error The detail of this event has no such member.
  session.on('hub-success', ({ amount: none }) => typeof none);
  // @ts-expect-error The listener expects another detail.
  session.on('hub-error', (detail: QuoteSummary) => detail.pays);
}

export function amounts(): bigint[] {
  equal<KnownAmount>()(quote.pays);
  equal<string | null>()(amount.amount);
  // @ts-expect-error An unknown amount is null, and BigInt does not accept null.
  const guessed = BigInt(amount.amount);
  return [BigInt(quote.pays.amount), guessed];
}

export function errors(caught: HubPayError): void {
  equal<ErrorCode>()(caught.code);
  equal<ErrorCode>()(error.code);
  // @ts-expect-error No error has this code.
  if (error.code === 'overpaid') throw caught;
  equal<ErrorReason | undefined>()(error.reason);
  // @ts-expect-error No error has this reason.
  if (error.reason === 'not-load') throw caught;
  equal<readonly MessagePart[] | undefined>()(error.parts);
}
