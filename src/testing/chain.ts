/** Answers the JSON-RPC requests to the nodes of the fake chains, from the ledger. */
import type { ChainRecord } from '../types.js';
import { pinnedCurrency } from '../vm/registry/registry.js';
import { settledTransactions, type TestTransaction } from './deliveries.js';
import { decodeCalls, encodeResults, encodeWords, quantity, type Call } from './hex.js';
import type { Ledger } from './ledger.js';

/** Selectors of Multicall3’s `aggregate3`, of its `getEthBalance`, and of ERC-20’s `balanceOf` and `allowance`. */
const AGGREGATE3 = '0x82ad56cb';
const GET_ETH_BALANCE = '0x4d2301cc';
const BALANCE_OF = '0x70a08231';
const ALLOWANCE = '0xdd62ed3e';

/** The test wallet’s balances never change: 1000 of the native currency, and 1 000 000 of each token. */
const NATIVE_BALANCE = 10n ** 21n;
const TOKENS_HELD = 1_000_000n;

/** What the nodes need for their answers. `now` returns the Unix time in milliseconds. */
export type TestChains = { ledger: Ledger; chains: () => readonly ChainRecord[]; now: () => number };

/**
 * Returns the node's result of a method.
 * @throws Error if the node does not have the method
 */
export function answerChain(
  chainId: number,
  method: string,
  params: readonly unknown[],
  { ledger, chains, now: time }: TestChains,
): unknown {
  const [first, second] = params;
  const now = time();
  switch (method) {
    case 'eth_chainId':
      return quantity(chainId);
    case 'eth_blockNumber':
      return quantity(heightAt(now));
    case 'eth_gasPrice':
      return quantity(1_000_000_000);
    case 'eth_estimateGas':
      return quantity(90_000);
    case 'eth_getCode':
      return '0x';
    case 'eth_getBalance':
      return quantity(NATIVE_BALANCE);
    case 'eth_call':
      return callResult(Object(first) as EthCall, (token) => tokenBalance(chains(), chainId, token));
    case 'eth_getTransactionCount':
      return quantity(ledger.nonce(chainId, String(first).toLowerCase()));
    case 'eth_getTransactionByHash': {
      const found = minedOn(chainId, ledger, now).find(({ hash }) => hash === first);
      return found ? wire(found) : null;
    }
    case 'eth_getTransactionReceipt': {
      const found = minedOn(chainId, ledger, now).find(({ hash }) => hash === first);
      const block = found && blockAt(heightAt(found.at));
      return found && block
        ? {
            transactionHash: found.hash,
            blockHash: block.hash,
            blockNumber: block.number,
            status: '0x1',
            logs: found.logs,
          }
        : null;
    }
    case 'eth_getBlockByHash':
      return blockAt(Number(`0x${String(first).slice(-16)}`));
    case 'eth_getBlockByNumber': {
      const height = String(first).startsWith('0x') ? Number(first) : heightAt(now);
      const mined = minedOn(chainId, ledger, now).filter(({ at }) => heightAt(at) === height);
      return { ...blockAt(height), transactions: mined.map((each) => (second ? wire(each) : each.hash)) };
    }
    default:
      throw new Error(`The method ${method} does not exist in test mode`);
  }
}

/** A fake chain has one block for each second. The number of a block is its Unix time in seconds. */
const heightAt = (now: number): number => Math.floor(now / 1_000);

const blockAt = (height: number): { hash: string; number: string; timestamp: string } => ({
  hash: `0xb1${encodeWords(height).slice(2)}`,
  number: quantity(height),
  timestamp: quantity(height),
});

const minedOn = (chainId: number, ledger: Ledger, now: number): TestTransaction[] =>
  ledger.orders
    .map((order) => settledTransactions(order, now))
    .flatMap(({ origin, destination }) => [...origin, ...destination])
    .filter((each) => each.chainId === chainId);

const wire = ({ hash, from, to, data, value, nonce, at }: TestTransaction): unknown => ({
  hash,
  from,
  to,
  input: data,
  value,
  nonce: quantity(nonce),
  blockNumber: quantity(heightAt(at)),
  blockHash: blockAt(heightAt(at)).hash,
});

/** The parameter of `eth_call`. */
type EthCall = { to?: string; data?: string };

/** Reads the balance of the token with this address. */
type ReadBalance = (token: string) => bigint;

/** Returns the wallet's balance in the token's smallest unit. A token that the chain lacks counts with 6 decimals. */
function tokenBalance(chains: readonly ChainRecord[], chainId: number, token: string): bigint {
  const chain = chains.find(({ id }) => id === chainId);
  const { decimals = 6 } = (chain && pinnedCurrency(chain, token)) ?? {};
  return TOKENS_HELD * 10n ** BigInt(decimals);
}

function callResult({ to = '', data = '' }: EthCall, balance: ReadBalance): string {
  if (!data.startsWith(AGGREGATE3)) return `0x${encodeWords(readValue({ target: to, data }, balance))}`;
  return encodeResults(decodeCalls(data).map((each) => readValue(each, balance)));
}

function readValue({ target, data }: Call, balance: ReadBalance): bigint {
  const selector = data.slice(0, 10);
  if (selector === GET_ETH_BALANCE) return NATIVE_BALANCE;
  if (selector === BALANCE_OF) return balance(target);
  return selector === ALLOWANCE ? 2n ** 256n - 1n : 0n;
}
