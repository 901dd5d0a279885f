/** Tests that every rendering of test mode contains the line that says so. */
import { expect, fixture, html } from '@open-wc/testing';
import { createTranslate } from '../../src/i18n/translate.js';
import { markedRendering } from '../../src/testing/mark.js';
import type { Rendering } from '../../src/ui/render.js';

type Frame = NonNullable<Rendering['frame']>;
const frame = { content: html`<p>Review</p>` } as Frame;
const texts = async (content: unknown): Promise<(string | null)[]> =>
  [...(await fixture<HTMLElement>(html`<div>${content}</div>`)).querySelectorAll('p')].map(
    ({ textContent }) => textContent,
  );
const t = createTranslate('en', { 'test.line': 'No money moves' });

describe('markedRendering', () => {
  it('adds the line below the button and above the content of the sheet', async () => {
    const marked = markedRendering({ banner: html`<p>Unfinished</p>`, frame } as Rendering, t);
    expect(await texts(marked.banner)).to.deep.equal(['Unfinished']);
    expect(await texts(marked.note)).to.deep.equal(['No money moves']);
    expect(await texts(marked.frame?.content)).to.deep.equal(['No money moves', 'Review']);
  });

  it('adds no sheet to a rendering without one', () => {
    expect(markedRendering({ banner: null, frame: null } as unknown as Rendering, t).frame).to.equal(null);
  });
});
