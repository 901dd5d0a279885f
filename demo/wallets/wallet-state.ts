/** The stored state of the demo wallet. This state survives a reload, and all tabs share it. */
import { registry, run } from '../shop/devnet-data.js';

export type LogEntry = {
  id: string;
  method: string;
  params: readonly unknown[];
  /** `pending`: the owner has not decided yet. `failed`: the owner approved the request, but the network refused it. */
  outcome: 'pending' | 'approved' | 'rejected' | 'failed';
};

export type WalletState = {
  connected: boolean;
  /** Index of the active account. */
  account: number;
  /**
   * `contract`: the wallet uses a smart account, like a Safe. `batching`: a smart account that also supports EIP-5792.
   */
  form: 'key' | 'contract' | 'batching';
  /** Id of the network that the owner selected. */
  chainId: number;
  /** Id of the network that the wallet does not have yet. The value is 0 if the wallet has all networks. */
  unknownChainId: number;
  /** The value is true if the page sees accounts of the SVM chain. */
  svmConnected: boolean;
  /** The account of the SVM chain that the page sees: the index of one account, or `both`. */
  svmAccount: '0' | '1' | 'both';
  /** How the wallet changes a transaction of the SVM chain: it adds a priority fee, or a transfer to a stranger. */
  svmTransaction: 'unchanged' | 'fee' | 'theft';
  /** `reject`: the wallet rejects every request and shows no window. */
  decision: 'prompt' | 'reject';
  /** How the page gets answers: at once, after five seconds, never, or with a wrong transaction hash. */
  answer: 'at-once' | 'delayed' | 'never' | 'wrong-hash';
  log: readonly LogEntry[];
  /** Transaction hash of each batch, by the batch id that the page received. */
  batches: Readonly<Record<string, `0x${string}`>>;
};

const KEY = 'demo-wallet';
const INITIAL: WalletState = {
  connected: false,
  account: 0,
  form: 'key',
  chainId: registry.chains[0]?.id ?? 0,
  unknownChainId: 0,
  svmConnected: false,
  svmAccount: '0',
  svmTransaction: 'unchanged',
  decision: 'prompt',
  answer: 'at-once',
  log: [],
  batches: {},
};

export function walletState(): WalletState {
  return { ...INITIAL, ...(stored(localStorage) as Partial<WalletState> | undefined) };
}

export function updateState(change: Partial<WalletState>): void {
  store(localStorage, { ...walletState(), ...change });
}

/**
 * Returns the id of the network that pages use. If the wallet does not have the selected network, returns another
 * network.
 */
export function activeChainId(): number {
  const { chainId, unknownChainId } = walletState();
  if (chainId !== unknownChainId) return chainId;
  return registry.chains.find(({ id }) => id !== unknownChainId)?.id ?? chainId;
}

/** Calls `listener` when another tab changes the state. */
export function onOtherTab(listener: () => void): void {
  addEventListener('storage', ({ key }) => {
    if (key === KEY) listener();
  });
}

/** Adds an entry to the log, or replaces the entry with the same id. */
export function addToLog(entry: LogEntry): void {
  const entries = walletState().log;
  const isLogged = entries.some(({ id }) => id === entry.id);
  updateState({
    log: isLogged ? entries.map((other) => (other.id === entry.id ? entry : other)) : [...entries, entry],
  });
}

/** An unfinished request. The request survives a reload of its tab, and other tabs cannot see it. */
export type PendingRequest = {
  id: string;
  method: string;
  params: readonly unknown[];
  /** The active account and network at the time of the request. */
  account: number;
  chainId: number;
  approved: boolean;
  /**
   * The signed transaction. After a reload, the wallet sends this transaction again. The chain executes the transaction
   * only once.
   */
  signed?: string;
};

export function pendingRequests(): readonly PendingRequest[] {
  return (stored(sessionStorage) as readonly PendingRequest[] | undefined) ?? [];
}

/** Adds a request, or replaces the request with the same id. */
export function saveRequest(request: PendingRequest): void {
  const all = pendingRequests();
  const isSaved = all.some(({ id }) => id === request.id);
  store(sessionStorage, isSaved ? all.map((other) => (other.id === request.id ? request : other)) : [...all, request]);
}

export function removeRequest(id: string): void {
  store(
    sessionStorage,
    pendingRequests().filter((request) => request.id !== id),
  );
}

/** Reads stored data. Ignores data from earlier runs of the devnet, because their chains no longer exist. */
function stored(storage: Storage): unknown {
  const saved = JSON.parse(storage.getItem(KEY) ?? 'null') as { run: string; value: unknown } | null;
  return saved && saved.run === run ? saved.value : undefined;
}

function store(storage: Storage, value: unknown): void {
  storage.setItem(KEY, JSON.stringify({ run, value }));
}
