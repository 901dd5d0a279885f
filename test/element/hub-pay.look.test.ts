/** Tests that the element keeps its own look, whatever the style sheet of the page says, and in another document. */
import { expect } from '@open-wc/testing';
import { hostileSheets } from '../../stories/support/hostile-sheets.js';
import { button } from '../../src/ui/styles/button.js';
import { keptProperties, watchedProperties, watchedValues } from '../support/host-rules.js';
import { cleanUp, create, pay, rendered, type TestPay } from '../support/pages/element.js';

const px = (text: string): number => parseFloat(text);

/** The look of the element itself, of its button, and of the title, the heading and the buttons of the open sheet. */
async function look(element: TestPay): Promise<Record<string, unknown>> {
  await rendered(element);
  const found: Record<string, unknown> = { host: watchedValues(element) };
  for (const part of ['button', 'title', 'heading', 'primary', 'close']) {
    const node = element.find(part)!;
    found[part] = [...watchedValues(node), getComputedStyle(node).minHeight];
    if (part !== 'heading') found[`${part} height`] = Math.round(node.getBoundingClientRect().height);
  }
  return found;
}

async function opened(parent?: ParentNode & Node): Promise<TestPay> {
  const element = await pay({}, parent);
  element.show();
  element.fake.goTo('reviewing');
  return element;
}

describe('look of the element', () => {
  const sheets: CSSStyleSheet[] = [];

  afterEach(() => {
    cleanUp();
    document.adoptedStyleSheets = document.adoptedStyleSheets.filter((sheet) => !sheets.includes(sheet));
  });

  const style = (text: string): void => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(text);
    sheets.push(sheet);
    document.adoptedStyleSheets.push(sheet);
  };

  for (const [name, text] of Object.entries(hostileSheets)) {
    it(`keeps the size and the form of its text, and the height of its buttons, on a page with ${name}`, async () => {
      const before = await look(await opened());
      expect(before['button height']).to.be.at.least(44);
      cleanUp();
      style(text);
      expect(await look(await opened())).to.deep.equal(before);
    });
  }

  it('keeps each property of text that one of these pages would change in it, and no other', () => {
    const host = document.createElement('div');
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(button.cssText.replaceAll('!important', ''));
    host.attachShadow({ mode: 'open' }).adoptedStyleSheets = [sheet];
    document.body.append(host);
    const before = watchedValues(host);
    const changed = new Set<string>();
    for (const text of Object.values(hostileSheets)) {
      style(text);
      watchedValues(host).forEach((value, at) => value !== before[at] && changed.add(watchedProperties[at]!));
      sheets.at(-1)!.replaceSync('');
    }
    host.remove();
    expect(keptProperties.length).to.be.greaterThan(18);
    expect([...changed]).to.have.members(keptProperties);
  });

  for (const layout of ['button', 'panel'])
    it(`gives a <span> of the page in the footer, with the layout ${layout}, the look of a <p>`, async () => {
      const boxes: unknown[] = [];
      for (const [name, text] of ['p', 'span'].flatMap((each) =>
        ['', 'Please try again.'].map((said) => [each, said]),
      )) {
        const element = await pay({ layout });
        const node = Object.assign(document.createElement(name!), { slot: 'footer', textContent: text });
        element.append(node);
        element.show();
        await rendered(element);
        element.fake.goTo('reviewing');
        await rendered(element);
        const footer = node.assignedSlot!.parentElement!;
        boxes.push([node, footer].map((each) => [each.offsetLeft, each.offsetWidth, each.offsetHeight]));
        cleanUp();
      }
      const [empty, filled, ...ofSpan] = boxes;
      expect(ofSpan).to.deep.equal([empty, filled]);
    });

  it('grows with the root when the reader or the page has made it larger', async () => {
    style('html { font-size: 150% }');
    const element = await opened();
    await rendered(element);
    expect(px(getComputedStyle(element.find('heading')!).fontSize)).to.equal(24);
    expect(element.find('button')!.getBoundingClientRect().height).to.be.at.least(66);
  });

  it('leaves the content of the sheet some height, and shows its end, when the text is twice as large', async () => {
    style('html { font-size: 200% }');
    const element = await opened();
    await rendered(element);
    const dialog = element.find('dialog')!;
    expect(dialog.querySelector('.body')!.clientHeight).to.be.at.least(9 * 32);
    dialog.scrollTop = dialog.scrollHeight;
    const { bottom } = dialog.getBoundingClientRect();
    expect(dialog.querySelector('.footer')!.getBoundingClientRect().bottom).to.be.at.most(bottom);
  });

  it('keeps the sizes that a token of the page sets', async () => {
    style('html { font-size: 62.5% } test-pay { --hub-font-size: 20px; --hub-line-height: 2; --hub-space: 6px }');
    const element = await opened();
    await rendered(element);
    const { fontSize, lineHeight, paddingLeft } = getComputedStyle(element.find('primary')!);
    expect([fontSize, lineHeight, paddingLeft]).to.deep.equal(['20px', '40px', '30px']);
  });

  it('follows the direction of the markup, also when the style sheet says another one', async () => {
    style('* { direction: ltr; text-align: left }');
    const parent = document.createElement('div');
    parent.dir = 'rtl';
    document.body.append(parent);
    const element = await opened(parent);
    await rendered(element);
    const { direction, textAlign } = getComputedStyle(element.find('heading')!);
    expect([direction, textAlign]).to.deep.equal(['rtl', 'right']);
    parent.remove();
  });

  it('scales with the zoom of the page', async () => {
    style('body { zoom: 2 }');
    const element = await opened();
    await rendered(element);
    expect(element.find('button')!.getBoundingClientRect().height).to.be.at.least(44);
  });

  it('shows the sheet when the page hides the place of the element, such as a closed drawer', async () => {
    const drawer = document.createElement('div');
    drawer.style.visibility = 'hidden';
    document.body.append(drawer);
    const element = await opened(drawer);
    await rendered(element);
    expect(getComputedStyle(element.find('primary')!).visibility).to.equal('visible');
    expect(getComputedStyle(element.find('button')!).visibility).to.equal('hidden');
    drawer.remove();
  });

  const frames: HTMLIFrameElement[] = [];
  const otherDocument = (): Document => {
    const frame = document.createElement('iframe');
    document.body.append(frame);
    frames.push(frame);
    return frame.contentDocument!;
  };
  afterEach(() => frames.splice(0).forEach((frame) => frame.remove()));

  it('keeps its styles when a script moves it to another document and back, before and after its code loads', async () => {
    const element = await pay();
    const other = otherDocument();
    const radius = (): string => getComputedStyle(element.find('button')!).borderRadius;
    const before = radius();
    for (const place of [other, document, other]) {
      place.body.append(element);
      await rendered(element);
      expect(radius()).to.equal(before);
    }
    element.show();
    element.fake.goTo('reviewing');
    await rendered(element);
    expect(getComputedStyle(element.find('footer')!).display).to.equal('flex');
    element.close();
  });

  it('has its styles when a script creates it in one document and adds it to another one', async () => {
    const element = create();
    otherDocument().body.append(element);
    await rendered(element);
    expect(getComputedStyle(element.find('button')!).display).to.equal('flex');
    element.remove();
  });
});
