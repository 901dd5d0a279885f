/** Creates a session for a caller without the element. Its problems name options, such as `refundTo`. */
import type { Platform } from '../../shared/platform.js';
import type { SessionOptions } from '../model/options.js';
import { createPaymentSession as createSession, type PaymentSession } from './session.js';

/**
 * Creates a session, which starts in a microtask, so that the caller can add listeners first.
 * @param options The merchant's options. Invalid options lead to the state `idle` with a `config` problem.
 * @param deps Replaces parts of the platform, for example `clock`. Default: the browser's own functions.
 */
export const createPaymentSession = (options: SessionOptions, deps: Partial<Platform> = {}): PaymentSession =>
  createSession(options, deps);
