/**
 * Asks the chain whether tokens outside the merchant's registry are what the service calls them. The payer cannot pay
 * with a token that the chain does not confirm, because the service could give it another name or other decimals.
 */
import { HubPayError } from '../../errors.js';
import type { Asset, ChainRecord, Registry } from '../../types.js';
import type { TokenInfo, VmAdapter } from '../../vm/family/adapter.js';
import type { ChainAccess } from '../../vm/family/sources.js';
import { familyOf, isVenue } from '../../vm/families.js';
import { isUnproven, pinsChain } from '../../vm/registry/registry.js';
import type { Wallet } from '../../wallets/wallet.js';

/** The part of an adapter that confirms tokens. */
export type TokenReader = Pick<VmAdapter, 'tokenInfo' | 'walletReads'>;

type Token = Pick<Asset, 'currency' | 'symbol' | 'decimals'>;

/**
 * Matches a symbol that a payer can compare: 1 to 40 characters. Spaces, control characters and characters of no width
 * are excluded, because they could make one symbol look like another.
 */
const PLAIN = /^[^\p{C}\p{Z}\p{Default_Ignorable_Code_Point}\u2800\ufffd]{1,40}$/u;

/**
 * Returns the sources that can prove something about the chain's tokens, with the wallet's provider first. The chain's
 * node counts only at a venue, if the merchant's registry contains the chain, or if the family's wallets do not read
 * their chain for the page. The list is empty if there is no such source.
 */
async function proofSources(
  { walletReads }: TokenReader,
  wallet: Wallet | null,
  node: ChainAccess,
  registry: Registry | undefined,
): Promise<ChainAccess[]> {
  const { chain } = node;
  const isOwnNode = isVenue(chain) || (registry !== undefined && pinsChain(registry, chain.id));
  const through = wallet && (await walletReads?.walletAccess(wallet, node));
  // A single source is asked twice, because it can drop a request.
  if (through) return [through, isOwnNode ? node : through];
  return isOwnNode || !walletReads ? [node, node] : [];
}

/**
 * A chain's reader, and the sources that it can use. `wallet` is the wallet that pays, or null if no wallet is
 * connected.
 */
export type Proof = { adapter: TokenReader; wallet: Wallet | null; node: ChainAccess; registry: Registry | undefined };

/**
 * Returns each token's own symbol in the order of `tokens`, with null for a token that the chain does not confirm. On a
 * chain without symbols, the own symbol is that of the service. Without a source that can prove something, asks the
 * node of the service's list, and `assertProven` checks the token again before a wallet's prompt.
 * @throws after an abort; HubPayError `service-down` if the code could not be loaded
 */
export const ownSymbols = async (tokens: readonly Token[], proof: Proof): Promise<(string | null)[]> =>
  (await readTokens(tokens, proof)).map(({ symbol }) => symbol);

/**
 * Returns why the payer cannot pay with each token, in the order of `tokens`, with null for a token that the chain
 * confirms. The sources are those of `ownSymbols`.
 * @throws like `ownSymbols`
 */
export async function tokenProblems(tokens: readonly Token[], proof: Proof): Promise<(HubPayError | null)[]> {
  const found = await readTokens(tokens, proof);
  return tokens.map((token, at) => problemOf(token, found[at], proof.node.chain));
}

async function readTokens(
  tokens: readonly Token[],
  { adapter, wallet, node, registry }: Proof,
): Promise<FoundSymbol[]> {
  const sources = await proofSources(adapter, wallet, node, registry);
  return symbolsFrom(sources.length > 0 ? sources : [node], tokens, adapter, node.chain);
}

/**
 * Checks the paying token before a prompt, except the native currency and tokens of the registry, which need no check.
 * @throws HubPayError `quote-unsafe` if the sources do not confirm the token; `service-down` if there is no source that
 *   could prove it, if no source answers, or if the code could not be loaded; after an abort, the signal's reason
 */
export async function assertProven(token: Token, { adapter, wallet, node, registry }: Proof): Promise<void> {
  if (!isUnproven(registry, node.chain, token.currency)) return;
  const sources = await proofSources(adapter, wallet, node, registry);
  if (sources.length === 0) throw new HubPayError('service-down', 'The wallet does not read its chain for the page.');
  const [found] = await symbolsFrom(sources, [token], adapter, node.chain);
  const problem = problemOf(token, found, node.chain);
  if (problem) throw problem;
}

/**
 * What the sources show: the token's own symbol, or null if they do not confirm the token. `isUnread` is true if the
 * sources gave only incomplete answers, none of which contradicts the token.
 */
type FoundSymbol = { symbol: string | null; isUnread: boolean };

/** Returns the error for a token that the chain does not confirm under its claimed symbol, or null. */
function problemOf(
  { symbol, decimals }: Token,
  found: FoundSymbol | undefined,
  chain: ChainRecord,
): HubPayError | null {
  if (found?.symbol === symbol) return null;
  // An outage does not speak against the token. The payer can try again, but cannot pay before the chain has confirmed
  // it.
  if (found?.isUnread)
    return new HubPayError('service-down', `Chain ${chain.id} gave no answer about the token ${symbol}.`);
  return new HubPayError('quote-unsafe', `The chain does not confirm the token ${symbol} with ${decimals} decimals.`, {
    details: 'G03 details.currencyIn.currency',
  });
}

/** Asks one source after the other, until each token has its decimals and, if the chain has symbols, its symbol. */
async function symbolsFrom(
  sources: readonly ChainAccess[],
  tokens: readonly Token[],
  adapter: TokenReader,
  { vmType }: ChainRecord,
): Promise<FoundSymbol[]> {
  const hasSymbols = familyOf(vmType)?.hasTokenSymbols ?? true;
  const asked = tokens.map((token) => ({ token, answers: [] as TokenInfo[] }));
  for (const source of sources) {
    const open = asked.filter(({ answers }) => !isComplete(answers, hasSymbols));
    if (open.length === 0) break;
    const found = await adapter.tokenInfo(
      open.map(({ token: { currency } }) => ({ currency })),
      source,
    );
    open.forEach(({ answers }, at) => answers.push(...[found[at] ?? []].flat()));
  }
  return asked.map(({ token, answers }) => ({
    symbol: ownSymbol(token, answers, hasSymbols),
    isUnread: answers.length > 0 && answers.every((each) => saysNothing(token, each)),
  }));
}

/** True if the source did not answer completely, and what it answered does not contradict the token. */
const saysNothing = (token: Token, info: TokenInfo): boolean =>
  info.isUnread === true && !isOdd(token, info) && [null, token.symbol].includes(info.symbol);

/** True for other decimals than the service's, for a collectible, and for a symbol that no payer can compare. */
const isOdd = (token: Token, { symbol, decimals, isCollectible }: TokenInfo): boolean =>
  isCollectible || (decimals !== null && decimals !== token.decimals) || (symbol !== null && !PLAIN.test(symbol));

const isComplete = (answers: readonly TokenInfo[], hasSymbols: boolean): boolean =>
  answers.some(({ decimals }) => decimals !== null) && (!hasSymbols || answers.some(({ symbol }) => symbol !== null));

/**
 * Returns the symbol on which the answers agree or, on a chain without symbols, that of the service. Returns null if
 * the answers are incomplete or name different symbols, or if the symbol is not `PLAIN`. One odd answer is also enough
 * for null.
 */
function ownSymbol(token: Token, answers: readonly TokenInfo[], hasSymbols: boolean): string | null {
  if (!isComplete(answers, hasSymbols) || answers.some((each) => isOdd(token, each))) return null;
  const [own = token.symbol, ...others] = new Set(answers.flatMap(({ symbol }) => symbol ?? []));
  return others.length === 0 && PLAIN.test(own) ? own : null;
}
