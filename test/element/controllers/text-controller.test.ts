/** Tests that the element changes its texts after a translator or an extension has replaced their nodes. */
import { expect } from '@open-wc/testing';
import { cleanUp, intent, pay, quote, rendered, walk, type TestPay } from '../../support/pages/element.js';

/** The texts on the screen, in order. */
function textNodes(root: Node): Text[] {
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  const found: Text[] = [];
  while (walker.nextNode()) if (walker.currentNode.nodeValue?.trim()) found.push(walker.currentNode as Text);
  return found;
}

/** The tag that Chrome’s translator uses. Its type would be deprecated. */
const FONT: string = 'font';

const font = (text: string): HTMLElement => {
  const [outer, inner] = [document.createElement(FONT), document.createElement(FONT)];
  inner.textContent = text;
  outer.append(inner);
  return outer;
};

const translated = (text: string): string => `«${text.trim()}»`;

/** The ways in which translators and extensions change a text. Each gets a text of Lit. */
const WAYS: Readonly<Record<string, (text: Text) => void>> = {
  'replaces a text by two elements, as the translator of Chrome does': (text) =>
    text.replaceWith(font(translated(text.data))),
  'inserts its text and removes the other later': (text) => {
    text.before(font(translated(text.data)));
    text.remove();
  },
  'replaces a text by another text': (text) => text.replaceWith(translated(text.data)),
  'replaces the whole content of the parent': (text) => {
    const own = font(translated(text.data));
    text.parentNode?.insertBefore(own, text);
    text.remove();
    own.firstElementChild?.replaceChildren(translated(text.data));
  },
  'changes the text itself': (text) => (text.data = translated(text.data)),
};

const root = (element: TestPay): ShadowRoot => element.shadowRoot!;
const textOf = (element: TestPay, part: string): string => element.find(part)!.textContent.trim();

describe('replaced texts', () => {
  const observers: MutationObserver[] = [];

  afterEach(() => {
    for (const observer of observers.splice(0)) observer.disconnect();
    cleanUp();
  });

  /** Translates what is there, and everything that appears later, as an extension does. */
  function translate(element: TestPay, way: (text: Text) => void): void {
    const run = (): void => {
      for (const text of textNodes(root(element)))
        if (!text.data.includes('«') && !text.parentElement?.closest('style, font')) way(text);
    };
    const observer = new MutationObserver(run);
    observer.observe(root(element), { childList: true, characterData: true, subtree: true });
    observers.push(observer);
    run();
  }

  const settled = async (element: TestPay): Promise<void> => {
    await rendered(element);
    await new Promise((resolve) => setTimeout(resolve));
  };

  for (const [name, way] of Object.entries(WAYS)) {
    it(`shows a changed amount in title and button when an extension ${name}`, async () => {
      const element = await pay();
      translate(element, way);
      element.show();
      await settled(element);
      expect(textOf(element, 'title')).to.equal('«25.00 USDC»');
      element.amount = '75.00';
      await settled(element);
      expect(textOf(element, 'title')).to.equal('«75.00 USDC»');
      expect(textOf(element, 'button')).to.equal('«Pay 75.00 USDC»');
    });

    it(`shows each screen of a payment once and whole when an extension ${name}`, async () => {
      const plain = await pay({ layout: 'panel' });
      const other = await pay({ layout: 'panel' });
      translate(other, way);
      for (const state of ['selecting', 'quoting', 'reviewing', 'authorizing', 'processing', 'succeeded'] as const) {
        for (const element of [plain, other]) {
          element.fake.goTo(state);
          element.requestUpdate();
          await settled(element);
        }
        const words = (element: TestPay): string[] => textNodes(root(element)).map(({ data }) => data.trim());
        expect(words(other).join(' '), state).to.equal(words(plain).map(translated).join(' '));
      }
    });
  }

  it('leaves a translation alone while its text does not change, and the nodes that an extension only adds', async () => {
    const element = await pay();
    element.show();
    await settled(element);
    for (const text of textNodes(root(element)))
      if (!text.parentElement?.closest('style')) WAYS[Object.keys(WAYS)[0]!]!(text);
    const icon = document.createElement('i');
    element.find('header')!.append(icon);
    const before = [...root(element).querySelectorAll(FONT)];
    element.requestUpdate();
    await settled(element);
    expect([...root(element).querySelectorAll(FONT)]).to.deep.equal(before);
    expect(icon.isConnected).to.equal(true);
    element.amount = '75.00';
    await settled(element);
    expect([textOf(element, 'title'), icon.isConnected]).to.deep.equal(['75.00 USDC', true]);
    expect(textOf(element, 'merchant')).to.equal('«Acme Coffee»');
  });

  it('allows a payment when every text is replaced while the element is moved', async () => {
    const element = await pay();
    translate(element, WAYS[Object.keys(WAYS)[0]!]!);
    const parent = document.createElement('div');
    document.body.append(parent);
    parent.append(element);
    expect(await walk(element)).to.equal('2 false «Paid»');
    parent.remove();
  });

  /** The ways in which extensions and translators replace the whole content of an element, with Lit's markers. */
  const BLOCKS: Readonly<Record<string, (place: Element) => void>> = {
    'its text': (place) => (place.textContent = translated(place.textContent)),
    'its nodes by copies': (place) => place.replaceChildren(...place.cloneNode(true).childNodes),
    'its texts and elements by texts': (place) => {
      for (const node of place.childNodes) node.replaceWith(node.textContent ?? '');
    },
  };
  for (const [what, replace] of Object.entries(BLOCKS))
    it(`shows a changed amount in title and button when an extension replaces ${what} in them`, async () => {
      const element = await pay();
      element.show();
      await settled(element);
      for (const part of ['title', 'button']) replace(element.find(part)!);
      await settled(element);
      for (const amount of ['75.00', '80.00']) {
        element.amount = amount;
        await settled(element);
        expect([textOf(element, 'title'), textOf(element, 'button')]).to.deep.equal([
          `${amount} USDC`,
          `Pay ${amount} USDC`,
        ]);
      }
    });

  for (const [what, replace] of Object.entries(BLOCKS))
    for (const where of [
      '[part~="title"]',
      'dialog dd',
      'dialog dl',
      'dialog [part~="primary"]',
      'dialog [part~="header"]',
    ])
      it(`shows a newer price, which a press then pays, when an extension replaces ${what} in ${where}`, async () => {
        const element = await pay();
        element.show();
        element.fake.goTo('reviewing');
        await settled(element);
        for (const place of root(element).querySelectorAll(where)) replace(place);
        await settled(element);
        element.refreshQuote();
        await settled(element);
        const newer = { ...quote, pays: { ...quote.pays, amount: '9900000000000000', amountFormatted: '0.0099' } };
        element.fake.dispatch({ type: 'quote-guarded', intent, quote: newer });
        await settled(element);
        expect(textOf(element, 'quote')).to.contain('0.0099');
        expect(textOf(element, 'primary')).to.contain('0.0099');
        expect(root(element).textContent).not.to.contain('0.0071');
      });

  const late: Readonly<Record<string, (text: Text, old: string) => void>> = {
    'replaces the text': (text, old) => text.replaceWith(font(old)),
    'changes the text itself': (text, old) => (text.data = old),
    'inserts its text and removes the other later': (text, old) => {
      text.before(font(old));
      queueMicrotask(() => text.remove());
    },
    'replaces the content of the parent': (text, old) => (text.parentElement!.textContent = old),
  };
  for (const [what, put] of Object.entries(late))
    it(`keeps the new amount when a translator that ${what} is late with the old one`, async () => {
      const element = await pay();
      element.show();
      await settled(element);
      const texts = ['title', 'button'].map((part) => textNodes(element.find(part)!)[0]!);
      const old = texts.map(({ data }) => translated(data));
      element.amount = '75.00';
      await settled(element);
      texts.forEach((text, index) => put(text, old[index]!));
      await settled(element);
      expect([textOf(element, 'title'), textOf(element, 'button')]).to.deep.equal(['75.00 USDC', 'Pay 75.00 USDC']);
      element.amount = '80.00';
      await settled(element);
      expect([textOf(element, 'title'), textOf(element, 'button')]).to.deep.equal(['80.00 USDC', 'Pay 80.00 USDC']);
    });

  it('keeps a translation that has the same numbers in another order or form', async () => {
    const element = await pay();
    element.show();
    element.fake.goTo('reviewing');
    await settled(element);
    const [text] = textNodes(element.find('button')!);
    text!.replaceWith(font('USDC 25,00 zahlen'));
    await settled(element);
    expect(textOf(element, 'button')).to.equal('USDC 25,00 zahlen');
  });

  it('ends, and shows its own amount after the next change, when an extension writes other numbers each time', async () => {
    const element = await pay();
    element.show();
    await settled(element);
    let times = 0;
    translate(element, (text) => {
      times += 1;
      text.replaceWith(font(`«${times}»`));
    });
    await settled(element);
    expect(times).to.be.below(100);
    observers.splice(0).forEach((observer) => observer.disconnect());
    element.amount = '75.00';
    await settled(element);
    expect(textOf(element, 'title')).to.equal('75.00 USDC');
  });
});
