/** Lists the screens of wallets on a phone, with a line for each. */
export { walletCodeScreen } from './code-view.js';
