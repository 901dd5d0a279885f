/**
 * Tests that the console names each common mistake of a page in one line, and that the documentation quotes this line.
 */
import { expect } from '@open-wc/testing';
import { restore, stub } from 'sinon';
import { define } from '../../src/element/define.js';
import { createPaymentSession } from '../../src/payment/session/session.js';
import { cleanUp, create, pay, type TestPay } from '../support/pages/element.js';
import { called } from '../support/until.js';

const currency = (id: string, symbol: string, address: string): object => ({
  ...{ id, symbol, name: symbol, address, decimals: 18 },
});

const listing = {
  chains: [
    {
      ...{ id: 42161, name: 'arbitrum', displayName: 'Arbitrum', vmType: 'evm', depositEnabled: true },
      currency: currency('eth', 'ETH', `0x${'0'.repeat(40)}`),
      erc20Currencies: [currency('usdc', 'USDC', `0x${'1'.repeat(40)}`)],
    },
  ],
};

/** Opens the element with a session that checks its options. */
function checked(extra: Record<string, string>): void {
  const element = create({ 'destination-chain-id': '42161', open: '', ...extra });
  element.realSession = createPaymentSession;
  element.fetch = async () => Response.json(listing);
  element.addEventListener('hub-error', () => element.remove());
  document.body.append(element);
}

/** Makes the page look as if it was not served over https. Returns a function that ends this. */
function insecure(): () => void {
  const own = Object.getOwnPropertyDescriptor(globalThis, 'isSecureContext');
  Object.defineProperty(globalThis, 'isSecureContext', { value: false, configurable: true });
  return () => {
    Reflect.deleteProperty(globalThis, 'isSecureContext');
    if (own) Object.defineProperty(globalThis, 'isSecureContext', own);
  };
}

function block(host: string): void {
  const given = { blockedURI: `${host}/`, disposition: 'enforce', effectiveDirective: 'connect-src' } as const;
  const other = { violatedDirective: 'connect-src', documentURI: '', originalPolicy: '', statusCode: 0 };
  document.dispatchEvent(new SecurityPolicyViolationEvent('securitypolicyviolation', { ...given, ...other }));
}

/** The line as a page with the tag `hub-pay` gets it, without the link to the documentation. */
const lineOf = (message: unknown): string =>
  String(message)
    .replace(/^<test-pay>/u, '<hub-pay>')
    .replace(/(?:\.? See https:\S+| \(https:\S+\))$/u, '');

describe('a mistake on the page', () => {
  /** The lines that the documentation quotes. */
  let quoted: (string | undefined)[] = [];
  let undo: () => void = () => undefined;
  before(async () => {
    const page = await fetch('/stories/docs/troubleshooting.md');
    quoted = Array.from((await page.text()).matchAll(/^\|.*?\| `([^`]+)` \|/gmu), ([, line]) => line);
  });
  afterEach(() => {
    cleanUp();
    restore();
    undo();
    undo = () => undefined;
  });

  const rows: readonly (readonly [title: string, line: string, make: () => unknown])[] = [
    [
      'a misspelt attribute',
      '<hub-pay> the attribute "slippage-tolerence" is unknown and does nothing. Did you mean "slippage-tolerance"?',
      () => pay({ 'slippage-tolerence': '50', open: '' }),
    ],
    [
      'a misspelt attribute without which the payment is another payment',
      '<hub-pay> recipient: the attribute "recipent" is unknown. Did you mean "recipient"?',
      () => pay({ recipient: null, recipent: '0x7A3bC1de5f60718293a4B5c6d7E8f90123456789', open: '' }),
    ],
    [
      'a handler that is written as an attribute',
      '<hub-pay> the attribute "onhub-success" does nothing: call addEventListener("hub-success", …) in a script',
      () => pay({ 'onhub-success': 'done()' }),
    ],
    [
      'a registry as JSON text',
      '<hub-pay> registry: "{"chains":[]}" is no registry: write registry="/registry.json", or set the property ' +
        'in a script',
      () => pay({ registry: '{"chains":[]}' }),
    ],
    [
      'an unknown symbol of a currency',
      '<hub-pay> destination-currency: "USDX" is no currency of chain 42161; it has ETH, USDC',
      () => checked({ 'destination-currency': 'USDX' }),
    ],
    [
      'a comma in the amount',
      '<hub-pay> amount: "12,50" is not a plain decimal such as "25.00"',
      () => checked({ amount: '12,50' }),
    ],
    [
      'a list that a framework writes as an attribute before the element is defined',
      '<hub-pay> summary: attributes hold only text: set the property summary in a script',
      () => pay({ summary: '[object Object]' }),
    ],
    [
      'an object that React 18 writes as an attribute',
      '<hub-pay> registry: "[object Object]" is no registry: write registry="/registry.json", or set the property ' +
        'in a script',
      () => pay({ registry: '[object Object]' }),
    ],
    [
      'a second definition',
      '<hub-pay> is already registered: remove one copy of hub-pay.',
      () => define('test-pay', class extends HTMLElement {}, customElements),
    ],
    [
      'a page without https',
      '<hub-pay> the page is not served over https: anyone on the network can change the recipient, some wallets do ' +
        'not open, and no address can be copied. Serve the page over https.',
      () => {
        undo = insecure();
        return pay();
      },
    ],
    [
      'a policy without the host of a chain’s node',
      '<hub-pay> The page’s content security policy blocks https://rpc.example: add it to connect-src',
      async () => {
        stub(globalThis, 'fetch').rejects(new TypeError('Failed to fetch'));
        const { fake }: TestPay = await pay();
        await fake.deps.fetch?.('https://rpc.example', { method: 'POST' }).catch(() => undefined);
        block('https://rpc.example');
      },
    ],
  ];

  for (const [title, line, make] of rows)
    it(`is named on the console in the words of the documentation when it is ${title}`, async () => {
      const warn = stub(console, 'warn');
      const warned = called(warn);
      const lines = (): string[] => warn.args.map(([message]) => lineOf(message));
      await make();
      await warned;
      expect(lines()).to.deep.equal([line]);
      expect(quoted).to.include(line);
    });

  it('is named by the browser when a script calls a method before the element is defined', () => {
    const early = document.createElement('undefined-pay') as unknown as { show: () => void };
    expect(() => {
      early.show();
    }).to.throw(TypeError, /show is not a function/u);
    expect(quoted).to.include('TypeError: pay.show is not a function');
  });
});
