/** Fixtures for stories and view tests: one shop, one payer and one payment in every state. */
import type { WireAmount, WireSponsorship } from '../../src/api/responses/types.js';
import type { ErrorCode } from '../../src/errors.js';
import { errorInfo, HubPayError } from '../../src/errors.js';
import { formatUnits, tokenAmount } from '../../src/shared/amounts.js';
import { sponsoredOf } from '../../src/payment/model/fees.js';
import type { Selection, StateOf } from '../../src/payment/model/state.js';
import type {
  Deposit,
  ExtraDeposit,
  Account,
  Asset,
  ErrorInfo,
  Money,
  Payment,
  PaymentIntent,
  QuoteSummary,
  StepRef,
  KnownAmount,
  TransactionRef,
} from '../../src/types.js';
import type { WalletInfo } from '../../src/wallets/wallet.js';
import sponsoredQuote from '../../test/support/fixtures/quote-erc20-approve-deposit-sponsored.json';

export const NOW: number = Date.UTC(2025, 10, 21, 14, 5);
export const PAYER = '0x1278c0a6bd1a1b2a6c9f0de3c2a1f00d5e8b90ab';
export const SHOP = '0x5afe00c0ffee00c0ffee00c0ffee00c0ffee0001';
export const REQUEST_ID = '0x92b99e6e1ee1deeb9531b5ad7f87091b3d71254b3176de9e8b5f6c6d0bd3a331';
export const HASH = '0x7c1dfb8d04d5a9f5b1a4d6e3c2b1a09f8e7d6c5b4a39281706f5e4d3c2b1a090';

export const chains: Readonly<Record<number, string>> = {
  1: 'Ethereum',
  10: 'Optimism',
  137: 'Polygon',
  8453: 'Base',
  42161: 'Arbitrum',
  792703809: 'Solana',
  1337: 'Venue',
};

export const amountOf = (chainId: number, symbol: string, human: string, usd?: string): KnownAmount => {
  const decimals = symbol === 'ETH' ? 18 : 6;
  const [whole = '0', fraction = ''] = human.split('.');
  const amount = String(BigInt(whole + fraction.padEnd(decimals, '0')));
  return {
    chainId,
    currency: symbol === 'ETH' ? `0x${'0'.repeat(40)}` : addressOf(symbol),
    symbol,
    decimals,
    amount,
    amountFormatted: formatUnits(amount, decimals),
    ...(usd !== undefined && { amountUsd: usd }),
  };
};

/** Returns a different address for each symbol. */
function addressOf(symbol: string): string {
  const letters = Array.from(symbol, (letter) => letter.charCodeAt(0).toString(16));
  return `0x${letters.join('').padEnd(40, 'a0')}`;
}

export const price: KnownAmount = amountOf(42161, 'USDC', '25', '25');
export const paid: KnownAmount = amountOf(8453, 'ETH', '0.0071', '25.04');

export const wallets: readonly WalletInfo[] = [
  { id: 'io.metamask', name: 'MetaMask', icon: null, vmType: 'evm' },
  { id: 'io.rabby', name: 'Rabby Wallet', icon: null, vmType: 'evm' },
  { id: 'com.coinbase.wallet', name: 'Coinbase Wallet', icon: null, vmType: 'evm' },
];
export const account: Account = { address: PAYER, vmType: 'evm', wallet: 'io.metamask' };

type AssetOptions = { usd?: string; needed?: KnownAmount; disabled?: ErrorCode; verified?: boolean };

export const assetOf = (chainId: number, symbol: string, human: string | null, o: AssetOptions = {}): Asset => {
  const held = amountOf(chainId, symbol, human ?? '0', o.usd);
  return {
    chainId,
    currency: held.currency,
    symbol,
    name: symbol === 'ETH' ? 'Ether' : symbol,
    decimals: held.decimals,
    verified: o.verified ?? true,
    account: PAYER,
    balance: human === null ? null : held,
    ...(o.needed && { needed: o.needed }),
    disabled: o.disabled ?? null,
  };
};

export const eth: Asset = assetOf(8453, 'ETH', '0.42', { usd: '1480.10', needed: paid });
export const assets: readonly Asset[] = [
  eth,
  assetOf(42161, 'USDC', '212.5', { usd: '212.50' }),
  assetOf(10, 'USDT', '60', { usd: '60.01' }),
  assetOf(137, 'DAI', '31.75'),
  assetOf(1, 'USDC', '21.88', {
    usd: '21.88',
    needed: amountOf(1, 'USDC', '25', '25.00'),
    disabled: 'insufficient-funds',
  }),
];

export const intent: PaymentIntent = {
  tradeType: 'EXACT_OUTPUT',
  amount: price.amount,
  destinationChainId: price.chainId,
  destinationCurrency: price.currency,
  recipient: SHOP,
};

export const selection: Selection = {
  intent,
  receives: price,
  accounts: [account],
  assets,
  wallets,
  connecting: null,
  loading: null,
  asset: null,
  payerFields: [],
  depositAddressFields: null,
};

export const selecting = (change: Partial<StateOf<'selecting'>> = {}): StateOf<'selecting'> => ({
  name: 'selecting',
  ...selection,
  ...change,
});

export const quote: QuoteSummary = {
  requestId: REQUEST_ID,
  pays: paid,
  receives: price,
  recipient: SHOP,
  refundTo: PAYER,
  fees: {
    gas: amountOf(8453, 'ETH', '0.0000021', '0.007'),
    hubGas: amountOf(42161, 'USDC', '0.012', '0.012'),
    hubService: amountOf(42161, 'USDC', '0.02', '0.02'),
  },
  sponsored: null,
  timeEstimate: 8,
  warnings: [],
};

const wire = sponsoredQuote as unknown as {
  fees: Record<'gas' | 'hubGas' | 'hubService', WireAmount>;
  feeSponsorship: { quoted: WireSponsorship };
};

/** A quote with the fees of a recorded service response. The shop sponsors all fees. */
export const freeQuote: QuoteSummary = {
  ...quote,
  fees: {
    gas: tokenAmount(wire.fees.gas),
    hubGas: tokenAmount(wire.fees.hubGas),
    hubService: tokenAmount(wire.fees.hubService),
  },
  sponsored: sponsoredOf(wire.feeSponsorship.quoted),
};

export const cappedQuote: QuoteSummary = {
  ...quote,
  sponsored: {
    total: amountOf(42161, 'USDC', '2', '2.00'),
    userPays: amountOf(42161, 'USDC', '0.31', '0.31'),
    capHit: true,
  },
};

export const reviewing = (change: Partial<StateOf<'reviewing'>> = {}): StateOf<'reviewing'> => ({
  name: 'reviewing',
  intent,
  account,
  asset: eth,
  quote,
  selection,
  confirming: false,
  ...change,
});

export const transaction = (chainId: number): TransactionRef => ({
  chainId,
  hash: HASH,
  url: `https://explorer.example/tx/${HASH}`,
});

export const payment: Payment = {
  intent,
  quote,
  requestId: REQUEST_ID,
  reference: 'order-1042',
  account,
  submissions: [],
};
export const sentPayment: Payment = { ...payment, submissions: [transaction(8453)], payingHash: HASH };

export const depositPayment = (deposit: Partial<Deposit> = {}): Payment => ({
  ...payment,
  intent: { ...intent, useDepositAddress: true, strict: true },
  account: null,
  deposit: { address: DEPOSIT_ADDRESS, extraDeposits: [], ...deposit },
});

export const awaiting = (deposit: Partial<Deposit> = {}): StateOf<'awaiting-deposit'> => ({
  name: 'awaiting-deposit',
  payment: depositPayment(deposit),
  depositAddress: DEPOSIT_ADDRESS,
  amount: quote.pays,
});

/** A deposit address that an earlier page showed for an order whose recipient the page does not know. */
export const hiddenAddress = (): StateOf<'awaiting-deposit'> => {
  const shown = depositPayment({ address: '' });
  return { ...awaiting(), depositAddress: '', payment: { ...shown, quote: { ...shown.quote, recipient: '' } } };
};

/** Creates an additional deposit that does not pay the order. */
export const legOf = (status: string): ExtraDeposit => ({
  requestId: `0x${'5e'.repeat(32)}`,
  status,
  amount: amountOf(8453, 'ETH', '0.000072'),
  transaction: status === 'refund' ? transaction(8453) : null,
});

const DEPOSIT_ADDRESS = '0xd3905170000000000000000000000000000000fe';

export const stepsOf = (...ids: string[]): StepRef[] =>
  ids.map((id, index) => ({ id, kind: 'transaction', index, count: ids.length }));

export const authorizing = (
  index: number,
  ids: string[],
  change: Partial<StateOf<'authorizing'>> = {},
): StateOf<'authorizing'> => {
  const steps = stepsOf(...ids);
  const step = steps[index]!;
  return { name: 'authorizing', payment, selection, steps, step, phase: 'prompting', stalled: false, ...change };
};

export const processing = (change: Partial<StateOf<'processing'>> = {}): StateOf<'processing'> => ({
  name: 'processing',
  payment: sentPayment,
  status: 'waiting',
  since: NOW - 2000,
  slow: false,
  sent: false,
  ...change,
});

export const succeeded: StateOf<'succeeded'> = {
  name: 'succeeded',
  payment: sentPayment,
  at: NOW,
  receipt: {
    requestId: REQUEST_ID,
    reference: 'order-1042',
    paid,
    received: price,
    origin: [transaction(8453)],
    destination: [transaction(42161)],
  },
};

/**
 * Creates the state after a refund. With an amount, a chain shows the refund. Without an amount, only the service
 * reports the refund.
 */
export const refunded = (returned: KnownAmount | null): StateOf<'refunded'> => ({
  name: 'refunded',
  payment: sentPayment,
  refund: {
    requestId: REQUEST_ID,
    reference: 'order-1042',
    returned,
    transaction: transaction(8453),
    ...(returned && { confirmed: true }),
  },
});

/** Creates an error with the values that its text needs. */
export const problem = (code: ErrorCode, money?: Money): ErrorInfo =>
  errorInfo(new HubPayError(code, 'For a developer.', { values: values[code] ?? {}, ...(money && { money }) }));

const values: { readonly [code in ErrorCode]?: Record<string, string> } = {
  'wrong-network': { chain: 'Base' },
  'account-changed': { old: PAYER, new: '0x77aa0000000000000000000000000000000099ff' },
  'insufficient-funds': { token: 'USDC', missing: '3.12 USDC' },
  'insufficient-native': { native: 'ETH', amount: '0.000123456789 ETH' },
  'no-route': { token: 'DAI' },
  'amount-too-low': { amount: '0.01 USDC' },
  'amount-too-high': { amount: '900000 USDC' },
  'price-moved': { new: '0.0072 ETH', old: '0.0071 ETH' },
  'price-impact': { percent: '12%', token: 'DAI' },
  'chain-paused': { chain: 'Polygon' },
  refunded: { amount: '0.0069 ETH', address: PAYER, chain: 'Base' },
};

/** The values of the sentences about a wallet that changed the payment. */
export const changedBy = { minutes: '3', sender: 'Phantom' };

export const failed = (): StateOf<'failed'> => ({
  name: 'failed',
  payment: sentPayment,
  problem: problem('failed', 'unknown'),
});
