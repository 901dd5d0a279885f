/** Rarely needed parts of the screens. They load after the screens, and nothing waits for them. */
export { enScreens as words } from '../i18n/locales/merge--en-screens.js';
export { priceImpactView } from './views/price-impact.js';
