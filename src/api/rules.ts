/** All that is checked before something is sent, in one place: it loads while the listing is on its way. */
export { mustBe } from './fields.js';
export { currenciesBody, executeBody, mustBeSignature, permitBody, requestsQuery } from './query-bodies.js';
export { problemOfFields, quoteBody } from './quote-body.js';
