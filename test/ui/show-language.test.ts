/** Tests the language and the direction that the outermost elements name. */
import { expect } from '@open-wc/testing';
import { createTranslate } from '../../src/i18n/translate.js';
import { showLanguage } from '../../src/ui/show-language.js';

describe('showLanguage', () => {
  const root = document.createElement('div');
  const inner = document.createElement('p');
  const outer = document.createElement('div');
  outer.append(inner);
  root.append(outer, document.createElement('style'));
  const shown = (): unknown[] => [outer.lang, outer.getAttribute('dir'), inner.lang];

  it('names the language of the texts, and lets Arabic run to the left', () => {
    showLanguage(root, createTranslate('de-AT', null));
    expect(shown()).to.deep.equal(['de-AT', null, '']);
    showLanguage(root, createTranslate('ar', { done: 'تم' }));
    expect(shown()).to.deep.equal(['ar', 'rtl', '']);
    showLanguage(root, createTranslate('en-GB', null));
    expect(shown()).to.deep.equal(['en-GB', null, '']);
  });

  it('names English when the package has no texts in the language of the locale, unless the page has some', () => {
    showLanguage(root, createTranslate('nl', null));
    expect(outer.lang).to.equal('en');
    showLanguage(root, createTranslate('nl', { done: 'Klaar' }));
    expect(outer.lang).to.equal('nl');
  });

  it('lets no translator change amounts, addresses and names, or a button with an amount, but all other texts', () => {
    const place = document.createElement('div');
    const add = (name: string, text: string, part = ''): HTMLElement => {
      const element = document.createElement(name);
      if (part) element.setAttribute('part', part);
      element.textContent = text;
      place.append(element);
      return element;
    };
    const kept = [add('bdi', '25.00 USDC'), add('bdi', 'Base'), add('button', 'Pay 25.00 USDC', 'primary')];
    const others = [add('p', 'Arrives in'), add('button', 'Pay Acme', 'button'), add('bdi', 'Details')];
    others[2]!.dataset['words'] = '';
    const english = createTranslate('en', null);
    showLanguage(place, english);
    for (const each of kept) expect([each.translate, each.className]).to.deep.equal([false, 'notranslate']);
    for (const each of others) expect([each.translate, each.className]).to.deep.equal([true, '']);
    kept[2]!.textContent = 'Loading the price';
    showLanguage(place, english);
    expect([kept[2]!.translate, kept[2]!.className]).to.deep.equal([true, '']);
  });

  it('does nothing before the element has a shadow root', () => {
    expect(() => showLanguage(null, createTranslate('en', null))).not.to.throw();
  });
});
