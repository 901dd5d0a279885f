/** Sample values of the payment types, for small tests. */
import { errorInfo, HubPayError, type ErrorCode } from '../../src/errors.js';
import type { JournalEntry } from '../../src/payment/journal/entry.js';
import type { Selection, StateOf } from '../../src/payment/model/state.js';
import type {
  Account,
  Asset,
  ErrorInfo,
  Payment,
  PaymentResult,
  QuoteSummary,
  StepRef,
  KnownAmount,
} from '../../src/types.js';
import { people, tokens } from './quotes.js';

export const NOW = Date.UTC(2026, 10, 21);

/** Returns the 32-byte id with the number `n`. */
export const idOf = (n: number): string => `0x${n.toString(16).padStart(64, '0')}`;

export const account: Account = { address: people.payer, vmType: 'evm', wallet: 'one.test' };
export const otherAccount: Account = { address: people.recipient, vmType: 'evm', wallet: 'one.test' };

export const eth = (amount: string, amountFormatted: string): KnownAmount => ({
  chainId: 8453,
  currency: tokens.eth.address,
  symbol: 'ETH',
  decimals: 18,
  amount,
  amountFormatted,
});
export const usdc = (amount: string, amountFormatted: string): KnownAmount => ({
  chainId: 10,
  currency: tokens.usdcOut.address,
  symbol: 'USDC',
  decimals: 6,
  amount,
  amountFormatted,
});

export const asset: Asset = {
  chainId: 8453,
  currency: tokens.eth.address,
  symbol: 'ETH',
  name: 'ETH coin',
  decimals: 18,
  verified: true,
  account: people.payer,
  balance: eth('1000000000000000000', '1'),
  disabled: null,
};

export const quote: QuoteSummary = {
  requestId: idOf(1),
  pays: eth('8360000000000000', '0.00836'),
  receives: usdc('25000000', '25'),
  recipient: people.recipient,
  refundTo: people.payer,
  fees: {},
  sponsored: null,
  timeEstimate: 2,
  warnings: [],
};

const intent: Payment['intent'] = {
  tradeType: 'EXACT_OUTPUT',
  amount: '25000000',
  destinationChainId: 10,
  destinationCurrency: tokens.usdcOut.address,
  recipient: people.recipient,
};
const chosen: Payment['intent'] = {
  ...intent,
  user: people.payer,
  originChainId: 8453,
  originCurrency: tokens.eth.address,
  refundTo: people.payer,
};

export const paymentOf = (n: number, submissions: Payment['submissions'] = []): Payment => ({
  intent: chosen,
  quote: { ...quote, requestId: idOf(n) },
  requestId: idOf(n),
  reference: 'order-7',
  account,
  submissions,
  ...(submissions.length > 0 && { payingHash: submissions.at(-1)!.hash }),
});
export const payment: Payment = paymentOf(1);

export const selection: Selection = {
  intent,
  receives: quote.receives,
  accounts: [account],
  assets: [asset],
  wallets: [],
  connecting: null,
  loading: null,
  asset: { chainId: asset.chainId, currency: asset.currency },
  payerFields: [],
  depositAddressFields: null,
};

export const stepOf = (id: string, index = 0, count = 1): StepRef => ({ id, kind: 'transaction', index, count });

export const problemOf = (code: ErrorCode): ErrorInfo => errorInfo(new HubPayError(code, `the test's own ${code}`));

export const receiptOf = ({ requestId, reference }: Payment): PaymentResult => ({
  requestId,
  reference,
  paid: quote.pays,
  received: quote.receives,
  origin: [],
  destination: [],
});

/** Returns the same payment, but to a deposit address. */
export const toAddress = (each: Payment): Payment => ({
  ...each,
  account: null,
  submissions: [],
  deposit: { address: ADDRESS, extraDeposits: [] },
});

export const ADDRESS = `0x${'d9'.repeat(20)}`;

/** One sample of each state. */
export const states = {
  idle: { name: 'idle' },
  selecting: { name: 'selecting', ...selection },
  quoting: { name: 'quoting', intent: chosen, account, asset, selection },
  reviewing: { name: 'reviewing', intent: chosen, account, asset, quote, selection, confirming: false },
  confirming: { name: 'reviewing', intent: chosen, account, asset, quote, selection, confirming: true },
  awaiting: {
    name: 'awaiting-deposit',
    payment: toAddress(payment),
    depositAddress: ADDRESS,
    amount: quote.pays,
    selection,
  },
  authorizing: {
    name: 'authorizing',
    payment,
    step: stepOf('deposit'),
    phase: 'prompting',
    steps: [stepOf('deposit')],
    stalled: false,
    selection,
  },
  processing: { name: 'processing', payment, status: 'waiting', since: NOW, slow: false, sent: false, selection },
  succeeded: { name: 'succeeded', payment, receipt: receiptOf(payment), at: NOW },
  refunded: {
    name: 'refunded',
    payment,
    refund: { requestId: payment.requestId, reference: 'order-7', returned: null },
  },
  failed: { name: 'failed', payment, problem: problemOf('failed') },
} satisfies {
  idle: StateOf<'idle'>;
  selecting: StateOf<'selecting'>;
  quoting: StateOf<'quoting'>;
  reviewing: StateOf<'reviewing'>;
  confirming: StateOf<'reviewing'>;
  awaiting: StateOf<'awaiting-deposit'>;
  authorizing: StateOf<'authorizing'>;
  processing: StateOf<'processing'>;
  succeeded: StateOf<'succeeded'>;
  refunded: StateOf<'refunded'>;
  failed: StateOf<'failed'>;
};

export const entryOf = (n: number, change: Partial<JournalEntry> = {}): JournalEntry => ({
  v: 1,
  id: `entry-${n}`,
  stage: 'prepared',
  payment: paymentOf(n),
  digest: '0xd1',
  prompt: {
    step: stepOf('deposit'),
    chainId: 8453,
    nonce: '0',
    expected: { from: people.payer, to: tokens.usdc.address, value: '8360000000000000', dataHash: '0xda' },
  },
  status: 'waiting',
  emitted: [],
  createdAt: NOW,
  updatedAt: NOW,
  ...change,
});
