/** Loads the chunks before the tests. A load needs real time, but the clock of the test world is virtual. */
import '@noble/secp256k1';
import '../../../src/api/requests/other-bodies.js';
import '../../../src/api/service-error.js';
import '../../../src/api/status-stream.js';
import '../../../src/payment/assets/search-tokens.js';
import '../../../src/payment/guard/check-attestation.js';
import '../../../src/payment/history/list-payments.js';
import '../../../src/payment/history/resume-by-id.js';
import '../../../src/payment/journal/lease-lock.js';
import '../../../src/payment/pay/confirm.js';
import '../../../src/payment/pay/deposit-address.js';
import '../../../src/payment/pay/execute-batch.js';
import '../../../src/payment/pay/execute-instructions.js';
import '../../../src/payment/pay/execute-permit.js';
import '../../../src/payment/pay/execute-signed-transfer.js';
import '../../../src/payment/pay/tell-merchant.js';
import '../../../src/payment/quote/check-origins.js';
import '../../../src/payment/quote/check-typed.js';
import '../../../src/payment/quote/open-destination.js';
import '../../../src/payment/quote/prove-tokens.js';
import '../../../src/payment/quote/route-ladder.js';
import '../../../src/payment/quote/token-rules.js';
import '../../../src/payment/track/earlier/recall-payment.js';
import '../../../src/payment/track/outcome/add-links.js';
import '../../../src/payment/track/outcome/read-refund.js';
import '../../../src/payment/track/outcome/settle-same-chain.js';
import '../../../src/payment/track/search/chunk.js';
import '../../../src/payment/track/search/confirm-unpaid.js';
import '../../../src/payment/track/tabs/poll-read-only.js';
import '../../../src/payment/track/track-deposit.js';
import '../../../src/payment/track/track-overdue.js';
import '../../../src/vm/address/judge-address.js';
import '../../../src/vm/evm/chain/find-transaction.js';
import '../../../src/vm/evm/chain/token-info.js';
import '../../../src/vm/evm/chain/transfers.js';
import '../../../src/vm/evm/guard/deposit-address.js';
import '../../../src/vm/evm/guard/router.js';
import '../../../src/vm/evm/permits.js';
import '../../../src/vm/evm/wallet/add-chain.js';
import '../../../src/vm/evm/wallet/send-calls.js';
import { families } from '../../../src/vm/families.js';
import '../../../src/wallets/remote/client.js';
import '../../../src/wallets/remote/library-cryptography.js';

await Promise.all(
  Object.values(families).flatMap(({ load, discover }) => (discover ? [load(), discover()] : [load()])),
);
