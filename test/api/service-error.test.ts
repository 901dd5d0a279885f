import { expect } from 'chai';
import { solvedByOtherAsset } from '../../src/ui/context/phrases.js';
import { HubClient } from '../../src/api/client.js';
import { serviceError } from '../../src/api/service-error.js';
import { texts as de } from '../../src/i18n/locales/de.js';
import { englishTexts as en, formsOf } from '../../stories/support/english.js';
import { fakeHub } from '../support/fakes/fake-hub.js';
import enums from '../support/fixtures/enums.json';
import oldCode from '../support/fixtures/error-old-code-key.json';
import rateLimit from '../support/fixtures/error-requests-v2-rate-limit.json';

const german = Object.fromEntries(Object.entries(de).map(([key, text]) => [key, formsOf(text).at(-1)]));

type Texts = readonly [title: string, action: string];

const choose = 'Choose again';
const noRoute = { code: 'no-route', words: ['Can’t pay from {token} right now', choose] as Texts } as const;
const refused = {
  code: 'service-refused',
  words: ['This payment isn’t possible right now', choose] as Texts,
} as const;
const down = { code: 'service-down', words: ['No answer', 'Try again'] as Texts } as const;
const config = (attribute?: string) =>
  ({ code: 'config', attribute, words: ['This payment button isn’t set up', 'Pay another way'] as Texts }) as const;

/** Every known error code of the service, and one unknown code. */
const table: Readonly<
  Record<string, { code: ReturnType<typeof serviceError>['code']; attribute?: string | undefined; words: Texts }>
> = {
  AMOUNT_TOO_LOW: { code: 'amount-too-low', words: ['{amount} is too small to pay this way', choose] },
  CHAIN_DISABLED: { code: 'chain-paused', words: ['{chain} is paused', choose] },
  EXTRA_TXS_NOT_SUPPORTED: config('txs'),
  FORBIDDEN: refused,
  INSUFFICIENT_FUNDS: { code: 'insufficient-funds', words: ['Not enough {token}', choose] },
  INSUFFICIENT_LIQUIDITY: { code: 'amount-too-high', words: ['{amount} is too large to pay this way', choose] },
  INVALID_ADDRESS: config(),
  INVALID_EXTRA_TXS: config('txs'),
  INVALID_GAS_LIMIT_FOR_DEPOSIT_SPECIFIED_TXS: config('quoteOptions'),
  INVALID_INPUT_CURRENCY: noRoute,
  INVALID_OUTPUT_CURRENCY: config('destinationCurrency'),
  INVALID_RECIPIENT: config('recipient'),
  INVALID_SLIPPAGE_TOLERANCE: config('slippageTolerance'),
  NO_INTERNAL_SWAP_ROUTES_FOUND: noRoute,
  NO_QUOTES: noRoute,
  NO_SWAP_ROUTES_FOUND: noRoute,
  PRICE_FETCH_FAILED: down,
  REQUEST_TIMED_OUT: down,
  ROUTE_TEMPORARILY_RESTRICTED: noRoute,
  RPC_HTTP_ERROR: down,
  SANCTIONED_CURRENCY: refused,
  SANCTIONED_WALLET_ADDRESS: refused,
  SERVICE_UNAVAILABLE: down,
  SOLANA_TX_TOO_LARGE: { code: 'transaction-too-large', words: ['This token needs too many steps', choose] },
  SWAP_IMPACT_TOO_HIGH: { code: 'price-impact', words: ['You would lose part of your money', choose] },
  UNAUTHORIZED: refused,
  UNSUPPORTED_CHAIN: noRoute,
  UNSUPPORTED_CURRENCY: noRoute,
  UNSUPPORTED_EXECUTION_TYPE: noRoute,
  UNSUPPORTED_ROUTE: noRoute,
  USER_RECIPIENT_MISMATCH: config('recipient'),
  DESTINATION_TX_FAILED: refused,
  ERC20_ROUTER_ADDRESS_NOT_FOUND: noRoute,
  UNKNOWN_ERROR: refused,
  SWAP_QUOTE_FAILED: noRoute,
  PERMIT_FAILED: refused,
  AN_UNKNOWN_CODE: refused,
};

describe('serviceError', () => {
  for (const [errorCode, { code, attribute, words }] of Object.entries(table)) {
    it(`F-1 returns \`${code}\` with the service’s code as details when the code is ${errorCode}`, () => {
      const error = serviceError('POST /quote/v2', 400, { message: 'Words of the service', errorCode });
      expect(error.code).to.equal(code);
      expect(error.money).to.equal('not-sent');
      expect(error.details).to.equal(errorCode);
      expect(error.attribute).to.equal(attribute);
    });

    it(`F-1 has the title and the action that a button shows, and says where the money is, when the code is ${errorCode}`, () => {
      const [title, action] = words;
      const shown = solvedByOtherAsset.includes(code) ? action : undefined;
      expect([en[`errors.${code}.title`], en[`errors.${code}.action`]]).to.deep.equal([title, shown]);
      // Without a text of its own, the body is where the money is.
      for (const catalogue of [en, german])
        expect(catalogue[`errors.${code}.body`] ?? '{money}').to.match(/\{money\}/u);
      expect(german[`errors.${code}.title`]).to.be.a('string').and.not.equal('');
      expect(german[`errors.${code}.action`] === undefined).to.equal(shown === undefined);
    });
  }

  it('is retried only when the service’s code is temporary', async () => {
    const passing = ['PRICE_FETCH_FAILED', 'REQUEST_TIMED_OUT', 'RPC_HTTP_ERROR', 'SERVICE_UNAVAILABLE'];
    const retried: string[] = [];
    for (const errorCode of Object.keys(table)) {
      const hub = fakeHub();
      hub.answer('GET /chains', { status: 400, json: { message: '', errorCode } });
      const hubClient = new HubClient({
        baseUrl: 'https://hub.example',
        fetch: hub.fetch,
        random: (bytes) => new Uint8Array(bytes),
      });
      await hubClient.chains().catch(() => undefined);
      if (hub.requests.length > 1) retried.push(errorCode);
    }
    expect(retried.sort()).to.deep.equal(passing);
  });

  it('F-1 maps every error code of the service', () => {
    expect(enums.quoteErrorCodes.filter((each) => !(each in table))).to.deep.equal([]);
  });

  it('W-11 names the request id in the details when the service sends one, and no other text of the service', () => {
    const requestId = `0x${'ab'.repeat(32)}`;
    const refusal = { message: 'No', errorCode: 'NO_QUOTES', requestId };
    expect(serviceError('x', 400, refusal).details).to.equal(`NO_QUOTES\nrequestId ${requestId}`);
    expect(serviceError('x', 500, { requestId }).details).to.equal(`500\nrequestId ${requestId}`);
    expect(serviceError('x', 400, { ...refusal, requestId: 'a text' }).details).to.equal('NO_QUOTES');
    expect(serviceError('x', 404, refusal).details).to.equal('404');
  });

  it('reads the code when the service sends it under its old field name', () => {
    expect(serviceError('POST /quote/v2', 400, oldCode).code).to.equal('amount-too-low');
  });

  it('F-2 returns `service-refused` when the status is 401 or 403', () => {
    expect(serviceError('x', 401, undefined).code).to.equal('service-refused');
    expect(serviceError('x', 403, { errorCode: 'NO_QUOTES' }).code).to.equal('service-refused');
  });

  it('names an option only when the code is `config`', () => {
    for (const status of [400, 401, 403, 404, 410, 422, 429, 500]) {
      const { code, attribute, details } = serviceError('x', status, { errorCode: 'INVALID_RECIPIENT' });
      expect(attribute, `${status} ${code}`).to.equal(code === 'config' ? 'recipient' : undefined);
      expect(details).to.equal(status === 404 ? '404' : 'INVALID_RECIPIENT');
    }
  });

  it('F-3 returns `service-down` when the status is 404 or 410', () => {
    expect(serviceError('x', 404, { message: 'Not found' }).code).to.equal('service-down');
    expect(serviceError('x', 410, { message: 'Gone' }).code).to.equal('service-down');
  });

  it('F-4 returns `rate-limited` with or without a body when the status is 429', () => {
    expect(serviceError('x', 429, rateLimit, 7)).to.include({ code: 'rate-limited', retryAfter: 7 });
    expect(serviceError('x', 429, undefined).code).to.equal('rate-limited');
  });

  it('F-5 returns `service-down` when the status is 5xx without a known error code', () => {
    expect(serviceError('x', 500, { errorCode: 'UNKNOWN_ERROR' }).code).to.equal('service-down');
    expect(serviceError('x', 502, undefined).code).to.equal('service-down');
    expect(serviceError('x', 500, { errorCode: 'NO_QUOTES' }).code).to.equal('no-route');
  });

  it('returns the status as details when a refusal has no error code', () => {
    expect(serviceError('x', 400, { message: 'Bad request' })).to.include({ code: 'service-refused', details: '400' });
    expect(serviceError('x', 400, undefined).code).to.equal('service-down');
  });

  it('names the option when the error code concerns one option', () => {
    expect(serviceError('x', 400, { errorCode: 'INVALID_RECIPIENT' }).attribute).to.equal('recipient');
    expect(serviceError('x', 400, { errorCode: 'INVALID_SLIPPAGE_TOLERANCE' }).attribute).to.equal('slippageTolerance');
    expect(serviceError('x', 400, { errorCode: 'NO_QUOTES' })).not.to.have.property('attribute');
  });

  it('T51 cuts the message for developers when the service’s text is long', () => {
    expect(serviceError('x', 400, { message: 'z'.repeat(5_000) }).message.length).to.be.below(300);
  });
});
