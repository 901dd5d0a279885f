/** Finds the route of a quote, and checks its chains, currencies and addresses. */

import { isNative, type Currency } from '../orders/currencies.js';
import { quoteError } from '../base/request-error.js';
import type { Service } from './endpoint.js';
import type { CheckedQuoteBody } from '../orders/quote-fields.js';
import type { Route, ServiceChain } from './service-chain.js';

const CURRENCY_CODES = {
  originCurrency: 'INVALID_INPUT_CURRENCY',
  destinationCurrency: 'INVALID_OUTPUT_CURRENCY',
};

/** @throws RequestError with the error code of the invalid field */
export function routeOf(body: CheckedQuoteBody, { chains, currencies, faults }: Service): Route {
  const chainOf = (field: 'originChainId' | 'destinationChainId'): ServiceChain => {
    const chain = chains.find(({ id }) => id === body[field]);
    if (!chain) throw quoteError('UNSUPPORTED_CHAIN', `${field}: chain ${body[field]} is not supported`, { field });
    if (faults.on.disabledChains?.includes(chain.id)) {
      throw quoteError('CHAIN_DISABLED', `${field}: chain ${chain.id} is disabled`, { field });
    }
    return chain;
  };
  const currencyOf = ({ id, vmType }: ServiceChain, field: keyof typeof CURRENCY_CODES): Currency => {
    // Addresses of the SVM chain are case sensitive.
    const spelled = vmType === 'svm' ? body[field] : body[field].toLowerCase();
    const currency = currencies.find(({ chainId, address }) => chainId === id && address === spelled);
    if (!currency) throw quoteError(CURRENCY_CODES[field], `${field}: no such currency on chain ${id}`, { field });
    return currency;
  };
  const origin = chainOf('originChainId');
  const destination = chainOf('destinationChainId');
  const from = currencyOf(origin, 'originCurrency');
  const to = currencyOf(destination, 'destinationCurrency');
  // The default of `recipient` is `user`. The default of `refundTo` is `recipient` if `recipient` is an address of the
  // origin chain, and `user` otherwise.
  const { user, recipient = user } = body;
  const { refundTo = origin.isAddress(recipient) ? recipient : user } = body;
  const wrong = (field: string, errorCode: string, why: string): Error =>
    quoteError(errorCode, `${field} ${why}`, { field });
  if (!origin.isAddress(user)) throw wrong('user', 'INVALID_ADDRESS', 'is not an address of the origin chain');
  if (!destination.isAddress(recipient) || destination.isUnspendable(recipient, currencies)) {
    throw wrong('recipient', 'INVALID_RECIPIENT', 'cannot receive on the destination chain');
  }
  if (!origin.isAddress(refundTo) || origin.isUnspendable(refundTo, currencies)) {
    throw wrong('refundTo', 'INVALID_ADDRESS', 'cannot receive on the origin chain');
  }
  if (origin.vmType !== 'svm' && (body.includedOriginSwapSources?.length ?? 0) > 0) {
    throw wrong('includedOriginSwapSources', 'NO_SWAP_ROUTES_FOUND', 'is not supported on the origin chain');
  }
  const { txs = [] } = body;
  // The calls can spend only the native currency that the payment delivers.
  const worth = txs.reduce((sum, { value }) => sum + BigInt(value), 0n);
  if (worth > (isNative(to) ? BigInt(body.amount) : 0n)) {
    throw wrong('txs', 'INVALID_EXTRA_TXS', 'spend more native currency than the payment delivers');
  }
  const { forceSolverExecution, subsidizeFees, topupGas, appFees = [], useDepositAddress } = body;
  if (destination.vmType !== 'evm' && txs.length > 0) {
    throw wrong('txs', 'EXTRA_TXS_NOT_SUPPORTED', 'cannot be made on the destination chain');
  }
  if (destination.vmType !== 'evm' && topupGas) {
    throw wrong('topupGas', 'UNSUPPORTED_ROUTE', 'is not possible on the destination chain');
  }
  if (useDepositAddress && (origin.vmType !== 'evm' || !isNative(from))) {
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
  const isLocal = origin.id === destination.id && origin.vmType === 'evm' && !forceSolverExecution && isAlone;
  const localKind = from.address === to.address ? 'send' : 'swap';
  const walletKind = isLocal ? localKind : 'deposit';
  const kind = useDepositAddress ? 'address' : walletKind;
  return { origin, destination, from, to, user, recipient, refundTo, txs, kind };
}
