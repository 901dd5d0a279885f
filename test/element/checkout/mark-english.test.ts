/** Tests that a text which a language lacks is marked as English, and no other text is. */
import { expect } from '@open-wc/testing';
import { html, render } from 'lit';
import { markEnglish } from '../../../src/element/checkout/mark-english.js';

describe('markEnglish', () => {
  const root = document.createElement('section');
  const langs = (): Record<string, string> =>
    Object.fromEntries([...root.querySelectorAll<HTMLElement>('[id]')].map(({ id, lang }) => [id, lang]));

  beforeEach(() => {
    render(
      html`<div id="outer" lang="nl">
        <p id="whole">Nothing was sent.</p>
        <p id="two">Nothing was sent. Try again. 25.00</p>
        <p id="mixed">Er is niets verstuurd. Try again.</p>
        <p id="dutch">Er is niets verstuurd.</p>
        <p id="around">Er is <b id="inner">Nothing was sent.</b></p>
        <p id="number">25.00</p>
        <button id="icon" aria-label="Close"><svg></svg></button>
        <button id="label" aria-label="Sluiten">Try again.</button>
      </div>`,
      root,
    );
  });

  it('marks an element whose own texts are all English, the texts that are read out included', () => {
    markEnglish(root, new Set(['Nothing was sent.', 'Try again.', 'Close']));
    expect(langs()).to.deep.equal({
      outer: 'nl',
      whole: 'en',
      two: 'en',
      mixed: '',
      dutch: '',
      around: '',
      inner: 'en',
      number: '',
      icon: 'en',
      label: '',
    });
  });

  it('removes the mark when the language has the text', () => {
    markEnglish(root, new Set(['Nothing was sent.']));
    markEnglish(root, new Set());
    expect(Object.values(langs()).filter(Boolean)).to.deep.equal(['nl']);
  });
});
