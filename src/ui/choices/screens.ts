/** Lists the screens of what only some payers choose, with a line for each. */
export { priceImpactScreen } from './price-impact.js';
