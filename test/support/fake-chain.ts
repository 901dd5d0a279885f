/** A scripted EVM chain behind a fake `fetch`. Its node can fail, and a test can remove blocks. */
import { jsonResponse } from './json-response.js';

export type FakeTransaction = {
  from: string;
  to: string;
  data: string;
  value: bigint;
  nonce: number;
  hash: string;
  reverts: boolean;
  logs: readonly unknown[];
};

/** How the node fails. */
export type NodeFault = 'down' | 'busy' | 'html' | 'error' | 'silent' | null;

export interface FakeChain {
  readonly id: number;
  readonly fetch: typeof fetch;
  readonly methods: readonly string[];
  fault: NodeFault;
  /** The node returns an error for the state before this block. */
  prunedBelow: number;
  /** The addresses of contracts, in lower case. */
  readonly contracts: Set<string>;
  /** The value is true if the node returns the pending block. */
  showsPending: boolean;
  /**
   * Adds a transaction to the mempool. This transaction replaces a pending transaction with the same sender and nonce.
   */
  send(transaction: {
    from: string;
    to: string;
    data?: string;
    value?: bigint;
    nonce?: number;
    reverts?: boolean;
    logs?: readonly unknown[];
  }): string;
  /** Returns the next nonce of the account, after all pending transactions. */
  nextNonce(from: string): number;
  /**
   * Returns the transactions that the chain really has, even if its node gives false answers. `block` is null for a
   * pending transaction.
   */
  transactions(): readonly (FakeTransaction & { block: number | null })[];
  /**
   * Returns the answer of an honest node.
   * @throws Error if the method fails
   */
  answer(method: string, params: readonly unknown[]): unknown;
  /** Mines one block. Transactions that are held back or that skip a nonce stay in the mempool. */
  mine(): void;
  mineEmpty(count: number): void;
  drop(hash: string): void;
  /** New blocks do not include this transaction. */
  holdBack(hash: string): void;
  /** The node hides this transaction until a block includes it. */
  hide(hash: string): void;
  /**
   * Removes the newest blocks. The transactions of these blocks are pending again, except the transactions in
   * `dropped`.
   */
  reorganise(depth: number, dropped?: readonly string[]): void;
  /** Sets the node's response to a method. `null` restores the default response. */
  override(method: string, answer: ((params: readonly unknown[]) => unknown) | null): void;
  /** Changes the results of the node. If the value is null, the node is honest. */
  falsify: ((method: string, params: readonly unknown[], result: unknown) => unknown) | null;
}

type FakeBlock = { hash: string; time: number; transactions: FakeTransaction[] };

/** The time of the newest block of all chains, in seconds. */
let newest = 1_790_000_000;

export function fakeChain(id = 31337): FakeChain {
  const overrides = new Map<string, (params: readonly unknown[]) => unknown>();
  const hidden = new Set<string>();
  const held = new Set<string>();
  const received: string[] = [];
  let serial = 0;
  let blocks: FakeBlock[] = [];
  let pool: FakeTransaction[] = [];

  const hash = (kind: string): string => {
    serial += 1;
    return `0x${kind}${serial.toString(16).padStart(64 - kind.length, '0')}`;
  };
  const mined = (until = blocks.length): FakeTransaction[] =>
    blocks.slice(0, until).flatMap(({ transactions }) => transactions);
  const count = (from: string, until?: number): number =>
    mined(until).filter((each) => each.from === from.toLowerCase()).length;
  const nextNonce = (from: string, includesHidden = true): number => {
    let nonce = count(from);
    const visible = pool.filter(
      (each) => each.from === from.toLowerCase() && (includesHidden || !hidden.has(each.hash)),
    );
    while (visible.some((each) => each.nonce === nonce)) nonce += 1;
    return nonce;
  };
  const addBlock = (transactions: FakeTransaction[]): void => {
    blocks.push({ hash: hash('b'), time: (newest += 1), transactions });
  };

  const handlers: Record<string, (params: readonly unknown[]) => unknown> = {
    eth_chainId: () => hex(id),
    eth_blockNumber: () => hex(blocks.length - 1),
    eth_gasPrice: () => hex(1_000_000_000),
    eth_getCode: ([address]) => (chain.contracts.has(String(address).toLowerCase()) ? '0x6001' : '0x'),
    eth_estimateGas: () => hex(21_000),
    eth_getTransactionByHash: ([wanted]) => {
      const found = [...mined(), ...pool.filter((each) => !hidden.has(each.hash))].find((each) => each.hash === wanted);
      return found ? wire(found) : null;
    },
    eth_getTransactionReceipt: ([wanted]) => {
      const block = blocks.find(({ transactions }) => transactions.some((each) => each.hash === wanted));
      const found = block?.transactions.find((each) => each.hash === wanted);
      return block && found
        ? {
            transactionHash: found.hash,
            blockHash: block.hash,
            status: found.reverts ? '0x0' : '0x1',
            logs: found.reverts ? [] : found.logs,
          }
        : null;
    },
    eth_getTransactionCount: ([from, tag]) => {
      if (tag === 'pending') return hex(nextNonce(String(from), false));
      const until = tag === 'latest' ? blocks.length : Number(tag) + 1;
      if (until - 1 < chain.prunedBelow) throw new Error('missing trie node');
      return hex(count(String(from), until));
    },
    eth_getBlockByHash: ([wanted]) => {
      const block = blocks.find((each) => each.hash === wanted);
      return block ? { hash: block.hash, number: hex(blocks.indexOf(block)), timestamp: hex(block.time) } : null;
    },
    eth_getBlockByNumber: ([number]) => {
      if (number === 'pending') {
        const waiting = pool.filter((each) => !hidden.has(each.hash));
        return chain.showsPending ? { hash: null, transactions: waiting.map(wire) } : null;
      }
      const block = number === 'latest' ? blocks.at(-1) : blocks[Number(number)];
      return block
        ? { hash: block.hash, timestamp: hex(block.time), transactions: block.transactions.map(wire) }
        : null;
    },
  };

  const chain: FakeChain = {
    id,
    methods: received,
    fault: null,
    prunedBelow: 0,
    contracts: new Set(),
    showsPending: true,
    falsify: null,
    answer(method, params) {
      const run = overrides.get(method) ?? handlers[method];
      if (!run) throw new Error(`the method ${method} does not exist`);
      return run(params);
    },
    transactions: () => [
      ...blocks.flatMap(({ transactions }, block) => transactions.map((each) => ({ ...each, block }))),
      ...pool.map((each) => ({ ...each, block: null })),
    ],
    async fetch(_input, init) {
      const { method, params } = JSON.parse(init?.body as string) as { method: string; params: readonly unknown[] };
      received.push(method);
      switch (chain.fault) {
        case 'down':
          throw new TypeError('Failed to fetch');
        case 'busy':
          return jsonResponse(() => JSON.parse('slow down'), { status: 429 });
        case 'html':
          return jsonResponse(() => JSON.parse('<html>Bad gateway</html>'));
        case 'error':
          return jsonResponse(() => ({ error: { code: -32000, message: 'header not found' } }));
        case 'silent':
          return new Promise(() => undefined);
        case null:
          break;
      }
      try {
        // An override can return a promise that never settles. Such an override simulates a node that never answers.
        const honest = await chain.answer(method, params);
        const result = chain.falsify ? chain.falsify(method, params, honest) : honest;
        return jsonResponse(() => ({ result }));
      } catch (error) {
        return jsonResponse(() => ({ error: { code: -32000, message: String(error) } }));
      }
    },
    send({ from, to, data = '0x', value = 0n, nonce = nextNonce(from), reverts = false, logs = [] }) {
      const transaction = {
        from: from.toLowerCase(),
        to: to.toLowerCase(),
        data,
        value,
        nonce,
        hash: hash('f'),
        reverts,
        logs,
      };
      pool = pool.filter((each) => each.from !== transaction.from || each.nonce !== nonce);
      pool.push(transaction);
      return transaction.hash;
    },
    nextNonce,
    mine() {
      const ready: FakeTransaction[] = [];
      for (const each of [...pool].sort((a, b) => a.nonce - b.nonce)) {
        if (held.has(each.hash)) continue;
        if (each.nonce === count(each.from) + ready.filter(({ from }) => from === each.from).length) ready.push(each);
      }
      pool = pool.filter((each) => !ready.includes(each));
      addBlock(ready);
    },
    mineEmpty(many) {
      for (let n = 0; n < many; n += 1) addBlock([]);
    },
    drop(wanted) {
      pool = pool.filter((each) => each.hash !== wanted);
    },
    holdBack(wanted) {
      held.add(wanted);
    },
    hide(wanted) {
      hidden.add(wanted);
    },
    reorganise(depth, dropped = []) {
      const reverted = blocks.slice(-depth).flatMap(({ transactions }) => transactions);
      blocks = blocks.slice(0, -depth);
      pool.push(...reverted.filter((each) => !dropped.includes(each.hash)));
    },
    override(method, answer) {
      if (answer) overrides.set(method, answer);
      else overrides.delete(method);
    },
  };
  addBlock([]);
  return chain;
}

const hex = (value: bigint | number): string => `0x${value.toString(16)}`;

const wire = ({ hash, from, to, data, value, nonce }: FakeTransaction): unknown => ({
  hash,
  from,
  to,
  input: data,
  value: hex(value),
  nonce: hex(nonce),
});
