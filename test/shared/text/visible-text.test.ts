/** Tests that no text of others can control a terminal or reorder a page. */
import { expect } from 'chai';
import { visibleText } from '../../../src/shared/text/visible-text.js';

const CONTROLS = /[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Zl}\p{Zp}]/u;

describe('visibleText', () => {
  it('writes control characters and changes of direction as their codes', () => {
    expect(visibleText('a\u001b[31mb\u0007\u009bc\u202e1042\u2069')).to.equal(
      'a\\u{1b}[31mb\\u{7}\\u{9b}c\\u{202e}1042\\u{2069}',
    );
  });

  it('returns a text without control characters for every character of Unicode', () => {
    for (let code = 0; code <= 0x10ffff; code += 97)
      expect(visibleText(`a${String.fromCodePoint(code)}b`)).not.to.match(CONTROLS);
    for (let code = 0; code < 0x3000; code++)
      expect(visibleText(`a${String.fromCodePoint(code)}b`)).not.to.match(CONTROLS);
  });

  it('keeps texts apart that differ only in an unseen character, and words of other scripts as they are', () => {
    const texts = ['1042', '10\u200b42', '1042\u202e', '\ufeff1042', '1042\u{e0031}', '1042\ud800'].map(visibleText);
    expect(new Set(texts).size).to.equal(texts.length);
    for (const text of ['Straße', 'سفارش ۱۲', 'הזמנה', '注文', '👍🏽']) expect(visibleText(text)).to.equal(text);
  });

  it('returns one line, and cuts a text of more than 1,000 characters', () => {
    expect(visibleText('one\r\n two\u2028three\t')).to.equal('one two three');
    expect(visibleText('😀'.repeat(1_000))).to.equal('😀'.repeat(1_000));
    expect(visibleText('😀'.repeat(1_001))).to.equal(`${'😀'.repeat(1_000)}…`);
  });
});
