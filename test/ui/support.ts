/** Renders a screen for a test, finds parts of the screen, and records the requested actions. */
import { decodeQR } from 'qr/decode.js';
import type { PayerEvent, PaymentState } from '../../src/payment/model/state.js';
import { stage, type Stage, type StageOptions } from '../../stories/support/stage.js';

export type Screen = Stage & {
  /** The actions that the screen requested, in order. */
  asked: (PayerEvent | { type: 'show' | 'close' | 'show-history' })[];
  one(part: string): HTMLButtonElement | null;
  all(part: string): HTMLButtonElement[];
  input(part: string): HTMLInputElement;
  /** Returns the text of a part, or `''` if the part does not exist. */
  read(part: string): string;
  /** Returns all text of the shadow root, including hidden text. */
  text(): string;
  press(name: string): void;
};

export function screen(state: PaymentState, options: StageOptions = {}): Screen {
  const asked: Screen['asked'] = [];
  const host = stage(state, { ...options, onEvent: (event) => asked.push(event) });
  const { root } = host;
  document.body.append(host);
  // The first rendering was outside the document, where no dialog can open. So the state is rendered again.
  host.show(state);
  return Object.assign(host, {
    asked,
    one: (part: string) => root.querySelector<HTMLButtonElement>(`[part~="${part}"]`),
    all: (part: string) => [...root.querySelectorAll<HTMLButtonElement>(`[part~="${part}"]`)],
    input: (part: string) => root.querySelector<HTMLInputElement>(`input[part~="${part}"]`)!,
    read: (part: string) => oneLine(root.querySelector(`[part~="${part}"]`)),
    text: () => oneLine(root),
    press(name: string) {
      const target = root.querySelector<HTMLElement>(`[part~="${name}"]`);
      if (!target) throw new Error(`There is no part "${name}".`);
      target.click();
    },
  });
}

const oneLine = (node: Node | null): string => (node ? words(node).replace(/\s+/g, ' ').trim() : '');

const BLOCKS = /^(P|LI|DIV|DT|DD|BUTTON|H2|H3|SUMMARY|LABEL|HEADER|FOOTER)$/;

function words(node: Node): string {
  if (node instanceof Text) return node.data;
  const text = Array.from(node.childNodes, words).join('');
  return BLOCKS.test(node.nodeName) ? ` ${text} ` : text;
}

/** Returns the content of the QR code, as a camera reads it from the drawing. */
export function scannedText({ root }: Screen): string {
  const drawing = root.querySelector('[part~=qr] svg')!;
  const modules = Number(drawing.getAttribute('viewBox')!.split(' ')[2]);
  const width = modules * MODULE;
  const data = new Uint8ClampedArray(width * width * 4).fill(255);
  for (const [, x, y] of drawing
    .querySelector('path')!
    .getAttribute('d')!
    .matchAll(/M(\d+) (\d+)h1v1h-1z/gu))
    for (let row = Number(y) * MODULE; row < (Number(y) + 1) * MODULE; row += 1)
      for (let column = Number(x) * MODULE; column < (Number(x) + 1) * MODULE; column += 1)
        data.fill(0, (row * width + column) * 4, (row * width + column) * 4 + 3);
  return decodeQR({ width, height: width, data });
}

/** The pixels of a module, of which the reader of QR codes needs a few. */
const MODULE = 4;

/** Presses the button, and returns what it copies. */
export function copiedBy(button: HTMLElement): string {
  let copied = '';
  const clipboard = { writeText: async (text: string) => void (copied = text) };
  Object.defineProperty(navigator, 'clipboard', { configurable: true, value: clipboard });
  button.click();
  delete (navigator as { clipboard?: unknown }).clipboard;
  return copied;
}

export const clear = (): void => document.body.replaceChildren();

/** Presses a key as a user does. Returns true if a listener called `preventDefault`. */
export const type = (target: Element | null, key: string): boolean =>
  !target?.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, composed: true, cancelable: true }));
