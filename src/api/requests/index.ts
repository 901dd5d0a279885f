/** All that is checked before something is sent, in one place: it loads while the listing is on its way. */
export { assertBody } from './checks.js';
export { currenciesBody, executeBody, assertSignature, permitBody, requestsQuery } from './other-bodies.js';
export { problemOfFields, quoteBody } from './quote-body.js';
