import { expect } from 'chai';
import { stub } from 'sinon';
import { acceptQuote, guardQuote } from '../../../src/payment/guard/guard-quote.js';
import { HubPayError } from '../../../src/errors.js';
import type { WalletRequest } from '../../../src/types.js';
import { evmAdapter } from '../../../src/vm/evm/adapter.js';
import { effectiveRegistry } from '../../../src/vm/registry/registry.js';
import { honestCases } from '../../support/honest-quotes.js';
import { priceAttacks } from '../../support/malicious/malicious-prices.js';
import { attacks as quoteAttacks } from '../../support/malicious/malicious-quotes.js';
import { permitAttacks } from '../../support/malicious/malicious-permits.js';
import { routeAttacks } from '../../support/malicious/malicious-routes.js';
import { venueAttacks } from '../../support/malicious/malicious-venue.js';
import { authorizationCase } from '../../support/permit-quotes.js';
import type { Case, Edit, Json } from '../../support/quotes.js';
import {
  amounts,
  amountOf,
  call,
  contracts,
  edited,
  ids,
  makeRegistry,
  nativeCase,
  NATIVE,
  people,
  read,
  resetCase,
  sendCase,
  tokenCase,
  tokens,
} from '../../support/quotes.js';
import { passed, blocks, places } from '../../support/judge.js';

const attacks = [...quoteAttacks, ...routeAttacks, ...permitAttacks, ...priceAttacks, ...venueAttacks];
const TX = 'quote.steps[0].items[0].data';

describe('guardQuote with an honest quote', () => {
  for (const [name, make] of Object.entries(honestCases)) {
    it(`returns requests for a quote with ${name}`, async () => {
      expect((await passed(make())).requests).not.to.be.empty;
    });
  }

  it('returns the public members only, and acceptQuote adds the parsed quote and its request id', async () => {
    const { quote, intent, registry } = nativeCase();
    const result = await guardQuote(quote, intent, registry);
    expect(result).to.have.all.keys('ok', 'requests', 'warnings', 'digest');
    const accepted = await acceptQuote(quote, intent, registry);
    expect(accepted).to.deep.include({ ...result, requestId: ids.request });
    expect(accepted).to.have.nested.property('quote.details.sender', people.payer);
  });
});

describe('guardQuote with a compromised service', () => {
  for (const { rule, title, make } of attacks) {
    it(`${rule} blocks a quote that ${title}`, async () => {
      expect((await blocks(make())).map((block) => block.rule)).to.include(rule);
    });
  }

  it('is tried with more than 120 attacks of distinct titles and at least 60 honest quotes', () => {
    expect(new Set(attacks.map(({ title }) => title)).size).to.equal(attacks.length);
    expect(attacks.length).to.be.greaterThan(120);
    expect(Object.keys(honestCases).length).to.be.at.least(60);
  });

  it('is tried with at least one attack on each rule that reads a quote', () => {
    const tried = new Set(attacks.map(({ rule }) => rule));
    expect([...tried].sort()).to.deep.equal([
      'G01',
      'G02',
      'G03',
      'G04',
      'G05',
      'G06',
      'G10',
      'G11',
      'G12',
      'G13',
      'G14',
      'G15',
      'G16',
      'G17',
      'G19',
      'G20',
      'G30',
      'G31',
      'G32',
      'G33',
      'G34',
      'G35',
      'G36',
      'G50',
      'G61',
    ]);
  });

  it('reports the path of each violated rule when a quote violates several rules', async () => {
    const notes = await blocks(
      edited(
        tokenCase(),
        ['quote.details.recipient', people.attacker],
        [`${TX}.data`, call.approve(people.attacker, amounts.usdc)],
        ['quote.steps[1].items[0].data.chainId', 1],
        ['quote.steps[1].items[0].check.endpoint', '//evil.example'],
      ),
    );
    expect(places(notes)).to.deep.equal([
      'G02 details.recipient',
      'G50 steps[1].items[0].check.endpoint',
      'G10 steps[0].items[0].data.data',
      'G05 steps[1].items[0].data.chainId',
      'G10 steps[0].items[0].data.data',
    ]);
  });

  it('F-117 passes a quote whose step names no status check only while the quote names its request id', async () => {
    const withoutCheck = edited(nativeCase(), ['quote.steps[0].items[0].check']);
    expect((await passed(withoutCheck)).requests).to.deep.equal((await passed(nativeCase())).requests);
    const anonymous = edited(withoutCheck, ['quote.steps[0].requestId'], ['quote.requestId']);
    expect(places(await blocks(anonymous))).to.deep.equal(['G02 requestId']);
  });

  it('F-147 warns that no key can belong to an SVM recipient only when the address is not a public key', async () => {
    const warned = async (recipient: string): Promise<string[]> => {
      const to = honestCases['a recipient on the SVM chain']!();
      const edits = ['intent.recipient', 'quote.details.recipient'].map((path): Edit => [path, recipient]);
      return places((await passed(edited(to, ...edits))).warnings);
    };
    expect(await warned('GsvjBfw5vsqKJU9j1n7EmxGhxXvjghjpGjw3eKjE7Rfd')).to.deep.equal([]);
    expect(await warned('5Q544fKrFoe6tsEbD7S8EmxGTJYAKtTVhAW5Q5pge4j1')).to.deep.equal(['G02 intent.recipient']);
  });

  it('F-197 warns of a recipient that belongs to the chain itself, and refuses refunds to one', async () => {
    const to = (address: string): Case =>
      edited(nativeCase(), ['intent.recipient', address], ['quote.details.recipient', address]);
    for (const number of ['0001', '0100', '800a']) {
      const address = `0x${number.padStart(40, '0')}`;
      expect(places((await passed(to(address))).warnings), address).to.deep.equal(['G02 intent.recipient']);
      const refund = edited(nativeCase(), ['intent.refundTo', address]);
      expect(places(await blocks(refund)), address).to.include('G02 intent.refundTo');
    }
  });

  it('reports no value of the service in the rule or the path when it blocks a quote', async () => {
    const [note] = await blocks(edited(nativeCase(), ['quote.steps[0].id', '<b>']));
    expect(note).to.include({ rule: 'G04', path: 'steps' });
  });
});

describe('guardQuote with an incomplete or invalid intent', () => {
  const pathsOf = async (edit: Edit): Promise<string[]> =>
    (await blocks(edited(nativeCase(), edit))).map(({ path }) => path);

  for (const name of [
    'tradeType',
    'amount',
    'user',
    'originChainId',
    'originCurrency',
    'destinationChainId',
    'destinationCurrency',
    'recipient',
    'refundTo',
  ]) {
    it(`blocks at intent.${name} when the field is missing`, async () => {
      expect(await pathsOf([`intent.${name}`])).to.deep.equal([`intent.${name}`]);
    });
  }

  for (const [name, value] of [
    ['tradeType', 'EXACT'],
    ['amount', '1e6'],
    ['originChainId', '8453'],
    ['maxIn', '-1'],
    ['maxIn', 25],
    ['maxIn', null],
    ['minOut', '0x1'],
  ] as const) {
    it(`blocks when ${name} is ${JSON.stringify(value)}`, async () => {
      expect(await pathsOf([`intent.${name}`, value])).to.deep.equal([`intent.${name}`]);
    });
  }
});

describe('requests of guardQuote', () => {
  const common = { chainId: 8453, kind: 'transaction', from: people.payer } as const;

  it('are the native deposit alone when the quote pays in the native currency', async () => {
    const { requests } = await passed(nativeCase());
    const data = call.depositNative(people.payer, ids.order);
    const value = String(amounts.eth);
    expect(requests).to.deep.equal([{ ...common, step: 'deposit', to: contracts.depository, data, value }]);
  });

  it('are a reset, an exact approval and the deposit, in this order, when the token needs a reset', async () => {
    const { requests } = await passed(resetCase());
    const { address } = tokens.usdt;
    expect(requests).to.deep.equal([
      { ...common, step: 'approve', to: address, data: call.approve(contracts.depository, 0n), value: '0' },
      { ...common, step: 'approve', to: address, data: call.approve(contracts.depository, amounts.usdc), value: '0' },
      {
        ...common,
        step: 'deposit',
        to: contracts.depository,
        value: '0',
        data: call.depositErc20(people.payer, address as `0x${string}`, amounts.usdc, ids.order),
      },
    ]);
  });

  it('are a plain transfer to the recipient when the quote only sends', async () => {
    const { requests } = await passed(sendCase(tokens.eth));
    const value = String(amounts.eth);
    expect(requests).to.deep.equal([{ ...common, step: 'send', to: people.recipient, data: '0x', value }]);
  });

  it('G07 G19 contain no gas field and no unknown member when the quote has them', async () => {
    const names = ['gas', 'gasLimit', 'gasPrice', 'maxFeePerGas', 'maxPriorityFeePerGas', 'hint'];
    const generous = names.map((name): Edit => [`${TX}.${name}`, '99999999999999999999']);
    const { requests } = await passed(edited(nativeCase(), ...generous));
    expect(Object.keys(requests[0]!).sort()).to.deep.equal(['chainId', 'data', 'from', 'kind', 'step', 'to', 'value']);
    expect(requests).to.deep.equal((await passed(nativeCase())).requests);
  });

  it('are the same when the quote writes addresses in another case', async () => {
    const { requests } = await passed(honestCases['addresses in another case']!());
    expect(requests).to.deep.equal((await passed(tokenCase())).requests);
  });

  it('throw a TypeError when a caller changes them', async () => {
    const [request] = (await passed(nativeCase())).requests;
    expect(() => Object.assign(request as WalletRequest, { to: people.attacker })).to.throw(TypeError);
  });

  it('stay the same when the quote changes during the check', async () => {
    const { quote, intent, registry } = nativeCase();
    const judging = guardQuote(quote, intent, registry);
    Object.assign(read(quote, 'steps[0].items[0].data') as Json, { to: people.attacker });
    const result = await judging;
    expect(result.ok && result.requests[0]).to.include({ to: contracts.depository });
  });

  it('stay the same when a message to sign changes while the code for signatures loads', async () => {
    const { quote, intent, registry } = authorizationCase();
    const judging = guardQuote(quote, intent, registry);
    Object.assign(read(quote, 'steps[0].items[0].data.sign.value') as Json, { to: people.attacker });
    const result = await judging;
    const [request] = result.ok ? result.requests : [];
    expect(request?.kind === 'signature' && request.typedData.message).to.include({ to: contracts.solver });
  });

  it('come from a single read when a member of the quote returns another value at the second read', async () => {
    const { quote, intent, registry } = nativeCase();
    let asked = 0;
    Object.defineProperty(read(quote, 'steps[0].items[0].data'), 'to', {
      enumerable: true,
      get: () => ((asked += 1) === 1 ? contracts.depository : people.attacker),
    });
    const result = await guardQuote(quote, intent, registry);
    expect(asked).to.equal(1);
    expect(result.ok && result.requests[0]).to.include({ to: contracts.depository });
  });
});

describe('acceptQuote', () => {
  it('rejects with the load error, and guardQuote blocks, when code of the guard could not be loaded', async () => {
    const { quote, intent, registry } = nativeCase();
    const failing = stub(evmAdapter, 'guardSteps').rejects(new HubPayError('service-down', 'not loaded'));
    try {
      const error: unknown = await acceptQuote(quote, intent, registry).catch((reason: unknown) => reason);
      expect(error).to.include({ code: 'service-down', money: 'not-sent' });
      const result = await guardQuote(quote, intent, registry);
      expect(result.ok || result.blocks.map(({ rule, message }) => `${rule} ${message}`)).to.deep.equal([
        'G01 cannot be judged: not loaded',
      ]);
    } finally {
      failing.restore();
    }
  });
});

describe('digest of guardQuote (G70)', () => {
  const digestOf = async (...edits: Edit[]): Promise<string> => (await passed(edited(nativeCase(), ...edits))).digest;

  it('is the same hash when the payment is the same', async () => {
    expect(await digestOf())
      .to.match(/^0x[0-9a-f]{64}$/)
      .and.to.equal(await digestOf());
  });

  it('stays the same when only displayed values change', async () => {
    const shown: Edit[] = [
      ['quote.details.timeEstimate', 9],
      ['quote.fees.gas.amount', '7'],
    ];
    expect(await digestOf(...shown)).to.equal(await digestOf());
  });

  const deposit = (id: `0x${string}`): Edit => [`${TX}.data`, call.depositNative(people.payer, id)];
  for (const [what, edits] of Object.entries<Edit[]>({
    order: [['quote.protocol.v2.orderId', ids.other], deposit(ids.other)],
    recipient: [
      ['intent.recipient', people.attacker],
      ['quote.details.recipient', people.attacker],
    ],
    'refund address': [['intent.refundTo', people.recipient]],
    'least amount out': [['quote.details.currencyOut.minimumAmount', '24000000']],
    payer: [
      ['intent.user', people.attacker],
      ['quote.details.sender', people.attacker],
      [`${TX}.from`, people.attacker],
      [`${TX}.data`, call.depositNative(NATIVE, ids.order)],
    ],
    'amount in': [
      ['quote.details.currencyIn', amountOf(8453, tokens.eth, 1n, '0', '0.000000000000000001')],
      [`${TX}.value`, '1'],
    ],
  })) {
    it(`changes when the ${what} changes`, async () => {
      expect(await digestOf(...edits)).not.to.equal(await digestOf());
    });
  }
});

describe('registry of guardQuote', () => {
  /** The attacker controls the service: both the chain list and the quote contain the attacker's depository. */
  const takenOver = (): Case =>
    edited(nativeCase(), ['registry.chains[0].protocol.v2.depository', people.attacker], [`${TX}.to`, people.attacker]);

  it('G11 blocks a depository other than the pinned one when the live listing names it', async () => {
    const attack = takenOver();
    const registry = effectiveRegistry(makeRegistry(), attack.registry.chains);
    expect(places(await blocks({ ...attack, registry }))).to.deep.equal(['G11 steps[0].items[0].data.to']);
  });

  it('is the live listing when nothing is pinned', async () => {
    const { requests } = await passed(takenOver());
    expect(requests[0]).to.include({ to: people.attacker });
  });

  it('is accepted when it is a list of chains alone', async () => {
    const { quote, intent, registry } = nativeCase();
    expect(await guardQuote(quote, intent, registry.chains)).to.include({ ok: true });
  });

  it('F-22 blocks the origin chain when the listing disables or omits it', async () => {
    const paused = edited(makeRegistry(), ['chains[0].disabled', true]).chains;
    for (const listing of [paused, paused.slice(1)]) {
      const notes = await blocks({ ...nativeCase(), registry: effectiveRegistry(makeRegistry(), listing) });
      expect(places(notes)).to.deep.equal(['G05 intent.originChainId']);
    }
  });

  it('F-21 is sufficient when the listing could not be loaded', async () => {
    await passed({ ...nativeCase(), registry: effectiveRegistry(makeRegistry(), undefined) });
  });
});

describe('guardQuote', () => {
  it('sends no network request when it checks a quote', async () => {
    await passed(nativeCase());
    const fetching = stub(globalThis, 'fetch').throws(new Error('asked a host'));
    try {
      await passed(tokenCase());
      expect(fetching.callCount).to.equal(0);
    } finally {
      fetching.restore();
    }
  });

  it('ignores members that the page has put on Object.prototype when it reads a quote', async () => {
    const honest = edited(nativeCase(), ['quote.protocol'], [`${TX}.to`]);
    Object.assign(Object.prototype, { to: contracts.depository, protocol: { v2: { orderId: ids.order } } });
    try {
      expect(places(await blocks(honest))).to.deep.equal(['G19 steps[0].items[0].data.to']);
    } finally {
      Reflect.deleteProperty(Object.prototype, 'to');
      Reflect.deleteProperty(Object.prototype, 'protocol');
    }
  });

  it('blocks a field of the intent that it does not read, and a limit that is undefined', async () => {
    const { quote, intent, registry } = nativeCase();
    const wrong: [more: object, path: string, message: string][] = [
      [{ maxin: '1' }, 'intent.maxin', 'is unknown: did you mean "maxIn"?'],
      [{ maxInput: '1' }, 'intent.maxInput', 'is unknown'],
      [{ slippage: '1' }, 'intent.slippage', 'is unknown'],
      [{ maxIn: undefined }, 'intent.maxIn', 'is undefined: set it, or leave it out'],
      [{ minOut: undefined }, 'intent.minOut', 'is undefined: set it, or leave it out'],
    ];
    for (const [more, path, message] of wrong) {
      const result = await guardQuote(quote, { ...intent, ...more }, registry);
      expect(result, path).to.deep.equal({ ok: false, blocks: [{ rule: 'G01', path, message }] });
    }
    expect(await guardQuote(quote, { ...intent, referrer: 'shop', maxIn: '9'.repeat(30) }, registry)).to.include({
      ok: true,
    });
  });

  it('blocks without an exception when the quote, the intent or the registry is empty or unreadable', async () => {
    const no = (): never => {
      throw new Error('no');
    };
    const nothing = [undefined, null, 0, '', [], {}, new Proxy({}, { ownKeys: no, get: no, has: no })];
    const { quote, intent, registry } = nativeCase();
    for (const value of nothing) {
      expect(await guardQuote(value, intent, registry)).to.have.property('ok', false);
      expect(await guardQuote(quote, value as never, registry)).to.have.property('ok', false);
      expect(await guardQuote(quote, intent, value as never)).to.have.property('ok', false);
    }
  });
});
