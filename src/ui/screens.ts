/**
 * Lists the screens that load with the checkout, with a line for each. The order has no meaning. Screens that load
 * later have tables of their own: `deposit/screens.ts`, `choices/screens.ts`, `phone/screens.ts` and
 * `history/screens.ts`.
 */
export { authorizingScreen } from './views/authorize.js';
export { depositLoadingScreen } from './views/deposit-loading.js';
export { failedScreen } from './views/failure.js';
export { historyLoadingScreen } from './views/history-loading.js';
export { payAgainScreen } from './views/pay-again.js';
export { processingScreen } from './views/processing.js';
export { refundedScreen } from './views/refund.js';
export { reviewingScreen } from './views/review.js';
export { selectingScreen } from './views/select.js';
export { succeededScreen } from './views/receipt.js';
export { unavailableScreen } from './views/unavailable.js';
export { unfinishedScreen } from './views/resume-prompt.js';
export { unknownScreen } from './views/unknown.js';
