/** Lists the screens of choices that only some payers have, with a line for each. */
export { priceImpactScreen } from './price-impact.js';
