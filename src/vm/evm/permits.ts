/**
 * Exports the code for payments that the payer signs. It loads if the merchant sets `usePermit`, if the page tracks a
 * payment with a signed permit, or for the venue's signatures.
 */
export { permitState } from './chain/permit-state.js';
export { guardSignature, pullersOf } from './guard/signature.js';
export { checkSigner } from './wallet/check-signer.js';
export { signTypedData } from './wallet/sign-typed-data.js';
