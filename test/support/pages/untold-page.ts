/** A test page: its code arrives between `DOMContentLoaded` and `load`, and nothing tells it which event has passed. */
import { TestPay } from './element.js';

/** `readyState`: when the code arrived. `loads`: how often `load` fired before the panel's session started. */
export type UntoldPage = { readyState: string; loads: number };

const { readyState } = document;
let loads = 0;
window.addEventListener('load', () => (loads += 1));

const panel = document.querySelector('test-pay');
if (!(panel instanceof TestPay)) throw new Error('The panel is not upgraded');
panel.addEventListener('hub-statechange', () => {
  parent.postMessage({ readyState, loads } satisfies UntoldPage, '*');
});
