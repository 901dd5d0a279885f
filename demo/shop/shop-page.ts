/** The script of the shop's pages. The script configures `<hub-pay>`, reports orders and starts the demo's displays. */
import { registry, relayUrl, statusStreamUrl, venueExchangeUrl, venueInfoUrl } from './devnet-data.js';
import { showBalance } from './recipient-balance.js';
import { logEvents } from './event-log.js';
import { bindFaults } from './fault-controls.js';
import { bindOrder } from './report-order.js';
import { applyAddress } from './attributes-from-url.js';
import { showCode } from './screen-channel.js';

const element = document.querySelector('hub-pay');

logEvents(element);
bindFaults();

// The page of a cart that is empty or paid has no payment.
if (element) {
  // The element blocks addresses that are not in this registry, even if the service sends them.
  const urls = { statusStreamUrl, walletconnectRelayUrl: relayUrl, venueExchangeUrl, venueInfoUrl };
  Object.assign(element, { registry, ...urls });
  showCode(element);
  const price = element.getAttribute('amount');
  applyAddress(element);
  // The payer sees the lines of the cart above the price. A link that changes the amount has no lines.
  if (element.getAttribute('amount') === price) element.summary = linesOfCart();
  bindOrder(element);
  showBalance(element);
  // Enables the element. The HTML contains the attribute `disabled`, so that nobody can pay if this script fails.
  element.removeAttribute('disabled');
}

/** The lines of the cart that the server has written into the page. */
function linesOfCart(): { label: string; amount: string }[] {
  const rows = document.querySelectorAll('.sum dt:not(.total)');
  return Array.from(rows, (row) => ({
    label: row.textContent,
    amount: row.nextElementSibling?.textContent ?? '',
  }));
}
