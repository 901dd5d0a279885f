/** Tests some complete error texts, as a developer sees them in the console. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { docsUrlOf, errorInfo, errorOf, HubPayError } from '../../src/errors.js';
import { HubClient } from '../../src/api/client.js';
import { checkOptions } from '../../src/payment/model/options.js';

const PAGE = 'https://github.com/hub-pay/hub-pay/blob/main/stories/docs/errors.md';

function textOf(run: () => unknown): string {
  try {
    run();
  } catch (error) {
    return String(error);
  }
  return 'nothing was thrown';
}

test('error texts name the attribute, say what to set and link the documentation when an option is wrong', () => {
  assert.equal(
    textOf(() => checkOptions({ baseUrl: '' })),
    `HubPayError: base-url: is missing; set it to the URL of the service or "demo:". See ${PAGE}#config`,
  );
  const options = { baseUrl: 'https://pay.example', destinationChainId: 1, destinationCurrency: 'USDC' };
  assert.equal(
    textOf(() => checkOptions({ ...options, amount: '25,00' })),
    `HubPayError: amount: "25,00" is not a plain decimal such as "25.00". See ${PAGE}#config`,
  );
  assert.equal(
    textOf(() => checkOptions({ ...options, slippageTolerance: '0.5' })),
    `HubPayError: slippage-tolerance: "0.5" is not a whole number from 0 to 10000. See ${PAGE}#config`,
  );
});

test('error texts link the documentation when the guard blocked the quote', () => {
  assert.equal(
    new HubPayError('quote-unsafe', 'The quote has no request id.').message,
    `The quote has no request id. See ${PAGE}#quote-unsafe`,
  );
});

test('error texts have no link when the code needs no change by the developer', () => {
  assert.equal(new HubPayError('offline', 'The browser is offline.').message, 'The browser is offline.');
});

test('error texts have one link when an error becomes plain data and an error again', () => {
  const error = errorOf(errorInfo(new HubPayError('config', 'amount: must be more than 0')));
  assert.equal(error.message, `amount: must be more than 0. See ${docsUrlOf('config')}`);
});

test('error texts name the field when a method gets a malformed id', async () => {
  const client = new HubClient({ baseUrl: 'https://pay.example' });
  const text = await client.status('0x12').catch((error: unknown) => String(error));
  assert.equal(text, `HubPayError: requestId: must be 32 bytes in hex, with the prefix 0x. See ${PAGE}#config`);
});
