/** Lists the screens of past payments, with a line for each. */
export { historyListScreen } from './list-view.js';
export { historyPaymentScreen } from './payment-view.js';
