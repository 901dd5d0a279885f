/** Tests the element in a DOM that lacks what jsdom and happy-dom lack: the merchant's own tests use such a DOM. */
import { expect } from '@open-wc/testing';
import { HubPay } from '../../src/element/hub-pay.js';
import { attributes } from '../support/pages/element.js';

HubPay.define();

/** The names that jsdom or happy-dom lacks, and the objects of a browser that have them. */
const lacking = [
  [HTMLElement.prototype, 'attachInternals'],
  [globalThis, 'IntersectionObserver'],
  [globalThis, 'ResizeObserver'],
  [globalThis, 'isSecureContext'],
  [HTMLDialogElement.prototype, 'close'],
] as const;

describe('hub-pay in the DOM of a test', () => {
  const kept = lacking.map(([owner, name]) => Object.getOwnPropertyDescriptor(owner, name));

  beforeEach(() => {
    for (const [owner, name] of lacking) Reflect.deleteProperty(owner, name);
  });

  afterEach(() => {
    for (const [index, [owner, name]] of lacking.entries()) Object.defineProperty(owner, name, kept[index]!);
  });

  for (const layout of ['button', 'panel'] as const) {
    it(`mounts, shows its label and unmounts without an error, as a ${layout}`, async () => {
      const element = document.createElement('hub-pay');
      for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
      element.layout = layout;
      element.required = true;
      element.fetch = () => Promise.reject(new Error('no network in this test'));
      document.body.append(element);
      await element.load();
      expect(element.shadowRoot?.textContent).to.match(/25\.00/u);
      expect(element.form).to.equal(undefined);
      element.show();
      await element.updateComplete;
      element.close();
      expect(element.open).to.equal(false);
      element.remove();
    });
  }
});
