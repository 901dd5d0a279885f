/**
 * Applies the merchant's choice of the tokens that the payer can pay with. This code loads only if there is such a
 * choice, or with the code for deposit addresses, searches and unusual options.
 */
import { config } from '../../errors.js';
import { sameAddress } from '../../shared/chain.js';
import type { ChainRecord } from '../../types.js';
import { looksLikeAddress } from '../../vm/address/addresses.js';
import { currenciesOf, findCurrency, isSameSymbol, nativeAddress, pinnedCurrency } from '../../vm/registry/registry.js';
import type { SessionOptions } from '../model/options.js';
import type { AssetRef } from '../model/state.js';
import { logWarning } from '../../shared/log-warning.js';

type Token = AssetRef & { symbol: string };

/** Which tokens the payer can pay with, and in which order the list shows them. */
export type TokenRules = {
  /** Whether the payer can pay with this token. */
  readonly allows: (token: Token) => boolean;
  /** The token's place in the merchant's order, where a lower place comes first. */
  readonly placeOf: (token: Token) => number;
};

/** One word of the option `tokens`, such as `USDC`, `-ETH` or `8453:native`. */
type Rule = { isDenied: boolean; matches(token: Token, chain: ChainRecord): boolean };

/** The word that means every token that no other word names. */
const REST = '*';
const WORD = /^(-?)(?:(\d{1,15}):)?([^\s,;:*-][^\s,;:*]*)$/u;

/**
 * Reads the option `tokens`.
 * @param chains the chains that the payer can pay from
 * @throws HubPayError `config` if a word is no symbol, address, `native` or `*`
 */
export function parseTokens(tokens: readonly string[], chains: readonly ChainRecord[]): TokenRules {
  const rest = tokens.indexOf(REST);
  const rules = tokens.map((word) => (word === REST ? null : parseWord(word)));
  const isOnlyDenied = rules.every((rule) => rule?.isDenied);
  const indexOf = (token: Token, isDenied: boolean): number => {
    const chain = chains.find(({ id }) => id === token.chainId);
    return rules.findIndex((rule) => chain && rule?.isDenied === isDenied && rule.matches(token, chain));
  };
  return {
    allows: (token) => indexOf(token, true) < 0 && (isOnlyDenied || rest >= 0 || indexOf(token, false) >= 0),
    placeOf: (token) => {
      const place = indexOf(token, false);
      if (place >= 0) return place;
      return rest >= 0 ? rest : tokens.length;
    },
  };
}

/**
 * Checks the option `tokens` against the chains that the payer can pay from. If the merchant has not set
 * `originChainId`, also warns on the console about each word that names no token of these chains, except addresses.
 * @throws HubPayError `config` if nobody could pay, if `tokens` excludes the token that the merchant fixed, or if a
 *   word has a wrong form
 */
export function checkTokens(
  tokens: readonly string[],
  { originChainId, originCurrency }: Pick<SessionOptions, 'originChainId' | 'originCurrency'>,
  chains: readonly ChainRecord[],
): void {
  const rules = parseTokens(tokens, chains);
  const listed = chains.flatMap((chain) =>
    currenciesOf(chain).map(({ address, symbol }) => ({ chain, chainId: chain.id, currency: address, symbol })),
  );
  const [origin] = chains;
  const fixed = origin && originCurrency ? findCurrency(origin, originCurrency) : null;
  if (origin && fixed && 'currency' in fixed) {
    const { address, symbol } = fixed.currency;
    if (rules.allows({ chainId: origin.id, currency: address, symbol })) return;
    throw config('originCurrency', `"${String(originCurrency)}" is not among `, { option: 'tokens' });
  }
  const isExact = (word: string): boolean =>
    chains.some(({ id, vmType }) => looksLikeAddress(word.replace(`${id}:`, ''), vmType));
  const isFound = (word: string): boolean => {
    if (word === REST || isExact(word.replace('-', ''))) return true;
    const rule = parseWord(word);
    return listed.some((token) => rule.matches(token, token.chain));
  };
  const places = `chain ${chains.map(({ id }) => id).join(', ')}`;
  if (!listed.some(rules.allows) && !tokens.some(isExact))
    throw config('tokens', `nobody can pay: "${tokens.join(' ')}" allows no token of ${places}`);
  if (originChainId !== undefined) return;
  for (const word of tokens) if (!isFound(word)) logWarning(`<hub-pay> tokens: "${word}" is no token of ${places}`);
}

function parseWord(word: string): Rule {
  const [, minus, chainId, name] = WORD.exec(word) ?? [];
  if (name === undefined)
    throw config(
      'tokens',
      `"${word}" is no token; write symbols or addresses with spaces, as in "USDC 10:native -ETH *"`,
    );
  const isDenied = minus === '-';
  return {
    isDenied,
    matches({ currency, symbol }, chain) {
      if (chainId !== undefined && chainId !== String(chain.id)) return false;
      if (name === 'native') return sameAddress(currency, nativeAddress(chain) ?? '');
      // A symbol allows only a listed token, because anyone can issue a token with the same symbol.
      const isCalled = isSameSymbol(symbol, name) && (isDenied || pinnedCurrency(chain, currency) !== undefined);
      return isCalled || sameAddress(currency, name);
    },
  };
}
