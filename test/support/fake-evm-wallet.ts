/** A scripted EIP-1193 wallet, which announces itself by EIP-6963. A test sets the wallet's reactions. */
import type { EIP1193Provider } from '../../src/wallets/wallet.js';

export type WalletRequestLog = { method: string; params: unknown };

/**
 * How the wallet reacts to a request:
 * - an `Error`: the wallet throws the error
 * - a function: the wallet returns the function's result
 * - any other value: the wallet returns the value
 */
export type Reaction =
  | Error
  | ((params: readonly unknown[]) => unknown)
  | string
  | number
  | boolean
  | null
  | undefined
  | object;

export interface FakeEvmWallet {
  readonly provider: EIP1193Provider;
  readonly info: { uuid: string; rdns: string; name: string; icon: string };
  readonly requests: readonly WalletRequestLog[];
  /** The number of event listeners that the page has added to the wallet. */
  readonly listeners: number;
  /** The result of `eth_accounts`. `eth_requestAccounts` sets this list to `owned`. */
  accounts: readonly string[];
  readonly owned: readonly string[];
  chainId: number;
  /** The ids of the chains that the wallet knows. */
  chains: number[];
  /** Sets reactions to a method that apply once each, in this order. Then the default reaction applies again. */
  once(method: string, ...reactions: Reaction[]): void;
  /** Sets the default reaction to a method. */
  always(method: string, reaction: Reaction): void;
  count(method: string): number;
  emit(event: string, value: unknown): void;
  /**
   * Announces the wallet now and at each `eip6963:requestProvider` event. The returned function stops the
   * announcements.
   */
  announce(): () => void;
}

/** The chain of the wallet's own node. */
export type WalletChain = {
  readonly id: number;
  answer(method: string, params: readonly unknown[]): unknown;
  send(call: { from: string; to: string; data: string; value: bigint }): string | Promise<string>;
};

/** Creates an error in the form that wallets throw. */
export const walletError = (code: number | string | undefined, message: string, data?: unknown): Error =>
  Object.assign(new Error(message), code !== undefined && { code }, data !== undefined && { data });

export const silence = (): Promise<never> => new Promise(() => undefined);

/** The methods that the wallet answers from its own node. */
const READS = /^eth_(?:get|call$|blockNumber$|estimateGas$|gasPrice$)/;

export const PAYER = `0x${'a1'.repeat(20)}`;

let serial = 0;

export function fakeEvmWallet(
  o: { rdns?: string; name?: string; owned?: readonly string[]; connected?: boolean; chain?: WalletChain } = {},
): FakeEvmWallet {
  serial += 1;
  const scripts = new Map<string, Reaction[]>();
  const permanent = new Map<string, Reaction>();
  const requests: WalletRequestLog[] = [];
  const listeners: [string, (value: never) => void][] = [];
  const owned = o.owned ?? [PAYER];

  const wallet: FakeEvmWallet = {
    info: {
      uuid: `uuid-${serial}`,
      rdns: o.rdns ?? 'org.example.wallet',
      name: o.name ?? 'Example',
      icon: 'data:image/svg+xml,<svg/>',
    },
    requests,
    get listeners() {
      return listeners.length;
    },
    accounts: o.connected ? owned : [],
    owned,
    chainId: o.chain?.id ?? 1,
    chains: [o.chain?.id ?? 1],
    once: (method, ...reactions) => void scripts.set(method, reactions),
    always: (method, reaction) => void permanent.set(method, reaction),
    count: (method) => requests.filter((each) => each.method === method).length,
    emit(event, value) {
      for (const [name, listener] of [...listeners]) if (name === event) listener(value as never);
    },
    announce() {
      const detail = Object.freeze({ info: Object.freeze({ ...wallet.info }), provider: wallet.provider });
      const dispatch = (): void => void window.dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail }));
      window.addEventListener('eip6963:requestProvider', dispatch);
      dispatch();
      return () => {
        window.removeEventListener('eip6963:requestProvider', dispatch);
      };
    },
    provider: {
      async request({ method, params }) {
        requests.push({ method, params });
        const list = (params ?? []) as readonly unknown[];
        const script = scripts.get(method);
        if (script?.length) return react(script.shift(), list);
        if (permanent.has(method)) return react(permanent.get(method), list);
        const answer = behaviour[method];
        if (!answer && o.chain && READS.test(method) && wallet.chainId === o.chain.id)
          return o.chain.answer(method, list);
        if (!answer) throw walletError(4200, `The method ${method} is not supported`);
        return answer(list);
      },
      on: (event, listener) => void listeners.push([event, listener]),
      removeListener(event, listener) {
        const at = listeners.findIndex(([name, each]) => name === event && each === listener);
        if (at >= 0) listeners.splice(at, 1);
      },
    },
  };

  const behaviour: Record<string, (params: readonly unknown[]) => unknown> = {
    eth_accounts: () => wallet.accounts,
    eth_requestAccounts() {
      wallet.accounts = owned;
      return owned;
    },
    eth_chainId: () => `0x${wallet.chainId.toString(16)}`,
    wallet_switchEthereumChain([parameter]) {
      const { chainId } = parameter as { chainId: string };
      const id = Number(chainId);
      if (!wallet.chains.includes(id)) throw walletError(4902, `Unrecognized chain ID "${chainId}".`);
      wallet.chainId = id;
      return null;
    },
    wallet_addEthereumChain([parameter]) {
      wallet.chains.push(Number((parameter as { chainId: string }).chainId));
      return null;
    },
    wallet_revokePermissions() {
      wallet.accounts = [];
      return null;
    },
    eth_sendTransaction([request]: readonly unknown[]) {
      const { from, to, data, value } = request as { from: string; to: string; data: string; value: string };
      return o.chain?.send({ from, to, data, value: BigInt(value) });
    },
  };
  return wallet;
}

const react = (reaction: Reaction, params: readonly unknown[]): unknown => {
  if (reaction instanceof Error) throw reaction;
  return typeof reaction === 'function' ? (reaction as (params: readonly unknown[]) => unknown)(params) : reaction;
};
