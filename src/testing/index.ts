/** The entry `hub-pay/testing`: decides how the payments of an element in test mode end. */
export { setTestOutcome, type TestOutcome } from './outcome.js';
