/** Converts the merchant's options to an intent and checks each field, with errors that name the wrong option. */
import { problemOfFields } from '../../api/requests/quote-body.js';
import { DEFAULT_FAMILY, addressKey, chainLabel } from '../../shared/chain.js';
import { loaded } from '../../shared/load-code.js';
import { verbatimNames } from '../../shared/quote-fields.js';
import { config, HubPayError } from '../../errors.js';
import type { ChainCurrency, ChainRecord, PaymentIntent, Registry } from '../../types.js';
import { isSystemAddress, looksLikeAddress } from '../../vm/address/addresses.js';
import { findPayeeProblem, findRefundProblem, NOBODY } from '../../vm/check-address.js';
import { canPayFrom, familyOf, isVenue } from '../../vm/families.js';
import {
  checkRegistry,
  currenciesOf,
  findCurrency,
  pinnedCurrency,
  pinsChain,
  takesPayments,
} from '../../vm/registry/registry.js';
import { parseUnits } from '../../shared/amounts.js';
import type { SessionOptions } from '../model/options.js';
import type { PayerField } from '../model/state.js';
import type { ParsedIntent } from './parsed-intent.js';

/**
 * Checks the merchant's registry.
 * @throws HubPayError `config` for an invalid `registry`
 */
export function checkPinned(registry: Registry | undefined): void {
  const [problem] = registry ? checkRegistry(registry) : [];
  if (problem) throw config('registry', `${problem.path} ${problem.message}`);
}

/**
 * Checks the options against the chains of the merchant's registry, then against the chains of the service's listing,
 * and returns the intent.
 * @param listed the service's live listing, which gives the decimals of a currency outside the registry
 * @param payable finds an origin chain in the registry, or in the listing if there is no registry
 * @throws HubPayError `config` with the name of the wrong option
 * @throws HubPayError `chain-paused` for a disabled chain, or for an origin chain from which nobody can pay now
 * @throws HubPayError `service-down` if code that a check needs could not be loaded
 */
export async function parseIntent(
  options: SessionOptions,
  chains: readonly ChainRecord[],
  listed: readonly ChainRecord[] = chains,
  payable = (chainId: number): ChainRecord | undefined => chains.find(({ id }) => id === chainId),
): Promise<ParsedIntent> {
  if (!options.destinationCurrency) {
    const code = await loaded(import('./open-destination.js'), 'lists tokens');
    return code.parseOpenIntent(options, chains, (each) => parseIntent(each, chains, listed, payable));
  }
  const currencyOf = currencyIn(listed);
  const tradeType = options.tradeType ?? 'EXACT_OUTPUT';
  const destination = chainOf(chains, options.destinationChainId, 'destinationChainId');
  const receives = currencyOf(destination, options.destinationCurrency, 'destinationCurrency');

  const origin = options.originChainId === undefined ? null : chainOf(chains, options.originChainId, 'originChainId');
  const lacksExchange = (chain: ChainRecord): boolean => isVenue(chain) && options.venueExchangeUrl === undefined;
  const canPay = (id: number): boolean => {
    const chain = payable(id);
    return !!chain && canPayFrom(chain.vmType) && !lacksExchange(chain);
  };
  if (origin && lacksExchange(origin))
    throw config('venueExchangeUrl', `is missing: nobody can pay from chain ${origin.id}`);
  if (origin && !(canPay(origin.id) && (options.origins?.includes(origin.id) ?? true)))
    throw config('originChainId', `nobody can pay from chain ${origin.id}`);
  const paysWith =
    origin && options.originCurrency ? currencyOf(origin, options.originCurrency, 'originCurrency') : null;
  const amountCurrency =
    tradeType === 'EXACT_INPUT' && origin && paysWith
      ? { chain: origin, ...paysWith }
      : { chain: destination, ...receives };

  const amount = options.amount === undefined ? null : parseUnits(options.amount, amountCurrency.decimals);
  if (options.amount !== undefined && amount === null) {
    throw config(
      'amount',
      `"${options.amount}" has more decimals than ${amountCurrency.symbol} (${amountCurrency.decimals})`,
    );
  }
  await checkParty(options.recipient, destination, 'recipient');

  const { origins, refundTo, registry, tokens, appFees } = options;
  const ids = origins ?? chains.map(({ id }) => id);
  const lacking = ids.filter((id) => !canPay(id));
  const isForOne = origin !== null || options.useDepositAddress === true;
  if (isForOne) await checkParty(refundTo, origin, 'refundTo');
  const hasGap = registry && !(pinsChain(registry, destination.id) && registry.chains.every(namesDepository));
  const isOdd = destination.vmType !== DEFAULT_FAMILY || isSystemAddress(options.recipient ?? '');
  const isUnusual = isOdd || (origins && lacking.length > 0) || hasGap;
  if (isUnusual || tokens || appFees || (refundTo !== undefined && !isForOne)) {
    const code = await loaded(import('./check-origins.js'), 'checks origins');
    const payables = origin ? [origin] : ids.flatMap((id) => (lacking.includes(id) ? [] : (payable(id) ?? [])));
    await code.checkByChains(options, { destination, chains, payable, lacking, payables, isForOne });
  }

  const open: PayerField[] = [];
  if (amount === null) open.push('amount');
  const payee = familyOf(destination.vmType)?.wallets ?? '';
  if (options.recipient === undefined && payee !== DEFAULT_FAMILY) open.push('recipient');

  const intent: PaymentIntent = Object.freeze({
    tradeType,
    destinationChainId: destination.id,
    destinationCurrency: addressKey(receives.address),
    ...(amount !== null && { amount: String(amount) }),
    ...(options.recipient !== undefined && { recipient: options.recipient }),
    ...(options.refundTo !== undefined && { refundTo: options.refundTo }),
    ...Object.fromEntries(
      verbatimNames.map((name) => [name, options[name]] as const).filter(([, value]) => isSet(value)),
    ),
    ...txsOf(options),
    ...options.quoteOptions,
  });
  checkFields(intent, options);
  return {
    intent,
    open,
    payee,
    receives: {
      chainId: amountCurrency.chain.id,
      currency: addressKey(amountCurrency.address),
      symbol: amountCurrency.symbol,
      decimals: amountCurrency.decimals,
      amount: amount === null ? null : String(amount),
      amountFormatted: options.amount ?? null,
    },
    asset: origin && paysWith ? { chainId: origin.id, currency: addressKey(paysWith.address) } : null,
  };
}

/**
 * Returns the merchant's calls as a part of an intent. Callers must add them to each intent from the journal, which
 * does not store them.
 */
export const txsOf = ({ txs }: SessionOptions): Pick<PaymentIntent, 'txs'> =>
  txs?.length ? { txs: Object.freeze(txs.map((call) => Object.freeze({ ...call }))) } : {};

/** False for `undefined` and for `false`, because an absent boolean attribute has the value `false`. */
const isSet = (value: unknown): boolean => value !== undefined && value !== false;

/** Whether the chain's record contains the address of the contract that receives deposits. */
const namesDepository = ({ protocol }: ChainRecord): boolean => !!protocol?.v2?.depository;

/**
 * Checks the intent's fields with the rules that the service client applies to the body of `POST /quote/v2`, except
 * those for a complete body.
 */
function checkFields(intent: PaymentIntent, { quoteOptions = {} }: SessionOptions): void {
  const problem = problemOfFields(intent);
  if (!problem) return;
  const { field, message } = problem;
  if (Object.hasOwn(quoteOptions, field)) throw config('quoteOptions', `${field} `, ...message);
  throw config(field, ...message);
}

function chainOf(chains: readonly ChainRecord[], id: number | undefined, option: string): ChainRecord {
  const chain = chains.find((each) => each.id === id);
  if (!chain) throw config(option, `the service does not know chain ${String(id)}`);
  if (option === 'originChainId' ? !takesPayments(chain) : chain.disabled) {
    throw new HubPayError('chain-paused', `Chain ${chain.id} is disabled.`, {
      values: { chain: chainLabel(chain) ?? String(chain.id) },
    });
  }
  return chain;
}

type CurrencyOf = (chain: ChainRecord, text: string, option: string) => ChainCurrency;

/**
 * Returns a function that finds a currency of a chain in the merchant's registry, then in the service's listing. If the
 * registry has currencies of the chain, the listing is searched only by address, because a symbol is not unique.
 */
const currencyIn =
  (listed: readonly ChainRecord[]): CurrencyOf =>
  (chain, text, option) => {
    const found = findCurrency(chain, text);
    if ('currency' in found) return found.currency;
    const live = listed.find(({ id }) => id === chain.id);
    const isPinned = live !== chain && currenciesOf(chain).length > 0;
    const result = live && (!isPinned || looksLikeAddress(text, chain.vmType)) ? findCurrency(live, text) : found;
    if ('problem' in result) throw config(option, result.problem);
    return result.currency;
  };

/**
 * Checks an address of the merchant's options. Without a chain, the address is for refunds of deposits and must be an
 * EVM address, because only EVM chains have deposit addresses.
 */
async function checkParty(
  address: string | undefined,
  chain: ChainRecord | null,
  option: 'recipient' | 'refundTo',
): Promise<void> {
  if (address === undefined) return;
  const find = option === 'refundTo' ? findRefundProblem : findPayeeProblem;
  const problem = await find(address, chain?.vmType ?? 'evm');
  if (problem) throw config(option, problem.message);
  if (chain && pinnedCurrency(chain, address)) throw config(option, NOBODY);
}
