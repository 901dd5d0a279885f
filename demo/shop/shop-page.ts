/** The shop's script: the parts that a merchant's page adds to `<hub-pay>`, and the demo's own displays. */
import { registry, statusStreamUrl } from './devnet-data.js';
import { showBalance } from './recipient-balance.js';
import { logEvents } from './event-log.js';
import { bindFaults } from './fault-controls.js';
import { bindOrder } from './report-order.js';
import { applyAddress } from './attributes-from-url.js';

const element = document.querySelector('hub-pay');
if (!element) throw new Error('This page has no <hub-pay>.');

// The element blocks addresses that are not in this reviewed listing, even if the service sends them.
Object.assign(element, { registry, statusStreamUrl });
applyAddress(element);

// Each order has its own reference. With it, the element finds the payment again after a reload or in another tab.
const order = /\d+/u.exec(element.getAttribute('reference') ?? '')?.[0];
document.querySelector('#order-again')?.setAttribute('href', `?reference=order-${Number(order) + 1}`);
bindOrder(element);

logEvents(element);
showBalance(element);
bindFaults();
