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

  it('does nothing before the element has a shadow root', () => {
    expect(() => showLanguage(null, createTranslate('en', null))).not.to.throw();
  });
});
