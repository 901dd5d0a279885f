/** Starts the devnet: real EVM chains, a real SVM chain, a perps venue, a solver and the payment service. */

import type { Address } from 'viem';
import { farm, payers, recipient, venueSolver, type Payer } from './base/accounts.js';
import { startEvmChains, type EvmChains } from './evm/chains.js';
import { addresses, type Addresses, type EvmChain } from './evm/start-evm.js';
import { currenciesOf, svmCurrencies, venueCurrency } from './orders/currencies.js';
import { createEvmSolverChain } from './solver/evm-solver-chain.js';
import { createFaults, type Faults } from './orders/faults.js';
import { startNode } from './node.js';
import { createState } from './orders/order-state.js';
import { registryRecord, type DevnetChainRecord } from './service/chains.js';
import { createEvmServiceChain } from './service/evm-service-chain.js';
import { serve } from './service/server.js';
import { createSvmServiceChain } from './service/svm-service-chain.js';
import { createVenueServiceChain } from './service/venue-service-chain.js';
import { createSolver } from './solver/solver.js';
import { SVM_CHAIN } from './svm/addresses.js';
import type { SvmChain } from './svm/chain.js';
import { createSvmSolverChain } from './solver/svm-solver-chain.js';
import { startSvm } from './svm/start-svm.js';
import { createVenue, type Venue } from './venue/ledger.js';
import { serveVenue } from './service/venue-server.js';
import { createVenueSolverChain } from './solver/venue-solver-chain.js';

export interface DevnetOptions {
  /**
   * If true, each EVM chain mines each transaction at once. If false, each EVM chain mines one block every second.
   * Default: true.
   */
  automine?: boolean;
  /**
   * EVM chains that the caller has started. The devnet puts them back to their start, and leaves them running when it
   * stops. Default: the devnet starts its own chains, and stops them.
   */
  evmChains?: EvmChains;
}

export interface Devnet {
  readonly serviceUrl: string;
  /** URL of the service's status websocket. */
  readonly streamUrl: string;
  /**
   * The chains. `nodeUrl` is the URL of the node in the registry. This node forwards requests to the chain, unless the
   * fault `node` is on.
   */
  readonly chains: readonly { id: number; name: string; httpRpcUrl: string; wsRpcUrl: string; nodeUrl: string }[];
  /** Addresses of the contracts and tokens. These addresses are the same on all EVM chains. */
  readonly addresses: Addresses;
  readonly payers: readonly Payer[];
  /** The shop's account. Its balances are 0 at the start. */
  readonly recipient: Address;
  /** The account that receives gifts. */
  readonly farm: Address;
  /** The SVM chain itself, for tests. `svm/addresses.ts` contains its accounts. */
  readonly svm: SvmChain;
  /** The venue itself, with the history of its transfers. */
  readonly venue: Venue;
  /** Address for the element's property `venueExchangeUrl`. */
  readonly venueExchangeUrl: string;
  readonly venueInfoUrl: string;
  /** The registry for the element's property `registry`; see stories/docs/security.md. */
  readonly registry: { chains: DevnetChainRecord[]; takenAt: string };
  readonly faults: Faults;
  /** Stops the devnet. The caller may call `stop` more than once. */
  stop(): Promise<void>;
}

const SVM_NAME = 'Solana';
/** Balances at the venue in 10^-8 US dollars. The solver has $1,000,000, and each payer has $1,000. */
const VENUE_SOLVER_BALANCE = 10n ** 14n;
const VENUE_PAYER_BALANCE = 10n ** 11n;

/**
 * Starts the devnet on free ports of 127.0.0.1. The start takes about one second. If the contracts must be compiled,
 * the start takes about six seconds.
 */
export async function startDevnet({ automine = true, evmChains }: DevnetOptions = {}): Promise<Devnet> {
  const stops: (() => unknown)[] = [];
  const stop = async (): Promise<void> => {
    for (const each of stops.splice(0).reverse()) await each();
  };
  const started = async <T extends { stop: () => unknown }>(starting: Promise<T>): Promise<T> => {
    const result = await starting;
    stops.push(() => result.stop());
    return result;
  };
  try {
    const faults = createFaults();
    // The EVM chains start in their own processes while this process prepares the SVM chain.
    const starting = evmChains ? evmChains.reset().then(() => evmChains) : started(startEvmChains());
    const [{ chains }, svm] = await waitForAll(starting, started(startSvm(() => faults.on.svm)));
    if (!automine) await Promise.all(chains.map(mineEverySecond));

    const currencies = [...chains.flatMap(({ id }) => currenciesOf(id)), ...svmCurrencies(), venueCurrency];
    const nodes = await Promise.all([
      ...chains.map(({ httpRpcUrl }) => started(startNode(httpRpcUrl, faults))),
      started(startNode(svm.httpRpcUrl, faults, true)),
    ]);
    const venue = createVenue();
    venue.fund(venueSolver, VENUE_SOLVER_BALANCE);
    for (const { address } of payers) venue.fund(address, VENUE_PAYER_BALANCE);
    const venueServer = await started(serveVenue(venue, faults));
    const state = createState();
    const solver = createSolver(
      [...chains.map(createEvmSolverChain), createSvmSolverChain(svm.chain), createVenueSolverChain(venue)],
      state,
      faults,
    );
    stops.push(() => solver.stop());
    const { chain, httpRpcUrl, wsRpcUrl } = svm;
    const svmNode = { nodeUrl: nodes.at(-1)!.url, wsRpcUrl };
    const serviceChains = [
      ...chains.map((each, index) => createEvmServiceChain(each, nodes[index]!.url)),
      createSvmServiceChain({ name: SVM_NAME, chain, ...svmNode, currencies, faults }),
      createVenueServiceChain(venue, faults),
    ];
    const service = await started(
      serve({
        chains: serviceChains,
        currencies,
        state,
        solver,
        faults,
        venue,
        executing: new Set(),
        repeatedStatuses: new Map(),
        permits: new Map(),
      }),
    );
    return {
      serviceUrl: service.url,
      streamUrl: service.streamUrl,
      chains: [
        ...chains.map(({ id, name, ...urls }, index) => {
          return { id, name, httpRpcUrl: urls.httpRpcUrl, wsRpcUrl: urls.wsRpcUrl, nodeUrl: nodes[index]!.url };
        }),
        { id: SVM_CHAIN, name: SVM_NAME, httpRpcUrl, ...svmNode },
      ],
      addresses,
      payers,
      recipient,
      farm,
      svm: chain,
      venue,
      venueExchangeUrl: venueServer.exchangeUrl,
      venueInfoUrl: venueServer.infoUrl,
      registry: {
        chains: serviceChains.map((each) => registryRecord(each, currencies)),
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
