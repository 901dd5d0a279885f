/**
 * Creates a session for a caller without the element. Its problems name options, such as `refundTo`, where those of the
 * element's session name attributes, such as `refund-to`.
 */
import type { ErrorInfo } from '../../errors.js';
import { kebabCase } from '../../shared/kebab-case.js';
import { optionFields } from '../../shared/quote-fields.js';
import type { Platform } from '../../shared/platform.js';
import type { SessionOptions } from '../model/options.js';
import { createPaymentSession as createSession, type PaymentSession } from './session.js';

/**
 * Creates a session, which starts in a microtask, so that the caller can add listeners first.
 * @param options The merchant's options. Invalid options lead to the state `idle` with a `config` problem.
 * @param deps Replaces parts of the platform, for example `clock`. Default: the browser's own functions.
 */
export const createPaymentSession = (options: SessionOptions, deps: Partial<Platform> = {}): PaymentSession =>
  createSession(options, deps, inOptionNames);

/** The options by the names of their attributes. */
const optionNames: ReadonlyMap<string, string> = new Map(
  ['baseUrl', 'confirmUrl', ...optionFields].map((name) => [kebabCase(name), name]),
);

const optionNamed = (attribute: string): string => optionNames.get(attribute) ?? attribute;

/** The hint of the error about `base-url`. A session without the element has no test mode. */
const TEST_MODE_HINT = ' or "demo:"';

/** Returns the same object if the problem names no attribute, because a new object would be a new problem. */
export function inOptionNames(problem: ErrorInfo): ErrorInfo {
  const message = problem.message.replace(/\b[a-z]+(?:-[a-z]+)+\b/gu, optionNamed).replace(TEST_MODE_HINT, '');
  if (message === problem.message) return problem;
  const { attribute } = problem;
  return Object.freeze({ ...problem, message, ...(attribute !== undefined && { attribute: optionNamed(attribute) }) });
}
