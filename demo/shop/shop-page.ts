/** The script of the shop's pages. The script configures `<hub-pay>`, reports orders and starts the demo's displays. */
import { registry, statusStreamUrl, venueExchangeUrl, venueInfoUrl } from './devnet-data.js';
import { showBalance } from './recipient-balance.js';
import { logEvents } from './event-log.js';
import { bindFaults } from './fault-controls.js';
import { bindOrder } from './report-order.js';
import { applyAddress } from './attributes-from-url.js';

const element = document.querySelector('hub-pay');
if (!element) throw new Error('This page has no <hub-pay>.');

// The element blocks addresses that are not in this registry, even if the service sends them.
Object.assign(element, { registry, statusStreamUrl, venueExchangeUrl, venueInfoUrl });
applyAddress(element);

// Each order has its own reference. With this reference, the element finds the order's payment again after a reload.
const order = /\d+/u.exec(element.getAttribute('reference') ?? '')?.[0];
document.querySelector('#order-again')?.setAttribute('href', `?reference=order-${Number(order) + 1}`);
bindOrder(element);

logEvents(element);
showBalance(element);
bindFaults();

// Enables the element. The HTML contains the attribute `disabled`, so that nobody can pay if this script fails.
element.removeAttribute('disabled');
