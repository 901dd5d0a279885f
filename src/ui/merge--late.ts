/** What the screens need only now and then: it loads once they are there, and nothing waits for it. */
export { enScreens as words } from '../i18n/locales/merge--en-screens.js';
export { priceImpactView } from './views/price-impact.js';
