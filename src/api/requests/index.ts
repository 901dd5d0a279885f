/** Exports every check of request bodies as one chunk, which loads while the chains listing loads. */
export { assertBody } from './checks.js';
export { currenciesBody, executeBody, assertSignature, permitBody, requestsQuery } from './other-bodies.js';
export { problemOfFields, quoteBody } from './quote-body.js';
