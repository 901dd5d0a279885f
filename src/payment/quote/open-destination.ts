/**
 * Lists the tokens that the payer can receive, and reads the terms of the tokens that the payer has chosen. This code
 * loads only if the merchant has not set the received token.
 */
import { config } from '../../errors.js';
import { addressKey, isSameToken } from '../../shared/chain.js';
import { rescale } from '../../shared/amounts.js';
import type { ChainRecord, Destination, PaymentIntent, TokenAmount } from '../../types.js';
import { looksLikeAddress } from '../../vm/address/addresses.js';
import { familyOf, isVenue } from '../../vm/families.js';
import { currenciesOf, isVerified, logoOf } from '../../vm/registry/registry.js';
import type { PaymentContext } from '../context/context.js';
import type { SessionOptions } from '../model/options.js';
import type { PaymentState } from '../model/state.js';
import type { ChainList } from './chain-list.js';
import type { ParsedIntent, ParseIntent } from './parsed-intent.js';

/**
 * Returns the options, with `EXACT_INPUT` if `tradeType` is not set. This is the default if the payer chooses the
 * received token.
 */
const openTerms = ({ tradeType = 'EXACT_INPUT', ...options }: SessionOptions): SessionOptions => ({
  ...options,
  tradeType,
});

/**
 * Checks the options together with one of the tokens that the payer can receive, and lists all these tokens.
 * @param chains the chains that can be the destination
 * @param parse checks the options together with one of these tokens
 * @throws HubPayError `config` if there is no token to receive; the errors of `parse`
 */
export async function parseOpenIntent(
  given: SessionOptions,
  chains: readonly ChainRecord[],
  parse: (options: SessionOptions) => Promise<ParsedIntent>,
): Promise<ParsedIntent> {
  const options = openTerms(given);
  const destinations = destinationsOf(options, chains);
  const [first, ...others] = destinations;
  if (!first) throw nothingToReceive(options);
  const chosen = { destinationChainId: first.chainId, destinationCurrency: first.currency };
  const parsed = await parse({ ...options, ...chosen });
  if (others.length === 0 && parsed.asset) return { ...parsed, destinations };
  return {
    intent: { tradeType: parsed.intent.tradeType, ...(others.length === 0 && chosen) },
    // The currency of the amount is known only after the payer has chosen.
    receives: null,
    open: ['amount'],
    // With an empty family, the session requests no prices, because the terms of the payment are not known yet.
    payee: '',
    asset: parsed.asset,
    destinations,
  };
}

function nothingToReceive({ recipient, destinationChainId: id }: SessionOptions): Error {
  const among = id === undefined ? 'on any chain' : `on chain ${id}`;
  if (recipient !== undefined) return config('recipient', `"${recipient}" can receive no token ${among}`);
  return config('destinationChainId', `there is no token to receive ${among}`);
}

/**
 * Returns the tokens that the recipient can receive, on `destinationChainId` or on all chains. Without a recipient,
 * only the chains of families from which a payer can pay count. Leaves out disabled chains, a venue that is the only
 * origin, and tokens that the chain's record calls unverified.
 */
function destinationsOf(
  { recipient, destinationChainId, originChainId, origins, registry }: SessionOptions,
  chains: readonly ChainRecord[],
): Destination[] {
  const isOnlyOrigin = (id: number): boolean => id === originChainId || (origins?.length === 1 && id === origins[0]);
  return chains
    .filter(({ id, disabled }) => !disabled && id === (destinationChainId ?? id))
    .filter(({ vmType }) => (recipient ? looksLikeAddress(recipient, vmType) : familyOf(vmType)))
    .filter((chain) => !(isVenue(chain) && isOnlyOrigin(chain.id)))
    .flatMap((chain) =>
      currenciesOf(chain)
        .filter(({ metadata }) => metadata?.verified !== false)
        .map(({ address, symbol, name, decimals }) => {
          const logo = logoOf(chain, address);
          const currency = addressKey(address);
          const verified = isVerified(registry, chain, currency);
          return { chainId: chain.id, currency, symbol, name, decimals, verified, ...(logo !== undefined && { logo }) };
        }),
    );
}

/**
 * Reads the terms of the chosen tokens as soon as the payer has chosen both. If the currency of the amount changes,
 * keeps the digits that the payer typed, unless the earlier currency is unknown or the new token has too few decimals.
 * @param previous the state before the payer's choice
 * @throws the errors of `parse`
 */
export async function parseChoice(
  context: PaymentContext,
  chainList: ChainList,
  previous: PaymentState,
  parse: ParseIntent,
): Promise<void> {
  const { asset, intent } = chosenIn(context);
  const { destinationChainId, destinationCurrency } = intent;
  if (!asset || destinationChainId === undefined || destinationCurrency === undefined) return;
  const { chainId: originChainId, currency: originCurrency } = asset;
  const chosen = { destinationChainId, destinationCurrency, originChainId, originCurrency };
  const options = { ...openTerms(context.options), ...chosen };
  const parsed = await parse(options, chainList.chains(), chainList.listed(), (id) => chainList.payable(id));
  const now = chosenIn(context);
  const isStill =
    isSameToken(now.asset, asset) &&
    now.intent.destinationChainId === destinationChainId &&
    now.intent.destinationCurrency === destinationCurrency;
  // The terms of this choice can be known already, if the payer chose both tokens quickly.
  if (!isStill || isSameToken(now.receives, parsed.receives)) return;
  const before = previous.name === 'selecting' ? previous.receives : null;
  const amount = sameDigits(now.intent.amount, before, parsed.receives);
  // Clear the amount first, because it must not stay on the screen in its old currency for even a moment.
  context.dispatch({ type: 'amount-typed', amount: null });
  context.dispatch({ type: 'intent-parsed', ...parsed, asset, destinations: now.destinations });
  if (amount !== null) context.dispatch({ type: 'amount-typed', amount });
}

type Chosen = Pick<Extract<PaymentState, { name: 'selecting' }>, 'asset' | 'intent' | 'receives' | 'destinations'>;

const chosenIn = (context: Pick<PaymentContext, 'state'>): Chosen => {
  const state = context.state();
  return state.name === 'selecting' ? state : { asset: null, intent: NOTHING, receives: null, destinations: undefined };
};

const NOTHING: PaymentIntent = { tradeType: 'EXACT_INPUT' };

/**
 * Converts the typed amount to the smallest unit of another token, so that the field still shows the same number.
 * Returns null if no amount is typed, if a token is unknown, or if the other token has too few decimals.
 */
function sameDigits(
  amount: string | undefined,
  before: Pick<TokenAmount, 'decimals'> | null,
  after: Pick<TokenAmount, 'decimals'> | null,
): string | null {
  if (amount === undefined || !before || !after) return null;
  const units = rescale(BigInt(amount), before.decimals, after.decimals);
  return rescale(units, after.decimals, before.decimals) === BigInt(amount) ? String(units) : null;
}
