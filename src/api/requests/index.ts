/** Exports the checks of request bodies. */
export { assertBody } from './checks.js';
export { currenciesBody, executeBody, assertSignature, permitBody, requestsQuery } from './other-bodies.js';
export { problemOfFields, quoteBody } from './quote-body.js';
