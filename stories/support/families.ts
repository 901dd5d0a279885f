/** Fixtures for stories of an SVM payer and of a payer at the perps venue. */
import type { StateOf } from '../../src/payment/model/state.js';
import { MAPPING_STEP } from '../../src/shared/step-ids.js';
import type { Account, Asset, KnownAmount, Payment, QuoteSummary, StepRef } from '../../src/types.js';
import type { WalletInfo } from '../../src/wallets/wallet.js';
import { amountOf, assetOf, assets, authorizing, payment, quote, reviewing, selecting, wallets } from './payments.js';

const SVM = 792703809;
const VENUE = 1337;

/** The address of an account with a key, and the address of a program's account without a key. */
export const SVM_PAYER = '9WzDXwBbmkg8ZTbNMqUxvQRAyrZzDsGYdLVPyKwTTN9e';
export const KEYLESS = '4pUQS4Jo2dsfWzt3VgHXy3H6RYnEDd11oWPiaM2rdAPw';

/** The mints of the main network, with their decimal places. */
const MINTS: Readonly<Record<string, readonly [currency: string, decimals: number]>> = {
  SOL: ['11111111111111111111111111111111', 9],
  USDC: ['EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v', 6],
  USDT: ['Es9vMFrzaCERmJfrF4H2FYD4KCoNkY11McCe8BenwNYB', 6],
  BONK: ['DezXAZ8z7PnrnRJjz3wXBoRgixCa6xjnB7YaB1pPB263', 5],
};

/** Creates an amount on the SVM chain. */
export const svmAmount = (symbol: string, human: string, usd?: string): KnownAmount => {
  const [currency = '', decimals = 0] = MINTS[symbol] ?? [];
  const [whole = '0', fraction = ''] = human.split('.');
  const amount = String(BigInt(whole + fraction.padEnd(decimals, '0')));
  return { ...amountOf(SVM, symbol, human, usd), currency, decimals, amount };
};

const svmAsset = (symbol: string, human: string, options: Parameters<typeof assetOf>[3] = {}): Asset => {
  const balance = svmAmount(symbol, human, options.usd);
  const { currency, decimals } = balance;
  return { ...assetOf(SVM, symbol, human, options), currency, decimals, balance, account: SVM_PAYER };
};

/** The tokens of the SVM account. The last token is not verified. */
export const svmAssets: readonly Asset[] = [
  svmAsset('USDC', '310.25', { usd: '310.25', needed: svmAmount('USDC', '25.06', '25.06') }),
  svmAsset('SOL', '1.204518', { usd: '180.67' }),
  svmAsset('USDT', '4.1', { usd: '4.10', needed: svmAmount('USDT', '25.1', '25.10'), disabled: 'insufficient-funds' }),
  svmAsset('BONK', '1904000.5', { verified: false }),
];

/** Creates an amount of perps USDC. This currency has a short id instead of an address. */
const perps = (human: string): KnownAmount => {
  const usdc = amountOf(VENUE, 'USDC', human, human);
  return { ...usdc, decimals: 8, amount: `${usdc.amount}00`, currency: `0x${'0'.repeat(32)}` };
};
const held = perps('880.4');
export const venueAsset: Asset = { ...assetOf(VENUE, 'USDC', '880.4'), ...held, balance: held, name: 'USDC (Perps)' };

export const svmAccount: Account = { address: SVM_PAYER, vmType: 'svm', wallet: 'Phantom' };
const svmWallets: readonly WalletInfo[] = ['Phantom', 'Solflare'].map((name) => {
  return { id: name, name, icon: null, vmType: 'svm' };
});
export const allWallets: readonly WalletInfo[] = [...wallets, ...svmWallets];

/** The rows of both accounts in one list. */
export const allAssets: readonly Asset[] = [
  ...assets.slice(0, 1),
  venueAsset,
  ...svmAssets.slice(0, 2),
  ...assets.slice(1, 3),
];

/** Creates the state of a payer who has connected only an SVM wallet. */
export const svmSelecting = (change: Partial<StateOf<'selecting'>> = {}): StateOf<'selecting'> =>
  selecting({ accounts: [svmAccount], assets: svmAssets, wallets: allWallets, ...change });

export const svmQuote: QuoteSummary = {
  ...quote,
  pays: svmAmount('USDC', '25.06', '25.06'),
  refundTo: SVM_PAYER,
  walletFeeLimit: svmAmount('SOL', '0.01'),
  fees: {
    gas: svmAmount('SOL', '0.000015', '0.003'),
    hubGas: svmAmount('USDC', '0.02', '0.02'),
    hubService: svmAmount('USDC', '0.04', '0.04'),
  },
};

export const svmReviewing = (change: Partial<StateOf<'reviewing'>> = {}): StateOf<'reviewing'> =>
  reviewing({ account: svmAccount, asset: svmAssets[0]!, quote: svmQuote, selection: svmSelecting(), ...change });

const SIGNATURE = '5h6xBEauJ3PK6SWCZ1PGjBvj8vDdWG3KpwATGy1ARAXFSDwt8GFXM7W5Ncn16wmqokgpiKRLuS83KUxyZyv2sUYv';

export const svmPayment: Payment = {
  ...payment,
  account: svmAccount,
  quote: svmQuote,
  submissions: [{ chainId: SVM, hash: SIGNATURE, url: `https://explorer.example/tx/${SIGNATURE}` }],
  payingHash: SIGNATURE,
};

export const svmAuthorizing = (change: Partial<StateOf<'authorizing'>> = {}): StateOf<'authorizing'> => {
  const { payingHash: _, ...unsent } = svmPayment;
  return authorizing(0, ['deposit'], { payment: { ...unsent, submissions: [] }, ...change });
};

/** The venue takes no network fee. */
export const venueQuote: QuoteSummary = {
  ...quote,
  pays: perps('25.03'),
  fees: { hubGas: perps('0.01'), hubService: perps('0.02') },
};
export const venueReviewing = (change: Partial<StateOf<'reviewing'>> = {}): StateOf<'reviewing'> =>
  reviewing({ asset: venueAsset, quote: venueQuote, ...change });

/**
 * Creates the state in which the wallet asks for a signature of a payment from the venue. `index` is 0 for the first
 * signature, and 1 for the second signature.
 */
export const venueAuthorizing = (
  index: number,
  change: Partial<StateOf<'authorizing'>> = {},
): StateOf<'authorizing'> => {
  const steps = [MAPPING_STEP, 'deposit'].map((id, at): StepRef => ({ id, kind: 'signature', index: at, count: 2 }));
  return {
    ...authorizing(0, ['deposit'], { payment: { ...payment, quote: venueQuote } }),
    steps,
    step: steps[index]!,
    ...change,
  };
};
