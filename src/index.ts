/**
 * The main entry, which registers `<hub-pay>`, but not on a server. It exports the class of the element and every
 * public type.
 */
import { HubPay } from './element/hub-pay.js';

if ('document' in globalThis) HubPay.define();

export { HubPay };
export { HubPayError } from './errors.js';
export type { HubPayEventMap, TestMark } from './events.js';
export type { MessageKey, Messages } from './i18n/locales/messages.js';
export type * from './headless.js';
