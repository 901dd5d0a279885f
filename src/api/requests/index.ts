/** Exports every check of request bodies as one chunk. The chunk loads in parallel with the chains listing. */
export { assertBody } from './checks.js';
export { currenciesBody, executeBody, assertSignature, permitBody, requestsQuery } from './other-bodies.js';
export { problemOfFields, quoteBody } from './quote-body.js';
