/**
 * The main entry. It registers `<hub-pay>`, except on a platform without `document`, such as a server. It exports the
 * classes of the element and of errors, the types of the element, and every type of the headless entry.
 */
import { HubPay } from './element/hub-pay.js';

if ('document' in globalThis) HubPay.define();

export { HubPay };
export { HubPayError } from './errors.js';
export type { HubPayEventMap, TestMark } from './events.js';
export type { MessageKey, Messages, PluralKey, PluralText } from './i18n/locales/messages.js';
export type * from './headless.js';
