/**
 * Verifies the payments of test mode, in which no service exists: a payment exists as soon as the merchant's server has
 * stored its request id.
 */
import { HubPayError } from '../errors.js';
import { unknownAmount } from '../shared/amounts.js';
import { TEST_MODE } from '../shared/test-mode.js';
import type { VerifyOptions, VerifyResult } from './verify-payment.js';

/** The first digits of every request id of test mode. */
const TEST_ID = /^0x7e57/;

type Terms = { chainId: number; currency: string; amount: string };

/** True if the URL of the service is `demo:`. */
export const isTestMode = ({ baseUrl }: Pick<VerifyOptions, 'baseUrl'>): boolean => baseUrl === TEST_MODE;

/**
 * Returns `ok: true` if `claim` returns true, and `unknown-id` otherwise. The payment contains what the order requires,
 * because nothing was paid.
 * @throws HubPayError `config` unless `NODE_ENV` is `development` or `test`: anyone can write a request id of test mode
 */
export async function verifyTestPayment(
  { claim }: Pick<VerifyOptions, 'claim'>,
  requestId: string,
  { chainId, currency, amount }: Terms,
): Promise<VerifyResult> {
  const { process } = globalThis as { process?: { env?: { NODE_ENV?: string } } };
  if (!['development', 'test'].includes(process?.env?.NODE_ENV ?? '')) {
    const why = `${TEST_MODE} accepts payments without money. Set NODE_ENV to development or test for it.`;
    throw new HubPayError('config', `baseUrl: ${why}`);
  }
  if (!TEST_ID.test(requestId))
    return { ok: false, reason: 'unknown-id', message: 'This payment is not of test mode, and baseUrl is demo:.' };
  const isStored: unknown = claim ? await claim(requestId) : false;
  if (isStored !== true)
    return { ok: false, reason: 'unknown-id', message: 'In test mode, your server must first store the request id.' };
  const received = { ...unknownAmount(chainId), currency, amount };
  const payment = { requestId, reference: null, paid: unknownAmount(), received, origin: [], destination: [] };
  return { ok: true, test: true, payment };
}
