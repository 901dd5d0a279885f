/** Describes in words what needs a person, for a merchant's own page, mail or terminal. */
import { formatUnits } from '../../shared/amounts.js';
import { UINT_TEXT } from '../../shared/text/patterns.js';
import { visibleText } from '../../shared/text/visible-text.js';
import type { ChainRecord, Registry, TokenAmount, TransactionRef } from '../../types.js';
import { explorerPage } from '../../vm/registry/explorer-page.js';
import { pinnedCurrency } from '../../vm/registry/registry.js';
import type { Attention } from './attention-types.js';

/**
 * What a person reads about an `Attention`. Each text is on one line, without control characters, and this package's
 * own words in it are English. No text is escaped for HTML, because a template of your framework does that.
 */
export type AttentionDescription = {
  /** What has happened, in a few words, such as `Paid too late`. */
  title: string;
  /** What has happened, in a sentence or more. */
  what: string;
  /** What to do. */
  advice: string;
  /** Your id of the order. */
  orderId: string;
  /** The service's id of the payment. */
  requestId: string;
  /** When the ledger noticed it: an ISO 8601 date and time in UTC. */
  at: string;
  /** What the order requires and, if the ledger knows them, what arrived and what the payer sent. */
  amounts: {
    /** Which amount it is. */
    name: 'Ordered' | 'Arrived' | 'Sent';
    /**
     * The amount with its symbol, such as `25.00 USDC`. If the decimals are unknown, a text such as
     * `25000000 in the smallest unit`. If the amount is unknown, `an unknown amount`.
     */
    text: string;
    /** The token's address, because any token can have the same symbol. Empty if the token is unknown. */
    currency: string;
    /** The registry's name of the chain, such as `Base`, or else `chain 8453`. Empty if the chain is unknown. */
    chain: string;
  }[];
  /** Who sent the money. Null if it is unknown. Ask the payer before you send money to this address. */
  payer: {
    /** The address. */
    address: string;
    /** The registry's name of the chain on which the money was sent, such as `Base`, or else `chain 8453`. */
    chain: string;
  } | null;
  /** The transactions of the payer, then those of the delivery or the refund. */
  transactions: {
    /** The hash, in the chain's own format. */
    hash: string;
    /** The registry's name of the chain, such as `Base`, or else `chain 8453`. */
    chain: string;
    /** Its page on the chain's explorer. Null if no https explorer is known. */
    url: string | null;
  }[];
};

/**
 * Describes something that needs a person.
 * @param registry your registry, which contains the names of chains, and the tokens and explorers. Default: none; the
 *   text for a chain then contains its id
 */
export function describeAttention(attention: Attention, registry?: Registry): AttentionDescription {
  const { expected, received, paid, payer } = attention;
  return {
    title: titles[attention.kind],
    what: visibleText(attention.message),
    advice: visibleText(attention.advice),
    orderId: visibleText(attention.orderId),
    requestId: visibleText(attention.requestId),
    at: visibleText(attention.at),
    amounts: [
      { name: 'Ordered', ...describeAmount(expected, registry) },
      ...(received ? [{ name: 'Arrived', ...describeAmount(received, registry) } as const] : []),
      ...(paid ? [{ name: 'Sent', ...describeAmount(paid, registry) } as const] : []),
    ],
    payer: payer && {
      address: visibleText(payer.address),
      chain: nameOf(payer.chainId, chainOf(registry, payer.chainId)),
    },
    transactions: attention.transactions.map((each) => transactionOf(each, registry)),
  };
}

/** The words that stand beside the payer's address, which can belong to an exchange. */
export const ASK_FIRST = '(ask the payer before you send)';

const titles: Readonly<Record<Attention['kind'], string>> = {
  second: 'Paid a second time',
  late: 'Paid too late',
  disputed: 'One delivery for two orders',
  conflicting: 'Sent back, and delivered',
  reversed: 'Reversed after it had paid',
  failed: 'Failed, and not refunded so far',
  short: 'Too little',
  'other-token': 'Another token',
  wrong: 'Does not match the order',
  'too-old': 'Sent before this payment began',
  unreadable: 'Not proven',
  contradicted: 'Paid, and contradicted since',
  'handler-failed': 'Your onPaid fails',
};

/** Describes an amount in words. */
export function describeAmount(
  token: TokenAmount,
  registry: Registry | undefined,
): Omit<AttentionDescription['amounts'][number], 'name'> {
  const chain = chainOf(registry, token.chainId);
  return {
    text: visibleText(wordsOf(token, chain)),
    currency: visibleText(token.currency),
    chain: nameOf(token.chainId, chain),
  };
}

/**
 * Returns the words for an amount. The registry's decimals and symbol are preferred to those of the service's record,
 * which others can have influenced.
 */
function wordsOf(token: TokenAmount, chain: ChainRecord | undefined): string {
  const { amount } = token;
  if (amount === null) return 'an unknown amount';
  const pinned = chain && pinnedCurrency(chain, token.currency);
  const formatted = pinned && UINT_TEXT.test(amount) ? formatUnits(amount, pinned.decimals) : token.amountFormatted;
  if (formatted === null) return `${amount} in the smallest unit`;
  const { decimals, symbol } = pinned ?? token;
  return `${padded(formatted, decimals)} ${symbol}`;
}

/** Writes an amount as a price: with at least two decimal places, if the token has them. */
const padded = (amount: string, decimals: number): string => {
  const [whole = '', fraction = ''] = amount.split('.');
  const places = fraction.padEnd(Math.min(2, decimals), '0');
  return places ? `${whole}.${places}` : whole;
};

const transactionOf = (
  { chainId, hash, url }: TransactionRef,
  registry: Registry | undefined,
): AttentionDescription['transactions'][number] => ({
  hash: visibleText(hash),
  chain: nameOf(chainId, chainOf(registry, chainId)),
  url: explorerPage(registry, chainId, hash) ?? (url && /^https:\/\//u.test(url) ? url : null),
});

const chainOf = (registry: Registry | undefined, chainId: number): ChainRecord | undefined =>
  registry?.chains.find(({ id }) => id === chainId);

function nameOf(chainId: number, chain: ChainRecord | undefined): string {
  const name = chain?.displayName ?? chain?.name;
  if (name) return visibleText(name);
  return chainId === 0 ? '' : `chain ${chainId}`;
}

/**
 * Writes an ISO 8601 time in UTC to the minute, such as `2025-11-21 14:05 UTC`. Returns a text without `T` as its
 * eleventh character unchanged.
 */
export const minuteOf = (iso: string): string => iso.replace(/^(.{10})T(.{5}).*$/u, '$1 $2 UTC');
