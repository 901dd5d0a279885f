/** A test page: upgrades elements before DOMContentLoaded, and reports the order of events to the parent page. */
import { TestPay } from './element.js';

const order: string[] = [];
const note = ({ type }: Event): void => void order.push(type);
for (const type of ['DOMContentLoaded', 'hub-open', 'hub-statechange', 'hub-error'])
  document.addEventListener(type, note);
console.warn = () => undefined;

const elements = [...document.querySelectorAll('test-pay')];
const upgraded = elements.every((element) => element instanceof TestPay);
order.push(`upgraded ${String(upgraded)} ${document.readyState}`);

window.addEventListener('load', () => {
  setTimeout(() => {
    parent.postMessage(order, '*');
  });
});
