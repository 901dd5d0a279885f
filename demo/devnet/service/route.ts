/** Finds the route of a quote, and checks its chains, currencies and addresses. */

import { isAddress, zeroAddress, type Address } from 'viem';
import { addresses, type EvmChain } from '../chains.js';
import { isNative, type Currency } from '../currencies.js';
import { quoteError } from '../request-error.js';
import type { Service } from './endpoint.js';
import type { DestinationCall, CheckedQuoteBody } from './quote-fields.js';

export interface Route {
  readonly origin: EvmChain;
  readonly destination: EvmChain;
  readonly from: Currency;
  readonly to: Currency;
  readonly user: Address;
  readonly recipient: string;
  readonly refundTo: string;
  readonly txs: readonly DestinationCall[];
  /**
   * `send` and `swap`: the payer's own transaction pays the recipient. `deposit`: the solver pays the recipient.
   * `address`: the solver pays the recipient after a transfer to a deposit address.
   */
  readonly kind: 'deposit' | 'address' | 'swap' | 'send';
}

const CURRENCY_CODES = {
  originCurrency: 'INVALID_INPUT_CURRENCY',
  destinationCurrency: 'INVALID_OUTPUT_CURRENCY',
};
const BURN = [zeroAddress, '0x000000000000000000000000000000000000dead'];

/** @throws RequestError with the error code of the invalid field */
export function routeOf(body: CheckedQuoteBody, { chains, currencies, faults }: Service): Route {
  const chainOf = (field: 'originChainId' | 'destinationChainId'): EvmChain => {
    const chain = chains.find(({ id }) => id === body[field]);
    if (!chain) throw quoteError('UNSUPPORTED_CHAIN', `${field}: chain ${body[field]} is not supported`, { field });
    if (faults.on.disabledChains?.includes(chain.id)) {
      throw quoteError('CHAIN_DISABLED', `${field}: chain ${chain.id} is disabled`, { field });
    }
    return chain;
  };
  const currencyOf = ({ id }: EvmChain, field: keyof typeof CURRENCY_CODES): Currency => {
    const spelled = body[field].toLowerCase();
    const currency = currencies.find(({ chainId, address }) => chainId === id && address === spelled);
    if (!currency) throw quoteError(CURRENCY_CODES[field], `${field}: no such currency on chain ${id}`, { field });
    return currency;
  };
  const origin = chainOf('originChainId');
  const destination = chainOf('destinationChainId');
  const from = currencyOf(origin, 'originCurrency');
  const to = currencyOf(destination, 'destinationCurrency');
  // The default of `recipient` is `user`. The default of `refundTo` is `recipient`.
  const { user, recipient = user } = body;
  const { refundTo = recipient } = body;
  const wrong = (field: string, errorCode: string, why: string): Error =>
    quoteError(errorCode, `${field} ${why}`, { field });
  if (!isEvmAddress(user)) throw wrong('user', 'INVALID_ADDRESS', 'is not an address of the origin chain');
  if (!isEvmAddress(recipient) || isUnspendable(recipient, currencies)) {
    throw wrong('recipient', 'INVALID_RECIPIENT', 'cannot receive on the destination chain');
  }
  if (!isEvmAddress(refundTo) || isUnspendable(refundTo, currencies)) {
    throw wrong('refundTo', 'INVALID_ADDRESS', 'cannot receive on the origin chain');
  }
  const { txs = [] } = body;
  // The calls can spend only the native currency that the payment delivers.
  const worth = txs.reduce((sum, { value }) => sum + BigInt(value), 0n);
  if (worth > (to.address === zeroAddress ? BigInt(body.amount) : 0n)) {
    throw wrong('txs', 'INVALID_EXTRA_TXS', 'spend more native currency than the payment delivers');
  }
  const { forceSolverExecution, subsidizeFees, topupGas, appFees = [], useDepositAddress } = body;
  if (useDepositAddress && !isNative(from)) {
    throw wrong(
      'originCurrency',
      'UNSUPPORTED_ROUTE',
      'is not the native currency, and a deposit address accepts no other',
    );
  }
  if (useDepositAddress && txs.length > 0) {
    throw wrong('txs', 'EXTRA_TXS_NOT_SUPPORTED', 'cannot be paid for at a deposit address');
  }
  // A payment with a sponsor, a gas top-up, app fees or calls needs the solver.
  const isAlone = !subsidizeFees && !topupGas && appFees.length === 0 && txs.length === 0;
  const isLocal = origin.id === destination.id && !forceSolverExecution && isAlone;
  const localKind = from.address === to.address ? 'send' : 'swap';
  const walletKind = isLocal ? localKind : 'deposit';
  const kind = useDepositAddress ? 'address' : walletKind;
  return { origin, destination, from, to, user, recipient, refundTo, txs, kind };
}

/** Name of a chain in the protocol. `GET /chains` lists this name as `protocol.v2.chainId`. */
export function protocolName(chain: EvmChain): string {
  return chain.name.toLowerCase();
}

function isEvmAddress(text: string): text is Address {
  return isAddress(text, { strict: false });
}

/** True for burn addresses, tokens and the service's contracts. Money at these addresses is lost. */
function isUnspendable(address: string, currencies: readonly Currency[]): boolean {
  const tokens = currencies.map((currency) => currency.address);
  return [...BURN, addresses.depository, addresses.router, addresses.approvalProxy, ...tokens].includes(
    address.toLowerCase(),
  );
}
