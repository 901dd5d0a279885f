/**
 * The main entry: registers `<hub-pay>`, and exports its class and every public type. On a server it does not register
 * the element.
 */
import { HubPay } from './element/hub-pay.js';

if ('document' in globalThis) HubPay.define();

export { HubPay };
export { HubPayError } from './errors.js';
export type { HubPayEventMap } from './events.js';
export type { MessageKey, Messages } from './i18n/locales/messages.js';
export type * from './headless.js';
