/** Starts the devnet: two real EVM chains, a solver and the payment service. */

import type { Address } from 'viem';
import { farm, payers, recipient, type Payer } from './accounts.js';
import { addresses, deployAndFund, startChain, type Addresses, type EvmChain } from './chains.js';
import { loadContracts } from './compile-contracts.js';
import { currenciesOf } from './currencies.js';
import { createEvmSolverChain } from './evm-chain.js';
import { createFaults, type Faults } from './faults.js';
import { startNode } from './node.js';
import { registryRecord, type DevnetChainRecord } from './service/chains.js';
import { serve } from './service/server.js';
import { createTransactionReader } from './service/transactions.js';
import { createSolver } from './solver.js';
import { createState } from './order-state.js';

export interface DevnetOptions {
  /** True (default): each transaction is mined at once. False: the chain mines one block every second. */
  automine?: boolean;
}

export interface Devnet {
  readonly serviceUrl: string;
  /** URL of the service's status websocket. */
  readonly streamUrl: string;
  /** `nodeUrl` is the node that the registry names. It forwards to the chain, unless the fault `node` is on. */
  readonly chains: readonly { id: number; name: string; httpRpcUrl: string; wsRpcUrl: string; nodeUrl: string }[];
  /** Addresses of the contracts and tokens, which are the same on both chains. */
  readonly addresses: Addresses;
  readonly payers: readonly Payer[];
  /** The shop's account. Its balances are 0 at the start. */
  readonly recipient: Address;
  /** The account that receives gifts. */
  readonly farm: Address;
  /** The registry for the element's property `registry`; see stories/docs/security.md. */
  readonly registry: { chains: DevnetChainRecord[]; takenAt: string };
  readonly faults: Faults;
  /** Stops everything. It is safe to call this more than once. */
  stop(): Promise<void>;
}

/**
 * Payers hold more money on the first chain, so the element offers an asset of this chain first. The shop receives
 * payments on the second chain.
 */
const CHAINS = [
  { id: 31337, name: 'Origin', holdings: { tokens: '10000', native: '10' } },
  { id: 31338, name: 'Destination', holdings: { tokens: '5000', native: '5' } },
];

/** Uses free ports of 127.0.0.1. The start takes about one second, or six seconds if the contracts must be compiled. */
export async function startDevnet({ automine = true }: DevnetOptions = {}): Promise<Devnet> {
  const stops: (() => unknown)[] = [];
  const stop = async (): Promise<void> => {
    for (const each of stops.splice(0).reverse()) await each();
  };
  try {
    const [contracts, ...chains] = await waitForAll(
      loadContracts(),
      ...CHAINS.map(async ({ id, name }) => {
        const chain = await startChain(id, name);
        stops.push(() => chain.stop());
        return chain;
      }),
    );
    await Promise.all(chains.map((chain, index) => deployAndFund(chain, contracts, CHAINS[index]?.holdings)));
    if (!automine) await Promise.all(chains.map(mineEverySecond));

    const currencies = CHAINS.flatMap(({ id }) => currenciesOf(id));
    const faults = createFaults();
    const nodeUrls = new Map(
      await Promise.all(
        chains.map(async ({ id, httpRpcUrl }) => {
          const node = await startNode(httpRpcUrl, faults);
          stops.push(() => node.close());
          return [id, node.url] as const;
        }),
      ),
    );
    const state = createState();
    const solver = createSolver(chains.map(createEvmSolverChain), state, faults);
    stops.push(() => solver.stop());
    const readTransaction = createTransactionReader(chains);
    const service = await serve({
      chains,
      nodeUrls,
      currencies,
      state,
      solver,
      faults,
      readTransaction,
      executing: new Set(),
      repeatedStatuses: new Map(),
      permits: new Map(),
    });
    stops.push(() => service.close());
    return {
      serviceUrl: service.url,
      streamUrl: service.streamUrl,
      chains: chains.map(({ id, name, httpRpcUrl, wsRpcUrl }) => {
        return { id, name, httpRpcUrl, wsRpcUrl, nodeUrl: nodeUrls.get(id)! };
      }),
      addresses,
      payers,
      recipient,
      farm,
      registry: {
        chains: chains.map((chain) => registryRecord(chain, currencies, nodeUrls.get(chain.id)!)),
        takenAt: new Date().toISOString(),
      },
      faults,
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Waits for all tasks, even if one task fails. After that, `stop` can stop everything that has started. */
async function waitForAll<T extends unknown[]>(...tasks: { [K in keyof T]: Promise<T[K]> }): Promise<T> {
  const results = await Promise.allSettled(tasks);
  for (const result of results) if (result.status === 'rejected') throw result.reason;
  return results.map((result) => (result as PromiseFulfilledResult<unknown>).value) as T;
}

async function mineEverySecond({ test }: EvmChain): Promise<void> {
  await test.setAutomine(false);
  await test.setIntervalMining({ interval: 1 });
}
