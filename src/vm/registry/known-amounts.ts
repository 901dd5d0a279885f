/**
 * Corrects the service's amounts with the token data of the chain's record. The checks of prices, and the amounts that
 * a payer agrees to, use this file. So the dollar values of the service do not decide for a token that is worth one
 * dollar according to the record.
 */
import { formatUnits, MICRO, rescale, usdMicros, usdText } from '../../shared/amounts.js';
import { isSameToken } from '../../shared/chain.js';
import type { ChainCurrency, ChainRecord, KnownAmount, Registry, TokenAmount } from '../../types.js';
import { isCommonNative } from '../address/addresses.js';
import { isOneCurrency, isSameSymbol, pinnedCurrency } from './registry.js';

/** The ids of the currencies of which one token is worth one US dollar. */
const DOLLARS: readonly (string | undefined)[] = ['usdc', 'usdt', 'dai', 'pyusd', 'usds'];

type Token = Pick<KnownAmount, 'chainId' | 'currency'>;

const recordOf = (chain: ChainRecord | undefined, { chainId, currency }: Token): ChainCurrency | undefined =>
  chain?.id === chainId ? pinnedCurrency(chain, currency) : undefined;

/** Whether the chain's record gives this token the id of a currency that is worth one US dollar. */
export const isDollarToken = (chain: ChainRecord | undefined, token: Token): boolean =>
  DOLLARS.includes(recordOf(chain, token)?.id);

/**
 * Returns the value of an amount in millionths of a US dollar, rounded down, or null if it is unknown. For a token that
 * is worth one US dollar, computes the value from the amount, with the decimals of the chain's record.
 */
export function usdMicrosOf(chain: ChainRecord | undefined, amount: KnownAmount): bigint | null {
  if (!isDollarToken(chain, amount)) return usdMicros(amount.amountUsd);
  return rescale(BigInt(amount.amount), recordOf(chain, amount)?.decimals ?? amount.decimals, MICRO);
}

/**
 * Returns the amount with the symbol and the decimals of the chain's record, because those of the service can be wrong.
 * For a token that is worth one US dollar, also computes the dollar value from the amount. If the record does not
 * contain the token, the amount stays unchanged.
 */
export function asRecorded(chain: ChainRecord | undefined, amount: KnownAmount): KnownAmount {
  const record = recordOf(chain, amount);
  if (!record) return amount;
  const { symbol, decimals } = record;
  const own = { ...amount, symbol, decimals, amountFormatted: formatUnits(amount.amount, decimals) };
  const micros = isDollarToken(chain, amount) ? usdMicrosOf(chain, amount) : null;
  return micros === null ? own : { ...own, amountUsd: usdText(micros) };
}

/**
 * Whether only the service knows the rate of this exchange, so that the payer must compare it. Without `registry`, only
 * the service would decide which tokens are worth a dollar. The rate is then known only for the same token, and for two
 * native currencies or two other tokens with the same symbol.
 * @param registry the merchant's registry
 */
export function isServiceRate(registry: Registry | undefined, pays: TokenAmount, receives: TokenAmount): boolean {
  if (isSameToken(pays, receives)) return false;
  if (!registry) {
    // A native currency and a token never count as the same kind, because no contract confirms the symbol of a native
    // currency.
    const isSameKind = isCommonNative(pays.currency) === isCommonNative(receives.currency);
    return !isSameKind || !isSameSymbol(pays.symbol, receives.symbol);
  }
  const [origin, destination] = [pays, receives].map(({ chainId }) => registry.chains.find(({ id }) => id === chainId));
  if (origin && isOneCurrency(origin, pays.currency, destination, receives.currency)) return false;
  return !isDollarToken(origin, pays) || !isDollarToken(destination, receives);
}
