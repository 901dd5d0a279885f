/** A test page: upgrades elements before DOMContentLoaded, and reports the order of events to the parent page. */
import { create, TestPay } from './element.js';

/**
 * `sessions`: the numbers of sessions of the elements that the page creates before `DOMContentLoaded` and inserts after
 * it.
 */
export type EarlyPage = { order: string[]; sessions: number[] };

const order: string[] = [];
const note = ({ type }: Event): void => void order.push(type);
for (const type of ['DOMContentLoaded', 'hub-open', 'hub-statechange', 'hub-error'])
  document.addEventListener(type, note);
console.warn = () => undefined;

const elements = [...document.querySelectorAll('test-pay')];
const upgraded = elements.every((element) => element instanceof TestPay);
order.push(`upgraded ${String(upgraded)} ${document.readyState}`);

// A router can create an element before the page is parsed. The router can insert this element, or insert it again,
// after the page is parsed.
const late = [create(), create()];
document.body.append(late[1]!);
late[1]!.remove();

window.addEventListener('load', () => {
  setTimeout(() => {
    const atLoad = [...order];
    document.body.append(...late);
    setTimeout(() => {
      parent.postMessage({ order: atLoad, sessions: late.map(({ sessions }) => sessions.length) }, '*');
    });
  });
});
