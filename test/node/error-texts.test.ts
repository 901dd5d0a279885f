/** Tests some complete error texts, as a developer sees them in the console. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { config, docsUrlOf, errorInfo, errorOf, HubPayError } from '../../src/errors.js';
import { HubClient } from '../../src/api/client.js';
import { serviceError } from '../../src/api/service-error.js';
import { errorInAttributes } from '../../src/element/checkout/attribute-names.js';
import { checkOptions } from '../../src/payment/model/options.js';

const PAGE = 'https://github.com/hub-pay/hub-pay/blob/main/stories/docs/errors.md';

function errorOfCall(run: () => unknown): HubPayError {
  try {
    run();
  } catch (error) {
    if (error instanceof HubPayError) return error;
    throw error;
  }
  throw new Error('nothing was thrown');
}

const payTo = {
  baseUrl: 'https://pay.example',
  destinationChainId: 1,
  destinationCurrency: 'USDC',
  recipient: '0x00000000000000000000000000000000000000aa',
};

/** Wrong options, with the text that the console of a page with the element shows, and the text without the element. */
const ROWS: readonly (readonly [options: object, inElement: string, without: string])[] = [
  [
    { baseUrl: '' },
    'base-url: is missing; set it to the URL of the service or "demo:"',
    'baseUrl: is missing; set it to the URL of the service',
  ],
  [
    { baseUrl: '/hub' },
    'base-url: "/hub" is no full http or https URL, such as https://shop.example/hub or "demo:"',
    'baseUrl: "/hub" is no full http or https URL, such as https://shop.example/hub',
  ],
  [
    { confirmUrl: 'ftp://x' },
    'confirm-url: "ftp://x" is no full http or https URL, such as https://shop.example/hub',
    'confirmUrl: "ftp://x" is no full http or https URL, such as https://shop.example/hub',
  ],
  [
    { venueInfoUrl: '' },
    'venueInfoUrl: names no address; set it to a full URL, or leave it out',
    'venueInfoUrl: names no address; set it to a full URL, or leave it out',
  ],
  [
    { confirmUrl: '?order=7' },
    'confirm-url: names no address; set it to a full URL, or leave it out',
    'confirmUrl: names no address; set it to a full URL, or leave it out',
  ],
  [
    { amount: '25,00' },
    'amount: "25,00" is not a plain decimal such as "25.00"',
    'amount: "25,00" is not a plain decimal such as "25.00"',
  ],
  // A value of the merchant is no name of an option.
  [
    { amount: 'refund-to' },
    'amount: "refund-to" is not a plain decimal such as "25.00"',
    'amount: "refund-to" is not a plain decimal such as "25.00"',
  ],
  [
    { slippageTolerance: '0.5' },
    'slippage-tolerance: "0.5" is not a whole number from 0 to 10000',
    'slippageTolerance: "0.5" is not a whole number from 0 to 10000',
  ],
  [
    { destinationChainId: undefined },
    'destination-chain-id: is missing; set it to a chain id',
    'destinationChainId: is missing; set it to a chain id',
  ],
  [
    { destinationChainId: -1 },
    'destination-chain-id: "-1" is not a chain id',
    'destinationChainId: "-1" is not a chain id',
  ],
  [
    { tradeType: 'EXACT_INPUT' },
    'trade-type: EXACT_INPUT also needs origin-chain-id and origin-currency',
    'tradeType: EXACT_INPUT also needs originChainId and originCurrency',
  ],
  [
    { originCurrency: 'ETH' },
    'origin-chain-id: is missing, but origin-currency needs it',
    'originChainId: is missing, but originCurrency needs it',
  ],
  [
    { recipient: undefined, amount: '5' },
    'recipient: is missing beside amount: set it, or "payer" to pay the payer',
    'recipient: is missing beside amount: set it, or "payer" to pay the payer',
  ],
  [{ quoteOptions: { refundTo: '0x1' } }, 'quoteOptions: cannot set refundTo', 'quoteOptions: cannot set refundTo'],
];

test('error texts name the attribute, say what to set and link the documentation when an option is wrong', () => {
  for (const [options, inElement, without] of ROWS) {
    const error = errorOfCall(() => checkOptions({ ...payTo, ...options }));
    const own = errorInAttributes(error);
    assert.equal(String(error), `HubPayError: ${without}. See ${PAGE}#config`);
    assert.equal(String(own), `HubPayError: ${inElement}. See ${PAGE}#config`);
    // The first word is the name. The element’s error has the members that it always had.
    assert.equal(error.attribute, without.split(':')[0]);
    assert.equal(own.attribute, inElement.split(':')[0]);
    assert.equal(own.parts, undefined);
  }
});

test('error texts of the service’s client and of a quote name the option that another field needs', async () => {
  const client = new HubClient({ baseUrl: 'https://pay.example' });
  const body = { user: 'u', originChainId: 1, destinationChainId: 1, originCurrency: 'a', destinationCurrency: 'b' };
  const wrong = { ...body, amount: '1', tradeType: 'EXACT_INPUT', maxSubsidizationAmount: '1' } as const;
  const error: unknown = await client.quote(wrong).catch((cause: unknown) => cause);
  assert.ok(error instanceof HubPayError);
  const text = (name: string, other: string): string =>
    `HubPayError: ${name}: requires ${other}: set it. See ${PAGE}#config`;
  assert.equal(String(error), text('maxSubsidizationAmount', 'subsidizeFees'));
  assert.equal(String(errorInAttributes(error)), text('max-subsidization-amount', 'subsidize-fees'));
});

test('error texts of the service keep their words, and only their attribute gets another name in the element', () => {
  const given = serviceError('POST /quote/v2', 400, { errorCode: 'INVALID_SLIPPAGE_TOLERANCE' }, 7);
  const own = errorInAttributes(given);
  assert.equal(given.attribute, 'slippageTolerance');
  assert.equal(own.attribute, 'slippage-tolerance');
  assert.equal(own.message, given.message);
  assert.deepEqual([own.retryAfter, own.details, own.cause], [7, 'INVALID_SLIPPAGE_TOLERANCE', given]);
  const plain = new HubPayError('offline', 'The browser is offline.');
  assert.equal(errorInAttributes(plain), plain);
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
  const named = errorOf(errorInfo(config('amount', 'must be more than ', { option: 'minAmount' })));
  assert.equal(named.message, `amount: must be more than minAmount. See ${docsUrlOf('config')}`);
  assert.deepEqual(named.parts, [{ option: 'amount' }, ': ', 'must be more than ', { option: 'minAmount' }]);
});

test('error texts name the field when a method gets a malformed id', async () => {
  const client = new HubClient({ baseUrl: 'https://pay.example' });
  const text = await client.status('0x12').catch((error: unknown) => String(error));
  assert.equal(text, `HubPayError: requestId: must be 32 bytes in hex, with the prefix 0x. See ${PAGE}#config`);
});
