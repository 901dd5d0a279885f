/**
 * Tests the element on hostile pages. Names, prototypes and restrictions of the page do not break the element. External
 * text is never rendered as HTML.
 */
import { expect } from '@open-wc/testing';
import { restore } from 'sinon';
import { createPaymentSession } from '../../src/payment/session/session.js';
import { cleanUp, create, pay, recordWarnings, rendered, walk } from '../support/pages/element.js';

describe('page around the element', () => {
  afterEach(cleanUp);

  it('H7 changes nothing when it shadows names of window and document', async () => {
    const names = [
      'adoptedStyleSheets',
      'documentElement',
      'activeElement',
      'readyState',
      'visibilityState',
      'defaultView',
      'cookie',
    ];
    const ids = [
      ...names,
      'customElements',
      'localStorage',
      'navigator',
      'fetch',
      'innerWidth',
      'title',
      'amount',
      'dialog',
      'session',
    ];
    const clobber = document.createElement('div');
    for (const id of ids) {
      const each = document.createElement(names.includes(id) ? 'img' : 'a');
      each.id = id;
      each.setAttribute('name', id);
      clobber.append(each);
    }
    clobber.hidden = true;
    document.body.append(clobber);
    expect(await walk(await pay())).to.equal('2 false Paid');
    clobber.remove();
  });

  it('H5 adds no option or text when it pollutes Object.prototype', async () => {
    const polluted = {
      recipient: '0xevil',
      refundTo: '0xevil',
      amount: '999',
      registry: {},
      quoteOptions: { referrer: 'x' },
      layout: 'panel',
    };
    for (const [name, value] of Object.entries(polluted)) {
      Object.defineProperty(Object.prototype, name, { value, configurable: true, enumerable: true, writable: true });
    }
    try {
      const element = await pay({ recipient: null, amount: null, merchant: null });
      expect(Object.keys(element.fake.options).sort()).to.deep.equal([
        'baseUrl',
        'destinationChainId',
        'destinationCurrency',
      ]);
      expect(element.find('panel') === null).to.equal(true);
    } finally {
      for (const name of Object.keys(polluted)) Reflect.deleteProperty(Object.prototype, name);
    }
  });

  it('names a built-in that the page has replaced, on the console and in the state, and sends no request', async () => {
    const warnings = recordWarnings();
    const { from } = Array;
    const requests: unknown[] = [];
    const element = create();
    element.realSession = createPaymentSession;
    element.fetch = (...request) => {
      requests.push(request);
      return Promise.reject(new TypeError('offline'));
    };
    // As Prototype.js 1.7 does: the function is not called.
    Array.from = ((list: ArrayLike<unknown>) => [...Array<unknown>(list.length)]) as typeof Array.from;
    try {
      document.body.append(element);
      await rendered(element);
      element.show();
      await rendered(element);
      const { state } = element;
      const problem = 'problem' in state ? state.problem : undefined;
      expect([problem?.code, problem?.reason]).to.deep.equal(['config', 'replaced-builtins']);
      expect(warnings.join()).to.contain('a script of the page has replaced Array.from');
      expect(element.find('dialog')?.textContent).to.contain('This payment button isn’t set up');
      expect(requests).to.deep.equal([]);
    } finally {
      Array.from = from;
      restore();
      element.remove();
    }
  });

  it('pays on a page that has put toJSON on arrays and enumerable members on every prototype', async () => {
    const added = [
      [Array.prototype, 'toJSON'],
      [Object.prototype, 'toJSON'],
      [Array.prototype, 'each'],
      [Object.prototype, 'extend'],
    ] as const;
    for (const [prototype, name] of added)
      Object.defineProperty(prototype, name, { value: () => '[]', configurable: true, enumerable: true });
    try {
      expect(await walk(await pay())).to.equal('2 false Paid');
    } finally {
      for (const [prototype, name] of added) Reflect.deleteProperty(prototype, name);
    }
  });

  it('I22 adds no markup when the merchant’s texts contain HTML', async () => {
    const bad = '<img src=x onerror="globalThis.hacked = true"><script>globalThis.hacked = true</script>';
    const element = create({ merchant: bad, layout: 'panel' });
    element.summary = [{ label: bad, amount: bad }];
    element.messages = { 'select.title': bad };
    document.body.append(element);
    await element.updateComplete;
    element.fake.goTo('selecting');
    await rendered(element);
    expect(element.shadowRoot?.querySelectorAll('img, script')).to.have.lengthOf(0);
    expect(element.shadowRoot?.textContent).to.contain(bad);
    expect('hacked' in globalThis).to.equal(false);
    element.remove();
  });

  it('keeps its styles apart from the element’s styles', async () => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync('button { background: red; font-size: 99px } h2, h3 { display: none } * { margin: 40px }');
    document.adoptedStyleSheets.push(sheet);
    const own = document.createElement('button');
    document.body.append(own);
    const element = await pay({ open: '' });
    await rendered(element);
    expect(getComputedStyle(element.find('close')!).backgroundColor).not.to.equal('rgb(255, 0, 0)');
    expect(getComputedStyle(element.find('title')!).display).not.to.equal('none');
    expect(getComputedStyle(own).fontSize).to.equal('99px');
    document.adoptedStyleSheets.pop();
    own.remove();
  });

  for (const [place, sandbox] of [
    ['', null],
    [' in a sandboxed frame', 'allow-scripts allow-same-origin'],
  ] as const) {
    it(`F-18 F-177 allows a payment under a strict policy${place}, and names each address that it blocks once`, async () => {
      const frame = document.createElement('iframe');
      if (sandbox) frame.setAttribute('sandbox', sandbox);
      frame.src = '/test/support/pages/strict-page.html';
      const said = new Promise<unknown>((resolve) => {
        window.addEventListener('message', ({ data, source }) => {
          if (source === frame.contentWindow) resolve(data);
        });
      });
      document.body.append(frame);
      const { errors, blocked, ...payment } = (await said) as {
        errors: [code: string, reason: string, message: string][];
        blocked: string[];
      };
      expect(payment).to.deep.equal({ walked: '2 false Paid', violations: [], sessions: 0 });
      expect(blocked.join('\n'))
        .to.contain(`blocks ${location.origin}: add it to connect-src`)
        .and.to.contain('registry: /registry.json gave no answer');
      expect(errors.map(([code, reason]) => [code, reason])).to.deep.equal([
        ['config', 'blocked-by-policy'],
        ['config', 'blocked-by-policy'],
      ]);
      expect(errors[0]?.[2]).to.contain('blocks https://node.test: add it to connect-src');
      expect(errors[1]?.[2]).to.contain('blocks https://shop.example: add it to connect-src');
      frame.remove();
    });
  }
});
