/** Samples that stories of several groups share. */
import { type ErrorCode, errorInfo, HubPayError } from '../../src/errors.js';
import type { ErrorInfo } from '../../src/types.js';
import { allAssets, allWallets, svmAccount } from './families.js';
import { account, amountOf, assetOf, assets, depositPayment, price, quote, selecting } from './payments.js';

/** The part of a selection in which the payer types the amount. */
export const open = { receives: { ...price, amount: null, amountFormatted: null }, payerFields: ['amount'] as const };
/** The element’s settings without an amount. */
export const openAmount = { fixedAmount: false, price: null };
/** The part of a selection before anything has loaded. */
export const nothingLoaded = { accounts: [], wallets: [], assets: [] };
/** The part of a selection in which the payer chooses the received token. */
export const swap = {
  receives: null,
  intent: { tradeType: 'EXACT_INPUT' },
  payerFields: ['amount'],
  destinations: assets.map(({ chainId, currency, symbol, name, decimals, verified }) => ({
    chainId,
    currency,
    symbol,
    name,
    decimals,
    verified,
  })),
} as const;
/** A token that nobody has verified. */
export const stranger = assetOf(8453, 'PEPE', '300', { verified: false });
/** A token whose payment loses much of its worth. */
export const dai = assetOf(137, 'DAI', '300', { usd: '300.00' });
/** Fees, one of which has no price. */
export const unpriced = { ...quote.fees, gas: amountOf(8453, 'ETH', '0.0000021') };
/** A payment whose deposit is smaller than its price. */
export const underpaid = depositPayment({ arrived: '7000000000000000' });
/** Creates an error whose details contain the reason of a chain, of a guard rule or of the venue. */
export const explained = (code: ErrorCode, details: string, given: Partial<ErrorInfo> = {}): ErrorInfo => ({
  ...errorInfo(new HubPayError(code, 'For a developer.', { details })),
  ...given,
});
/** The selection of a payer who has connected an EVM wallet and an SVM wallet. */
export const both = selecting({ accounts: [account, svmAccount], assets: allAssets, wallets: allWallets });
