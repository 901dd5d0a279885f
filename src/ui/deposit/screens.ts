/** Lists the screens of a payment to a deposit address, with a line for each. */
export { depositExpiredScreen } from './expired-view.js';
export { depositHiddenScreen } from './hidden-view.js';
export { depositLeavingScreen } from './leaving-view.js';
export { depositScreen } from './deposit-view.js';
export { refundAgainScreen } from './refund-again-view.js';
