/** What the demo wallet remembers, as an extension would: it outlives the page and is the same in every tab. */
import { registry, run } from '../shop/facts.js';

/** One request that the wallet put before its owner. */
export type LogEntry = {
  id: string;
  method: string;
  params: readonly unknown[];
  /** `asked` while it is open; `failed`: approved, but the network refused it. */
  outcome: 'asked' | 'approved' | 'rejected' | 'failed';
};

export type Memory = {
  connected: boolean;
  /** Which of its accounts is the active one. */
  account: number;
  /** `contract`: the first account's smart account stands for it, as a Safe would; `batching`: EIP-5792 as well. */
  form: 'key' | 'contract' | 'batching';
  /** The network that was chosen last. */
  chainId: number;
  /** A network the wallet has never heard of, so that it must be added first; 0: it knows all. */
  unknownChainId: number;
  /** `reject`: says no to everything, without a window. */
  decision: 'ask' | 'reject';
  /** How the page is told: after five seconds, not at all, or of another transaction than the one that was sent. */
  answer: 'at-once' | 'late' | 'never' | 'wrong-hash';
  log: readonly LogEntry[];
  /** The transactions of calls that were sent together, by the name that the page knows them by. */
  batches: Readonly<Record<string, `0x${string}`>>;
};

const KEY = 'demo-wallet';
const INITIAL: Memory = {
  connected: false,
  account: 0,
  form: 'key',
  chainId: registry.chains[0]?.id ?? 0,
  unknownChainId: 0,
  decision: 'ask',
  answer: 'at-once',
  log: [],
  batches: {},
};

export function remembered(): Memory {
  return { ...INITIAL, ...(stored(localStorage) as Partial<Memory> | undefined) };
}

export function remember(change: Partial<Memory>): void {
  store(localStorage, { ...remembered(), ...change });
}

/** The network that pages are on: the chosen one, unless the wallet has been told not to know it. */
export function activeChainId(): number {
  const { chainId, unknownChainId } = remembered();
  if (chainId !== unknownChainId) return chainId;
  return registry.chains.find(({ id }) => id !== unknownChainId)?.id ?? chainId;
}

/** Tells what another tab changed. */
export function onOtherTab(listener: () => void): void {
  addEventListener('storage', ({ key }) => {
    if (key === KEY) listener();
  });
}

/** Adds an entry to the log, or replaces the one of the same id. */
export function log(entry: LogEntry): void {
  const entries = remembered().log;
  const known = entries.some(({ id }) => id === entry.id);
  remember({ log: known ? entries.map((other) => (other.id === entry.id ? entry : other)) : [...entries, entry] });
}

/** A request that is not done. It belongs to the tab that asked, and outlives only a reload of it. */
export type Pending = {
  id: string;
  method: string;
  params: readonly unknown[];
  /** The account and the network that were active when it was asked. */
  account: number;
  chainId: number;
  approved: boolean;
  /** The signed transaction, kept before it is broadcast: broadcasting the same bytes twice sends once. */
  signed?: `0x${string}`;
};

export function pending(): readonly Pending[] {
  return (stored(sessionStorage) as readonly Pending[] | undefined) ?? [];
}

/** Keeps a request, or its newer version, until it is done. */
export function keep(request: Pending): void {
  const all = pending();
  const known = all.some(({ id }) => id === request.id);
  store(sessionStorage, known ? all.map((other) => (other.id === request.id ? request : other)) : [...all, request]);
}

export function drop(id: string): void {
  store(
    sessionStorage,
    pending().filter((request) => request.id !== id),
  );
}

/** What was kept by this run of the devnet; an earlier run's chains are gone, and so is what was asked on them. */
function stored(storage: Storage): unknown {
  const kept = JSON.parse(storage.getItem(KEY) ?? 'null') as { run: string; value: unknown } | null;
  return kept && kept.run === run ? kept.value : undefined;
}

function store(storage: Storage, value: unknown): void {
  storage.setItem(KEY, JSON.stringify({ run, value }));
}
