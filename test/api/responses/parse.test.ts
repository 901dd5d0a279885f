import { expect } from 'chai';
import fc from 'fast-check';
import {
  isEndpoint,
  parseAttestation,
  parseChains,
  parseCurrencies,
  parseExecuted,
  parseQuote,
  parseRequests,
  parseServiceError,
  parseStatus,
} from '../../../src/api/responses/parse.js';
import { HubPayError } from '../../../src/errors.js';
import attestation from '../../support/fixtures/attestation.json';
import chainStates from '../../support/fixtures/synthetic-chains-states.json';
import chains from '../../support/fixtures/chains-quickstart.json';
import currencies from '../../support/fixtures/synthetic-currencies-v1.json';
import destinationFailed from '../../support/fixtures/error-destination-tx-failed.json';
import executeSignature from '../../support/fixtures/error-execute-invalid-signature.json';
import executeMissing from '../../support/fixtures/error-execute-missing-field.json';
import nativeQuote from '../../support/fixtures/quote-native-deposit.json';
import oldCode from '../../support/fixtures/error-old-code-key.json';
import rateLimit from '../../support/fixtures/error-requests-v2-rate-limit.json';
import record from '../../support/fixtures/requests-v2-sponsored.json';
import shortQuote from '../../support/fixtures/quote-bridge-min.json';
import sponsoredQuote from '../../support/fixtures/quote-erc20-approve-deposit-sponsored.json';
import statusFailure from '../../support/fixtures/synthetic-status-failure.json';
import statusSubmitted from '../../support/fixtures/synthetic-status-submitted.json';
import statusSuccess from '../../support/fixtures/status-success-evm.json';
import statusWaiting from '../../support/fixtures/synthetic-status-waiting.json';
import svmStatus from '../../support/fixtures/status-success-to-svm.json';
import { edited, leavesOf, nativeCase } from '../../support/quotes.js';
import { quoteOf, problemsOf } from '../../support/pages/problems.js';
/** Members with which a record cannot be copied, although the record is right without them. */
const UNSAFE: Readonly<Record<string, () => object>> = {
  'has a member with the name constructor': () => JSON.parse('{ "constructor": {} }') as object,
  'has such a member deep inside': () => JSON.parse('{ "more": [{ "__proto__": 1 }] }') as object,
  'is nested too deeply': () => JSON.parse(`{ "more": ${'['.repeat(200)}${']'.repeat(200)} }`) as object,
  'is too large': () => ({ more: 'x'.repeat(5 * 1024 * 1024) }),
};

const refusalOf = (parse: () => unknown): HubPayError => {
  try {
    parse();
  } catch (error) {
    if (error instanceof HubPayError) return error;
    throw error;
  }
  throw new Error('accepted');
};

describe('parseQuote', () => {
  it('reads a documented quote', () => {
    const quote = quoteOf(sponsoredQuote);
    expect(quote.steps.map(({ id }) => id)).to.deep.equal(['approve', 'deposit']);
    expect(quote.details.currencyIn.amount).to.equal('100000000');
    expect(quote.details.currencyOut).to.deep.include({ minimumAmount: '97951882', amountFormatted: '99.9509' });
    expect(Object.keys(quote.fees)).to.deep.equal(['gas', 'huber', 'hubGas', 'hubService', 'app', 'subsidized']);
    expect(quote.feeSponsorship?.quoted?.sponsoredTotal?.amount).to.equal('72445');
    expect(quote.protocol?.v2?.orderId).to.equal(sponsoredQuote.protocol.v2.orderId);
    expect(quote.steps[1]?.items[0]?.data).to.deep.equal(sponsoredQuote.steps[1]?.items[0]?.data);
  });

  it('F-11 names each missing or invalid field when an amount or party depends on it', () => {
    expect(problemsOf(shortQuote)).to.deep.equal(['details.sender is missing', 'details.recipient is missing']);
    expect(problemsOf(nativeQuote)).to.deep.equal(['steps[0].requestId is not a 32-byte id']);
    expect(problemsOf({})).to.deep.equal(['steps is missing', 'details is missing']);
  });

  const needed = [
    'steps',
    'steps[0].id',
    'steps[0].kind',
    'steps[0].items',
    'steps[0].items[0].data',
    'steps[0].items[0].check.endpoint',
    'steps[0].items[0].check.method',
    'details',
    'details.sender',
    'details.recipient',
    'details.currencyIn',
    'details.currencyOut.amount',
    'details.currencyOut.currency',
    'details.currencyIn.currency.chainId',
    'details.currencyIn.currency.address',
    'details.currencyIn.currency.decimals',
  ];
  for (const path of needed) {
    it(`F-11 reports a problem when ${path} is missing or invalid`, () => {
      expect(problemsOf(edited(nativeCase().quote, [path]))).to.deep.equal([`${path} is missing`]);
      const [problem, ...others] = problemsOf(edited(nativeCase().quote, [path, true]));
      expect(problem)
        .to.match(/ is not /)
        .and.to.contain(`${path} `);
      expect(others).to.deep.equal([]);
    });
  }

  it('accepts any value in a field that it does not read', () => {
    const actual = {
      ...sponsoredQuote.feeSponsorship.quoted,
      maxSubsidizationAmount: '1000000',
      sponsorPayment: { amount: '72445', address: '0x1', chainId: 8453 },
    };
    const side = { router: 'hub', includedSwapSources: ['one'] };
    for (const given of [true, 'x', null, [], {}]) {
      const quote = quoteOf(
        edited(
          sponsoredQuote,
          ['feeSponsorship.actual', { ...actual, sponsorPayment: given }],
          ['details.fallbackType', given],
          ['details.route', { origin: { ...side, includedSwapSources: given }, destination: side }],
        ),
      );
      expect(quote.feeSponsorship?.actual?.sponsoredTotal?.amount).to.equal('72445');
      expect(quote.details.currencyIn.amount).to.equal('100000000');
    }
  });

  it('accepts an unknown field and leaves it out of the result', () => {
    expect(quoteOf(edited(nativeCase().quote, ['news', 1]))).not.to.have.property('news');
  });

  it('G01 accepts an answer below 512 KiB and refuses a larger answer', () => {
    expect(problemsOf({ ...nativeCase().quote, news: 'x'.repeat(500 * 1024) })).to.deep.equal([]);
    expect(problemsOf({ ...nativeCase().quote, news: 'x'.repeat(512 * 1024) })).to.deep.equal([' is too large']);
  });

  it('returns a problem and never throws when the input is arbitrary', () => {
    fc.assert(
      fc.property(fc.anything(), (value) => {
        expect(parseQuote(value).ok).to.be.false;
      }),
    );
  });
});

describe('parseStatus', () => {
  it('reads the documented answers', () => {
    expect(parseStatus(statusSuccess)).to.deep.equal(statusSuccess);
    // This answer names no reason: it has the texts `UNKNOWN` and `N/A`.
    const { failReason: _reason, refundFailReason: _refund, ...named } = statusFailure;
    expect(parseStatus(statusFailure)).to.deep.equal(named);
    expect(parseStatus(svmStatus)).to.deep.include({ status: 'success', txHashes: svmStatus.txHashes });
    expect(parseStatus(statusWaiting)).to.deep.equal({ status: 'waiting' });
  });

  it('W-1 reads a reason only when the service names one', () => {
    for (const none of ['N/A', 'n/a', '', ' ', 'unknown', 'NONE', 'null', 7]) {
      const answer = parseStatus({ status: 'failure', failReason: none, refundFailReason: none, details: none });
      expect(answer, String(none)).to.deep.equal({ status: 'failure' });
    }
    expect(parseStatus({ status: 'failure', failReason: 'ORDER_EXPIRED' })).to.include({ failReason: 'ORDER_EXPIRED' });
  });

  it('F-106 accepts a status that it does not know', () => {
    expect(parseStatus(statusSubmitted)).to.include({ status: 'submitted' });
  });

  it('F-108 reads a success without hashes and leaves out invalid hashes', () => {
    expect(parseStatus({ status: 'success', txHashes: null, inTxHashes: ['0x1', 7, null] })).to.deep.equal({
      status: 'success',
      inTxHashes: ['0x1'],
    });
  });

  it('F-109 throws `service-down` when the answer names another request', () => {
    expect(parseStatus({ status: 'success', requestId: 'a' }, 'a')).to.include({ status: 'success' });
    expect(parseStatus({ status: 'success' }, 'a')).to.include({ status: 'success' });
    const other = { status: 'success', requestId: 'b' };
    expect(refusalOf(() => parseStatus(other, 'a'))).to.include({ code: 'service-down' });
  });

  for (const garbage of [null, [], 'success', { status: 1 }, {}, { message: 'Not found' }]) {
    it(`F-116 throws a retryable \`service-down\` when the answer is ${JSON.stringify(garbage)}`, () => {
      expect(refusalOf(() => parseStatus(garbage))).to.include({ code: 'service-down', retryable: true });
    });
  }
});

describe('parseRequests', () => {
  it('copies each record unchanged and keeps the cursor', () => {
    const answer = parseRequests({ requests: [record], continuation: 'next' });
    expect(answer).to.deep.equal({ requests: [record], continuation: 'next' });
    expect(answer.requests[0]).not.to.equal(record);
  });

  it('throws when a record has no id', () => {
    const { message } = refusalOf(() => parseRequests({ requests: [{ status: 'success' }] }));
    expect(message).to.contain('requests[0].id is missing');
  });
});

describe('parseCurrencies', () => {
  it('reads groups of records and keeps markup in a name as plain text', () => {
    const groups = parseCurrencies(currencies);
    expect(groups.map((group) => group.length)).to.deep.equal([3, 2, 1]);
    expect(groups[2]?.[0]).to.include({ name: '<img src=x onerror=alert(1)>' });
    expect(groups[2]?.[0]?.metadata).to.deep.equal({ verified: false, isNative: false });
  });

  it('leaves out a record when it has no decimals', () => {
    const [first] = currencies[0]!;
    expect(parseCurrencies([[{ ...first, decimals: undefined }, first]])).to.have.nested.property('[0].length', 1);
  });

  for (const [what, member] of Object.entries(UNSAFE)) {
    it(`leaves out a record that ${what}, and keeps the others`, () => {
      const [first] = currencies[0]!;
      expect(parseCurrencies([[{ ...first, ...member() }, first], [first]]).map(({ length }) => length)).to.deep.equal([
        1, 1,
      ]);
    });
  }

  it('throws `service-down` when the answer is not a list of groups', () => {
    expect(refusalOf(() => parseCurrencies({ currencies: [] }))).to.include({ code: 'service-down' });
  });
});

describe('parseAttestation', () => {
  it('reads the documented attestation', () => {
    expect(parseAttestation(attestation)).to.deep.equal(attestation);
  });

  for (const path of leavesOf(attestation)) {
    it(`throws when ${path} is missing`, () => {
      expect(refusalOf(() => parseAttestation(edited(attestation, [path]))).message).to.contain(`${path} is missing`);
    });
  }
});

describe('parseChains', () => {
  const read = (json: unknown) => parseChains(json, () => Promise.resolve());

  it('reads the documented chain', async () => {
    const [chain] = await read(chains);
    expect(chain).to.deep.include({ id: 10, vmType: 'evm', disabled: false, contracts: chains.chains[0]!.contracts });
    const address = '0xb94944669f7967e16588e55ac41be0d5ef399dcd';
    expect(chain?.erc20Currencies).to.deep.equal([
      { id: 'sipher', symbol: 'SIPHER', name: 'Sipher', address, decimals: 18, supportsBridging: true },
    ]);
  });

  it('F-22 F-23 keeps the fields of a disabled, capped or slow chain', async () => {
    const all = await read(chainStates);
    expect(all).to.have.length(chainStates.chains.length);
    expect(all.filter(({ disabled }) => disabled).map(({ id }) => id)).to.deep.equal([10]);
    for (const key of ['partialDisableLimit', 'blockProductionLagging', 'depositEnabled'] as const) {
      expect(all.map((chain) => chain[key])).to.deep.equal(chainStates.chains.map((chain) => chain[key]));
    }
  });

  it('leaves out a contract when its address is an empty string', async () => {
    expect((await read(chainStates)).find(({ vmType }) => vmType === 'svm')?.contracts).to.deep.equal({});
  });

  it('leaves out an unreadable chain and keeps the other chains', async () => {
    const [chain] = chains.chains;
    const broken = [{ ...chain, id: '10' }, { ...chain, vmType: null }, { ...chain, disabled: 'yes' }, null, 'chain'];
    expect((await read({ chains: [...broken, chain] })).map(({ id }) => id)).to.deep.equal([10]);
  });

  for (const [what, member] of Object.entries(UNSAFE)) {
    it(`F-21 leaves out a chain that ${what}, and keeps the others`, async () => {
      const [chain] = chains.chains;
      const broken = { ...chain, id: 7, ...member() };
      expect((await read({ chains: [broken, chain, broken] })).map(({ id }) => id)).to.deep.equal([10]);
    });
  }

  it('waits between two chains when the listing has several chains', async () => {
    let pieces = 0;
    await parseChains(chainStates, async () => void (pieces += 1));
    expect(pieces).to.equal(chainStates.chains.length);
  });

  for (const listing of [null, [], { chains: {} }, { message: 'no' }]) {
    it(`F-21 throws \`service-down\` when the chain list is ${JSON.stringify(listing)}`, async () => {
      const refusal: unknown = await read(listing).catch((error: unknown) => error);
      expect(refusal).to.be.instanceOf(HubPayError).and.to.include({ code: 'service-down' });
    });
  }
});

describe('parseServiceError', () => {
  for (const [json, expected] of [
    [oldCode, { message: oldCode.message, errorCode: 'AMOUNT_TOO_LOW' }],
    [destinationFailed, { message: 'Destination transaction failed', errorCode: 'DESTINATION_TX_FAILED' }],
    [rateLimit, { message: rateLimit.message }],
    [executeMissing, { message: 'to is required' }],
    [
      executeSignature,
      {
        message: 'Invalid signature',
        errorCode: 'INVALID_SIGNATURE',
        requestId: executeSignature.requestId,
      },
    ],
    [{ message: 'x', errorCode: 7, requestId: 'me' }, { message: 'x' }],
    ['<html>', {}],
    [null, {}],
    [[1], {}],
    [{ message: '' }, {}],
  ] as const) {
    it(`reads message and code when the body is ${JSON.stringify(json).slice(0, 60)}`, () => {
      expect(parseServiceError(json)).to.deep.equal(expected);
    });
  }

  it('cuts the message to 500 characters when it is longer', () => {
    expect(parseServiceError({ message: 'x'.repeat(9999) }).message).to.have.length(500);
  });
});

describe('parseExecuted', () => {
  const requestId = `0x${'ab'.repeat(32)}`;

  it('reads the request id and the message, if there is one', () => {
    expect(parseExecuted({ message: 'Transaction submitted', requestId, news: 1 })).to.deep.equal({
      message: 'Transaction submitted',
      requestId,
    });
    expect(parseExecuted({ requestId })).to.deep.equal({ requestId });
  });

  for (const answer of [{}, { message: 'ok' }, { requestId: '0xabc123...' }, { requestId: 7 }, [requestId], null]) {
    it(`throws \`service-down\` when the answer is ${JSON.stringify(answer)}`, () => {
      expect(refusalOf(() => parseExecuted(answer))).to.include({ code: 'service-down' });
    });
  }
});

describe('response parsers', () => {
  it('return a value or throw `service-down` when the answer is any JSON', () => {
    const parsers = [parseStatus, parseRequests, parseCurrencies, parseAttestation, parseExecuted];
    fc.assert(
      fc.property(fc.jsonValue(), fc.constantFrom(...parsers), (json, parse) => {
        try {
          parse(json);
        } catch (error) {
          expect(error).to.be.instanceOf(HubPayError).and.to.include({ code: 'service-down' });
        }
      }),
    );
  });
});

describe('G50 isEndpoint', () => {
  const id = `0x${'a'.repeat(64)}`;
  const plain = ['/authorize', '/execute/permits', '/intents/status/v3', `/intents/status?requestId=${id}`, '/a_b-c'];
  for (const endpoint of plain) {
    it(`accepts ${endpoint}`, () => {
      expect(isEndpoint(endpoint)).to.be.true;
    });
  }
  for (const endpoint of [
    '',
    '/',
    'authorize',
    '//evil',
    '//evil.example',
    '/a//b',
    '/a/',
    '/../a',
    '/a?b=c',
    '@evil',
    '/a@evil',
    '/a#b',
    `/a?requestId=${id}&x=1`,
    `/a?requestId=${id.toUpperCase()}`,
    '/a\n',
    '/a b',
    '/a\\b',
    'https://evil.example/a',
  ]) {
    it(`refuses ${JSON.stringify(endpoint)}`, () => {
      expect(isEndpoint(endpoint)).to.be.false;
    });
  }
});
