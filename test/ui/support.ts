/** Finds things on a staged screen, and remembers what a payer's presses asked for. */
import type { PayerEvent, PaymentState } from '../../src/payment/model/state.js';
import { stage, type Stage, type StageOptions } from '../../stories/support/stage.js';

export type Screen = Stage & {
  /** What was asked for, in order. */
  asked: (PayerEvent | { type: 'show' | 'close' | 'show-past' })[];
  one(part: string): HTMLButtonElement | null;
  all(part: string): HTMLButtonElement[];
  input(part: string): HTMLInputElement;
  /** A part's text with single spaces; empty where there is no such part. */
  read(part: string): string;
  /** All the text of the shadow root, hidden or not, with a space between blocks. */
  text(): string;
  press(name: string): void;
};

export function screen(state: PaymentState, options: StageOptions = {}): Screen {
  const asked: Screen['asked'] = [];
  const host = stage(state, { ...options, onEvent: (event) => asked.push(event) });
  const { root } = host;
  document.body.append(host);
  // Only now that it is in a document can its dialog be shown.
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

/** Takes the screens of a test away again. */
export const clear = (): void => document.body.replaceChildren();

/** A key as a user presses it; true if the page took it. */
export const type = (target: Element | null, key: string): boolean =>
  !target?.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, composed: true, cancelable: true }));
