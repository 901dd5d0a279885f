/** The shop's own script: what a merchant's page adds to `<hub-pay>`, and what the demo shows behind the counter. */
import { registry, statusStreamUrl } from './facts.js';
import { showBalance } from './balance.js';
import { keepEventLog } from './event-log.js';
import { bindFaults } from './faults.js';
import { bindOrder } from './order.js';
import { applyAddress } from './page-address.js';

const element = document.querySelector('hub-pay');
if (!element) throw new Error('This page has no <hub-pay>.');

// Addresses that the service names and this reviewed listing does not are refused, whatever the service says.
Object.assign(element, { registry, statusStreamUrl });
applyAddress(element);

// Each order has its own reference: by it a payment is found again after a reload, and in another tab.
const order = /\d+/u.exec(element.getAttribute('reference') ?? '')?.[0];
document.querySelector('#order-again')?.setAttribute('href', `?reference=order-${Number(order) + 1}`);
bindOrder(element);

keepEventLog(element);
showBalance(element);
bindFaults();
