/**
 * Creates a session for a caller without the element. The problems of this session name options, such as `refundTo`.
 */
import { assertBody, type BodyShape } from '../../api/requests/checks.js';
import { config } from '../../errors.js';
import { isRecord } from '../../shared/text/patterns.js';
import type { Platform } from '../../shared/platform.js';
import { callable, having } from '../../shared/validation.js';
import type { SessionOptions } from '../model/options.js';
import { createPaymentSession as createSession, type PaymentSession } from './session.js';

/**
 * The parts of the platform that a caller can replace. A misspelled name is an error, because the session would then
 * use the platform's own part.
 */
const platformShape: BodyShape<Partial<Platform>> = {
  name: 'the platform',
  checks: {
    fetch: callable,
    sender: callable,
    storage: having('getItem', 'setItem', 'removeItem'),
    locks: having('request'),
    clock: having('now', 'setTimeout', 'clearTimeout'),
    random: callable,
    WebSocket: callable,
  },
  needed: [],
  rules: [],
};

/**
 * Creates a session, which starts in a microtask, so that the caller can add listeners first.
 * @param options the merchant's options; invalid options lead to the state `idle` with a `config` problem
 * @param deps replaces parts of the platform, for example `clock`; by default, they are the platform's own
 * @throws HubPayError `config` if `options` is no object, or if `deps` has an unknown name or a value of another type
 */
export function createPaymentSession(options: SessionOptions, deps: Partial<Platform> = {}): PaymentSession {
  if (!isRecord(options)) throw config('options', 'must be an object with the options of the session');
  assertBody(deps, platformShape);
  return createSession(options, deps);
}
