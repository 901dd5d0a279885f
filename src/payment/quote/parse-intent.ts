/** Converts the merchant's options to a frozen intent and checks each field. An error names the attribute. */
import { problemOfFields } from '../../api/requests/quote-body.js';
import { addressKey, chainLabel } from '../../shared/chain.js';
import { verbatimFields } from '../../shared/quote-fields.js';
import { HubPayError } from '../../errors.js';
import type { ChainCurrency, ChainRecord, PaymentIntent, Registry, TokenAmount } from '../../types.js';
import { isBurnAddress, looksLikeAddress } from '../../vm/addresses.js';
import { checkAddress } from '../../vm/check-address.js';
import { familyOf } from '../../vm/load-adapter.js';
import { checkRegistry, currenciesOf, findCurrency, pinnedCurrency, takesPayments } from '../../vm/registry.js';
import { parseUnits } from '../../shared/amounts.js';
import { config, type SessionOptions } from '../model/options.js';
import type { AssetRef, PayerField } from '../model/state.js';

export type ParsedIntent = {
  /** The frozen intent, without the fields that the payer chooses later. */
  intent: PaymentIntent;
  /**
   * With `EXACT_INPUT`, the origin currency. Otherwise, the destination currency. `amount` is null if the payer enters
   * it.
   */
  receives: TokenAmount;
  open: readonly PayerField[];
  /** The asset that the merchant fixed; null if the payer chooses. */
  asset: AssetRef | null;
};

/** @throws HubPayError `config` for an invalid `registry` */
export function checkPinned(registry: Registry | undefined): void {
  const [problem] = registry ? checkRegistry(registry) : [];
  if (problem) throw config('registry', `${problem.path} ${problem.message}`);
}

/**
 * Checks the options against the pinned chains, then against the listed chains.
 * @param listed the service's live listing, which gives the decimals of an unpinned currency
 * @param payable finds a chain that a payer can pay from
 * @throws HubPayError `config`, naming the attribute; `chain-paused` for a disabled chain
 */
export async function parseIntent(
  options: SessionOptions,
  chains: readonly ChainRecord[],
  listed: readonly ChainRecord[] = chains,
  payable = (chainId: number): ChainRecord | undefined => chains.find(({ id }) => id === chainId),
): Promise<ParsedIntent> {
  const currencyOf = currencyIn(listed);
  const tradeType = options.tradeType ?? 'EXACT_OUTPUT';
  const destination = chainOf(chains, options.destinationChainId, 'destination-chain-id');
  const receives = currencyOf(destination, options.destinationCurrency ?? '', 'destination-currency');

  const origin = options.originChainId === undefined ? null : chainOf(chains, options.originChainId, 'origin-chain-id');
  if (origin && !(payable(origin.id) && familyOf(origin.vmType) && (options.origins?.includes(origin.id) ?? true)))
    throw config('origin-chain-id', `nobody can pay from chain ${origin.id}: see registry and origins`);
  const paysWith =
    origin && options.originCurrency ? currencyOf(origin, options.originCurrency, 'origin-currency') : null;
  const amountCurrency =
    tradeType === 'EXACT_INPUT' && origin && paysWith
      ? { chain: origin, ...paysWith }
      : { chain: destination, ...receives };

  const amount = options.amount === undefined ? null : parseUnits(options.amount, amountCurrency.decimals);
  if (options.amount !== undefined && amount === null) {
    throw config(
      'amount',
      `"${options.amount}" has more decimal places than ${amountCurrency.symbol} (${amountCurrency.decimals})`,
    );
  }
  if (amount === 0n) throw config('amount', 'is zero');
  await checkParty(options.recipient, destination, 'recipient');
  await checkParty(options.refundTo, origin, 'refund-to');

  if (options.txs?.length && destination.vmType !== 'evm') {
    throw config('txs', `calls can only be made on an EVM chain, and chain ${destination.id} is none`);
  }

  const open: PayerField[] = [];
  if (amount === null) open.push('amount');
  if (options.recipient === undefined && destination.vmType !== 'evm') open.push('recipient');

  const intent: PaymentIntent = Object.freeze({
    tradeType,
    destinationChainId: destination.id,
    destinationCurrency: addressKey(receives.address),
    ...(amount !== null && { amount: String(amount) }),
    ...(options.recipient !== undefined && { recipient: options.recipient }),
    ...(options.refundTo !== undefined && { refundTo: options.refundTo }),
    ...Object.fromEntries(
      verbatimFields.map((name) => [name, options[name]] as const).filter(([, value]) => isSet(value)),
    ),
    ...callsOf(options),
    ...options.quoteOptions,
  });
  checkFields(intent, options);
  return {
    intent,
    open,
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

/** The merchant's calls. They are not in the journal, so add them to each stored intent. */
export const callsOf = ({ txs }: SessionOptions): Pick<PaymentIntent, 'txs'> =>
  txs?.length ? { txs: Object.freeze(txs.map((call) => Object.freeze({ ...call }))) } : {};

/** `false` counts as not set, because it is the value of an absent boolean attribute. */
const isSet = (value: unknown): boolean => value !== undefined && value !== false;

/** Checks the intent with the client's rules for a quote body. */
function checkFields(intent: PaymentIntent, { quoteOptions = {} }: SessionOptions): void {
  const problem = problemOfFields(intent);
  if (!problem) return;
  const { field, message } = problem;
  if (Object.hasOwn(quoteOptions, field)) throw config('quoteOptions', `${field} ${message}`);
  const attribute = field.replace(/[A-Z]/gu, (letter) => `-${letter.toLowerCase()}`);
  throw config(field === 'appFees' ? field : attribute, message);
}

function chainOf(chains: readonly ChainRecord[], id: number | undefined, attribute: string): ChainRecord {
  const chain = chains.find((each) => each.id === id);
  if (!chain) throw config(attribute, `the service does not know chain ${String(id)}`);
  if (attribute === 'origin-chain-id' ? !takesPayments(chain) : chain.disabled) {
    throw new HubPayError('chain-paused', `Chain ${chain.id} is disabled.`, {
      values: { chain: chainLabel(chain) ?? String(chain.id) },
    });
  }
  return chain;
}

type CurrencyOf = (chain: ChainRecord, text: string, attribute: string) => ChainCurrency;

/**
 * Searches the pinned chain, then the listing. If the pinned chain has currencies, searches the listing only by
 * address, because a symbol is not unique.
 */
const currencyIn =
  (listed: readonly ChainRecord[]): CurrencyOf =>
  (chain, text, attribute) => {
    const found = findCurrency(chain, text);
    if ('currency' in found) return found.currency;
    const live = listed.find(({ id }) => id === chain.id);
    const isPinned = live !== chain && currenciesOf(chain).length > 0;
    const result = live && (!isPinned || looksLikeAddress(text, chain.vmType)) ? findCurrency(live, text) : found;
    if ('problem' in result) throw config(attribute, result.problem);
    return result.currency;
  };

/** Without a chain, checks an EVM address, because payers pay only from EVM chains. */
async function checkParty(address: string | undefined, chain: ChainRecord | null, attribute: string): Promise<void> {
  if (address === undefined) return;
  const problem = await checkAddress(address, chain?.vmType ?? 'evm');
  if (problem) throw config(attribute, problem);
  if (isBurnAddress(address) || (chain && pinnedCurrency(chain, address)))
    throw config(attribute, 'is an address nobody can spend from');
}
