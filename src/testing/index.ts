/**
 * The entry `hub-pay/testing`: decides how the payments of an element in test mode end, and creates a service's records
 * for tests of a server.
 */
export { setTestOutcome, type TestOutcome } from './outcome.js';
export { answerWith, testRecord, type TestPayment, type TestRecord } from './records.js';
