/** Tests prices in the merchant's currency: the file with the rate, and what the payer sees without a rate. */
import { expect } from '@open-wc/testing';
import sinon from 'sinon';
import type { QuoteSummary } from '../../../src/types.js';
import { cleanUp, intent, pay, payer, quote, rendered, type TestPay } from '../../support/pages/element.js';
import { called, until } from '../../support/until.js';

const EUROS = { currency: 'eur', 'rates-url': '/rates.json' };
const ESTIMATE = 'Prices in EUR are estimates: 1 USD is 0.92 EUR.';
const UNKNOWN = 'Prices are in US dollars, because the rate for EUR is not known right now.';

/** A quote with a price in US dollars. */
const priced: QuoteSummary = { ...quote, pays: { ...quote.pays, amountUsd: '25.04' } };

function goToReview({ fake }: TestPay): void {
  fake.goTo('quoting');
  fake.dispatch({ type: 'quote-guarded', intent: { ...intent, user: payer.address }, quote: priced });
}

describe('display-currency', () => {
  let warn: sinon.SinonStub;
  beforeEach(() => (warn = sinon.stub(console, 'warn')));
  afterEach(() => {
    sinon.restore();
    cleanUp();
  });

  const textOf = (element: TestPay): string => element.find('panel')?.textContent.replace(/\s+/gu, ' ') ?? '';
  const lineOf = (element: TestPay): string => element.shadowRoot?.querySelector('.rate-line')?.textContent ?? '';
  /** Answers as the merchant's site does. */
  const answered = (...answers: (() => Response | Promise<never>)[]): sinon.SinonStub => {
    const fetch = sinon.stub(globalThis, 'fetch');
    for (const [call, answer] of answers.entries()) fetch.onCall(call).callsFake(async () => answer());
    return fetch;
  };
  const rates =
    (file: unknown): (() => Response) =>
    () =>
      Response.json(file);
  /** Shows the review and waits for the line about the rate. */
  const review = async (attributes: Readonly<Record<string, string>>): Promise<TestPay> => {
    const element = await pay({ layout: 'panel', ...attributes });
    goToReview(element);
    await rendered(element);
    await until(element, () => lineOf(element) !== '');
    return element;
  };

  it('shows prices at the rate of the file, and names the rate', async () => {
    const fetch = answered(rates({ base: 'USD', rates: { EUR: 0.92 } }));
    const element = await review(EUROS);
    expect(lineOf(element)).to.equal(ESTIMATE);
    expect(textOf(element)).to.contain('€').and.not.contain('$');
    const [url, init] = fetch.firstCall.args as [string, RequestInit];
    expect(url).to.equal(`${location.origin}/rates.json`);
    expect(init.referrerPolicy).to.equal('no-referrer');
    expect(fetch.callCount).to.equal(1);
  });

  it('takes a file that names its base as `base_code`, and has the dollar as a rate', async () => {
    answered(rates({ base_code: 'USD', rates: { USD: '1.00', EUR: 0.92 } }));
    expect(lineOf(await review(EUROS))).to.equal(ESTIMATE);
  });

  it('keeps the styles of the element, and adds those of the line', async () => {
    answered(rates({ rates: { EUR: 0.92 } }));
    const plain = await pay({ layout: 'panel' });
    const before = plain.shadowRoot!.adoptedStyleSheets;
    const element = await review(EUROS);
    expect(element.shadowRoot!.adoptedStyleSheets.slice(0, before.length)).to.deep.equal(before);
    expect(element.shadowRoot!.adoptedStyleSheets.length).to.equal(before.length + 1);
    expect(getComputedStyle(element.find('panel')!).display).to.equal('flex');
  });

  it('loads the rate of another currency when the page changes it, and shows dollars until then', async () => {
    answered(rates({ rates: { EUR: '0.92', JPY: '150' } }), rates({ rates: { EUR: '0.92', JPY: '150' } }));
    const element = await review(EUROS);
    element.currency = 'JPY';
    await element.updateComplete;
    expect(textOf(element)).to.contain('$').and.not.contain('€');
    await until(element, () => lineOf(element).includes('JPY'));
    expect(textOf(element)).to.contain('¥');
  });

  it('shows dollars and no line when the page wants dollars', async () => {
    const fetch = answered();
    const element = await pay({ layout: 'panel', currency: 'usd' });
    goToReview(element);
    await import('../../../src/element/currency/display-currency.js');
    await rendered(element);
    await rendered(element);
    expect(textOf(element)).to.contain('$');
    expect(lineOf(element)).to.equal('');
    expect(fetch.callCount).to.equal(0);
  });

  for (const [title, attributes, answer, why] of [
    ['the file is missing', EUROS, () => new Response('', { status: 404 }), '/rates.json answered 404'],
    ['the file is no JSON', EUROS, () => new Response('<html>'), 'has no number `rates.EUR` above zero'],
    ['the site does not answer', EUROS, () => Promise.reject(new TypeError('failed')), '/rates.json gave no answer'],
    ['the rates are of another currency', EUROS, rates({ base: 'GBP', rates: { EUR: 1 } }), 'has rates of GBP'],
    [
      'the rates are of another currency by its code',
      EUROS,
      rates({ base_code: 'GBP', rates: { EUR: 1 } }),
      'has rates of GBP',
    ],
    [
      'the rates are of another currency by another name of the base',
      EUROS,
      rates({ base_currency: 'GBP', rates: { EUR: 1 } }),
      'has rates of GBP',
    ],
    [
      'the rates are of more than one dollar',
      EUROS,
      rates({ amount: 100, base: 'USD', rates: { EUR: 92 } }),
      '/rates.json has rates of 100 USD, but the element needs those of 1 USD',
    ],
    [
      'base and base_code differ',
      EUROS,
      rates({ base: 'USD', base_code: 'GBP', rates: { EUR: 1 } }),
      'has rates of GBP',
    ],
    [
      'the dollar is worth more than a dollar',
      EUROS,
      rates({ rates: { USD: 1.08, EUR: 1, JPY: 161.2 } }),
      '/rates.json has 1.08 as `rates.USD`, which is 1 in rates of USD',
    ],
    ['the rate is zero', EUROS, rates({ rates: { EUR: '0.0' } }), 'has no number `rates.EUR` above zero'],
    ['the rate is negative', EUROS, rates({ rates: { EUR: -1 } }), 'has no number `rates.EUR` above zero'],
    ['there is no rate of this currency', EUROS, rates({ rates: { GBP: 1 } }), 'has no number `rates.EUR` above zero'],
    ['no file is named', { currency: 'EUR' }, rates({}), 'rates-url: is missing beside currency="EUR": set it'],
    ['the file is no address', { ...EUROS, 'rates-url': 'data:,{}' }, rates({}), 'is no http or https address'],
  ] as const)
    it(`says that prices are in dollars when ${title}, and tells the merchant why`, async () => {
      answered(answer);
      const element = await review(attributes);
      expect(lineOf(element)).to.equal(UNKNOWN);
      expect(textOf(element)).to.contain('$');
      expect(element.find('primary')).to.have.property('disabled').that.is.a('boolean');
      expect(String(warn.lastCall.args[0])).to.contain(why);
    });

  it('says so when the code is no currency', async () => {
    answered();
    const element = await review({ ...EUROS, currency: 'Euro' });
    expect(lineOf(element)).to.contain('EURO is not known');
    expect(String(warn.lastCall.args[0])).to.contain('currency: "Euro" is no ISO 4217 code such as EUR');
  });

  it('loads an old rate again, and keeps it when the file is gone', async () => {
    const clock = sinon.useFakeTimers({ now: Date.now(), toFake: ['Date'] });
    const fetch = answered(
      rates({ rates: { EUR: 0.92 } }),
      () => new Response('', { status: 500 }),
      rates({ rates: { EUR: 0.95 } }),
    );
    const element = await review(EUROS);
    const warned = called(warn);
    clock.tick(3_600_001);
    element.requestUpdate();
    await warned;
    expect(lineOf(element)).to.equal(ESTIMATE);
    clock.tick(3_600_001);
    element.requestUpdate();
    await until(element, () => lineOf(element).includes('0.95'));
    expect(fetch.callCount).to.equal(3);
  });
});
