/** The code for signed payments. It loads when the page allows signatures with `usePermit`, or a payment was signed. */
export { permitState } from './chain/permit-state.js';
export { guardSignature, pullersOf } from './guard/signature.js';
export { signTypedData } from './wallet/sign-typed-data.js';
