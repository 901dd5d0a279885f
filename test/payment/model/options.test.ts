import { expect } from 'chai';
import { HubPayError } from '../../../src/errors.js';
import { checkOptions, withoutPayer, type SessionOptions } from '../../../src/payment/model/options.js';

const good: SessionOptions = {
  baseUrl: 'https://hub.test',
  destinationChainId: 10,
  destinationCurrency: 'USDC',
  amount: '25',
  recipient: '0x00000000000000000000000000000000000000aa',
};

/** The name of the rejected option, or null if the options are valid. */
function refused(options: Partial<Record<keyof SessionOptions, unknown>>): string | null {
  try {
    checkOptions({ ...good, ...options } as SessionOptions);
    return null;
  } catch (error) {
    expect(error).to.be.instanceOf(HubPayError);
    expect(error).to.include({ code: 'config', money: 'not-sent' });
    expect((error as HubPayError).message).to.match(new RegExp(`^${(error as HubPayError).attribute}: `));
    return (error as HubPayError).attribute ?? '';
  }
}

const CALL = { to: '0x00000000000000000000000000000000000000aa', value: '0', data: '0xABcd' };

describe('options', () => {
  it('refuses an address of the venue that is no plain http or https address', () => {
    for (const name of ['venueExchangeUrl', 'venueInfoUrl']) {
      for (const url of ['', 'venue.test', 'wss://venue.test', 'https://u:p@venue.test', 'https://venue.test/?key=1'])
        expect(refused({ [name]: url }), url).to.equal(name);
    }
  });

  it('refuses a value of another type than the option has, and says how to write it', () => {
    const told = (options: object): string => {
      try {
        checkOptions({ ...good, ...options });
        return '';
      } catch (error) {
        return (error as HubPayError).message.replace(/\. See .*/u, '');
      }
    };
    expect(told({ reference: 7 })).to.equal('reference: 7 is a number: write "7"');
    expect(told({ amount: 25 })).to.equal('amount: 25 is a number: write "25"');
    expect(told({ amount: 25n })).to.equal('amount: 25 is a bigint: write "25"');
    expect(told({ recipient: null })).to.equal('recipient: is null: set a text, or leave it out');
    expect(told({ reference: ['7'] })).to.equal('reference: must be a text, not a value of type object');
    expect(told({ useDepositAddress: 'yes' })).to.equal('useDepositAddress: must be true or false, not "yes"');
    expect(told({ tokens: 'USDC' })).to.equal('tokens: must be a list, not "USDC"');
    expect(told({ tokens: ['USDC', 7] })).to.equal('tokens: entry 1 7 is a number: write "7"');
    expect(told({ wallets: {} })).to.match(/^wallets: must be a list/u);
    expect(told({ quoteOptions: [] })).to.match(/^quoteOptions: must be an object/u);
    expect(told({ registry: '/registry.json' })).to.match(/^registry: must be a chains listing/u);
    expect(told({ origins: 8453 })).to.match(/^origins: must be a list/u);
  });

  it('refuses a reference that is no id of an order, because it would make every cart the same order', () => {
    for (const reference of ['', ' ', 'undefined', 'null', 'NaN', '[object Object]'])
      expect(refused({ reference }), reference).to.equal('reference');
    for (const reference of ['0', '7', 'order-undefined', undefined]) expect(refused({ reference })).to.equal(null);
  });

  it('refuses an unknown option, and names the one that was probably meant', () => {
    for (const [unknown, meant] of [
      ['reciepient', 'recipient'],
      ['ammount', 'amount'],
      ['baseURL', 'baseUrl'],
      ['maxSubsidisationAmount', 'maxSubsidizationAmount'],
      ['usePermits', 'usePermit'],
    ] as const) {
      expect(() => checkOptions({ ...good, [unknown]: 'x' }))
        .to.throw(HubPayError, `${unknown}: is not a field of the session options: did you mean "${meant}"?`)
        .with.property('attribute', unknown);
    }
    expect(() => checkOptions({ ...good, colour: 'x' } as SessionOptions)).to.throw(
      'correct its name, or leave it out',
    );
    expect(refused({ reference: undefined, tokens: undefined, registry: undefined })).to.equal(null);
  });

  it('F-188 refuses an amount of zero, however it is written', () => {
    for (const amount of ['0', '0.00', '00', '0.000000']) expect(refused({ amount }), amount).to.equal('amount');
  });

  it('refuses an address of the merchant’s server that is no http or https address in full', () => {
    for (const url of ['', '/api/payment', 'ftp://shop.example/a', 'https://u:p@shop.example/a'])
      expect(refused({ confirmUrl: url }), url).to.equal('confirmUrl');
  });

  it('refuses a value that is none of the values of an option', () => {
    expect(refused({ resume: 'yes' })).to.equal('resume');
    expect(refused({ tradeType: 'EXACT' })).to.equal('tradeType');
    for (const resume of ['auto', 'ask', 'off']) expect(refused({ resume }), resume).to.equal(null);
  });

  it('accepts an option when its value makes sense', () => {
    for (const options of [
      {},
      { confirmUrl: 'https://shop.example/api/payment?order=1042' },
      { baseUrl: 'http://127.0.0.1:8080/hub' },
      { amount: undefined },
      { venueExchangeUrl: 'https://venue.test/exchange', venueInfoUrl: 'http://127.0.0.1:8/info' },
      { amount: '0.000001' },
      { amount: '0025.00' },
      { tradeType: 'EXPECTED_OUTPUT' },
      { tradeType: 'EXACT_INPUT', originChainId: 8453, originCurrency: 'native' },
      { originChainId: 8453 },
      { origins: [1, 8453] },
      { slippageTolerance: '0' },
      { slippageTolerance: '10000' },
      { quoteOptions: { useExternalLiquidity: true } },
      { quoteOptions: {} },
      { txs: [] },
      { txs: [CALL, { ...CALL, data: '0x', originalTxValue: '7' }] },
    ])
      expect(refused(options), JSON.stringify(options)).to.equal(null);
  });

  const wrong: Record<string, Partial<Record<keyof SessionOptions, unknown>>[]> = {
    baseUrl: [
      { baseUrl: '' },
      { baseUrl: 'hub.test' },
      { baseUrl: 'javascript:alert(1)' },
      { baseUrl: 'ftp://hub.test' },
      { baseUrl: '/hub' },
    ],
    destinationChainId: [
      { destinationChainId: undefined },
      { destinationChainId: 0 },
      { destinationChainId: 1.5 },
      { destinationChainId: NaN },
    ],
    destinationCurrency: [{ destinationCurrency: undefined }, { destinationCurrency: '' }],
    amount: ['', '0', '0.00', '1,5', '-1', '1e3', '.5', '5.', ' 5', 'ten', '1.000.000', '∞'].map((amount) => ({
      amount,
    })),
    tradeType: [
      { tradeType: 'exact_output' },
      { tradeType: '' },
      { tradeType: 'EXACT_INPUT' },
      { tradeType: 'EXACT_INPUT', originChainId: 1 },
    ],
    originChainId: [{ originChainId: -1 }, { originChainId: NaN }, { originCurrency: 'USDC' }],
    origins: [{ origins: [1, NaN] }, { origins: [0] }, { origins: ['1,10' as never] }, { origins: [] }],
    slippageTolerance: ['10001', '-1', '0.5', 'auto', '100000', ''].map((slippageTolerance) => ({
      slippageTolerance,
    })),
    txs: [
      {},
      [1],
      [{}],
      [{ to: CALL.to, value: '1' }],
      [{ ...CALL, to: '0x12' }],
      [{ ...CALL, to: 'shop.eth' }],
      [{ ...CALL, value: 1 }],
      [{ ...CALL, value: '-1' }],
      [{ ...CALL, value: '1e18' }],
      [{ ...CALL, data: '0x1' }],
      [{ ...CALL, data: '' }],
      [{ ...CALL, originalTxValue: '0x1' }],
      [{ ...CALL, gas: '1' }],
      [CALL, null],
    ].map((txs) => ({ txs: txs as never })),
    quoteOptions: [
      'user',
      'overridePriceImpact',
      'refundOnOrigin',
      'amount',
      'recipient',
      'refundTo',
      'txs',
      'useDepositAddress',
    ].map((name) => ({ quoteOptions: { [name]: 'x' } })),
    maxSubsidizationAmount: [{ subsidizeFees: true, maxSubsidizationAmount: undefined }],
    wallets: [{ wallets: [5] as never }, { wallets: ['metamask'] as never }],
  };
  for (const [attribute, all] of Object.entries(wrong)) {
    it(`rejects with the attribute’s name when the value is invalid: ${attribute}`, () => {
      for (const options of all) expect(refused(options), JSON.stringify(options)).to.equal(attribute);
    });
  }
});

describe('quoteOptions', () => {
  for (const [quoteOptions, why] of [
    [{ strct: true }, 'strct is not a field of the quote body: did you mean "strict"?'],
    [{ strict: 'yes' }, 'strict must be true or false, not "yes"'],
    [{ includedSwapSources: 'a' }, 'includedSwapSources must be a list, not "a"'],
  ] as const) {
    it(`is refused with the name of its field: ${JSON.stringify(quoteOptions)}`, () => {
      expect(() => checkOptions({ ...good, quoteOptions })).to.throw(HubPayError, `quoteOptions: ${why}`);
    });
  }

  it('can set a field that needs another one, which an option sets', () => {
    expect(refused({ quoteOptions: { strict: true }, useDepositAddress: true })).to.equal(null);
  });
});

describe('S-20 a checkout without a recipient', () => {
  for (const beside of [{ amount: '25' }, { reference: 'order-7' }, { amount: '25', reference: 'order-7' }]) {
    it(`S-20 is refused beside ${Object.keys(beside).join(' and ')}, because the payer would be paid`, () => {
      for (const recipient of [undefined, ''])
        expect(refused({ amount: undefined, ...beside, recipient })).to.equal('recipient');
      expect(refused({ amount: undefined, ...beside, recipient: 'payer' })).to.equal(null);
    });
  }

  it('S-20 is accepted when nothing says that somebody else is paid', () => {
    expect(refused({ amount: undefined, recipient: undefined })).to.equal(null);
  });

  it('S-20 means the payer and equals no recipient when the recipient is `payer`', () => {
    const { recipient: _, ...rest } = good;
    expect(withoutPayer({ ...good, recipient: 'payer' })).to.deep.equal(rest);
    expect(withoutPayer(good)).to.deep.equal(good);
  });
});
