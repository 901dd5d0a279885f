/**
 * The session with a remote wallet as an EIP-1193 provider. The provider asks the wallet only for what it cannot answer
 * itself. It reads accounts, chains and capabilities from the session. A switch of the chain needs no request to the
 * wallet, because each request names its chain.
 */
import { HubPayError } from '../../errors.js';
import { parsedJson } from '../../shared/text/parse-json.js';
import { isRecord } from '../../shared/text/patterns.js';
import { readChainId } from '../read-answer.js';
import type { EIP1193Provider } from '../wallet.js';
import { CODES, NotAskedError } from '../wallet-errors.js';
import { errorOf, type Namespace } from './messages.js';
import { PAYING } from './pending.js';

/** The provider of a session that can begin, change and end. */
export interface RemoteProvider extends EIP1193Provider {
  /** Called when the session has begun, or when the wallet has changed it. */
  updated(): void;
  /** Called when the wallet has reported an event, such as `chainChanged`. */
  reported(name: string, data: unknown): void;
  /** Called when the session has ended. Rejects the unanswered requests, although the wallet can have executed them. */
  ended(): void;
}

/** Options of `remoteProvider`. */
export type RemoteProviderOptions = {
  /** Returns what the wallet approved, or null if there is no session. */
  namespace: () => Namespace | null;
  /** Returns what the wallet can do by chain (EIP-5792), as it reported at the beginning of the session. */
  capabilities: () => Readonly<Record<string, unknown>>;
  /** Asks the wallet. */
  send: (chainId: number, request: { method: string; params: unknown }) => Promise<unknown>;
};

const GONE = 'The wallet has ended the connection';

/** Creates the provider. It stays the same object when one session ends and another one begins. */
export function remoteProvider({ namespace, capabilities, send }: RemoteProviderOptions): RemoteProvider {
  const listeners = new Map<string, Set<(value: never) => void>>();
  let active: number | undefined;
  let told = '';
  let endRequests: (error: Error) => void = () => undefined;
  let gone = nextEnd();

  function nextEnd(): Promise<never> {
    const end = new Promise<never>((_resolve, reject) => {
      endRequests = reject;
    });
    // Without a request, no code handles the rejection of this promise.
    end.catch(() => undefined);
    return end;
  }

  const emit = (event: string, value: unknown): void => {
    for (const listener of listeners.get(event) ?? []) listener(value as never);
  };
  const approved = (): { chain: number; address: string }[] =>
    (namespace()?.accounts ?? []).map((each) => {
      const [, chain = '', address = ''] = each.split(':');
      return { chain: Number(chain), address };
    });
  const isApproved = (id: number): boolean => approved().some(({ chain }) => chain === id);
  /** Returns the id of the active chain, as long as the wallet approves it; else of the first approved one, or 1. */
  const chain = (): number => {
    if (active !== undefined && isApproved(active)) return active;
    active = approved()[0]?.chain;
    return active ?? 1;
  };
  const accountsOn = (id: number): string[] => [
    ...new Set(approved().flatMap((each) => (each.chain === id ? each.address : []))),
  ];
  const accounts = (): string[] => accountsOn(chain());
  const hexChain = (): string => `0x${chain().toString(16)}`;

  const tell = (): void => {
    const now = accounts();
    if (String(now) === told) return;
    told = String(now);
    emit('accountsChanged', now);
  };
  const use = (id: number): void => {
    if (id === chain() || !isApproved(id)) return;
    active = id;
    emit('chainChanged', hexChain());
    tell();
  };

  /**
   * Returns the chain of the request: the one that its content names, or else the active one. Without it, the wallet
   * could use a chain that its holder has chosen in the meantime.
   */
  const chainFor = (method: string, params: unknown): number => {
    const named = namedChain(method, params) ?? chain();
    if (!isApproved(named))
      throw new NotAskedError(CODES.unknownChain, `The wallet did not approve chain ${named} for this page`);
    return named;
  };

  return {
    request({ method, params = [] }) {
      // An error before the wallet is asked must be a rejection, as that of any other provider.
      return Promise.resolve().then(() => {
        if (method === 'eth_accounts') return accounts();
        if (!namespace()) throw new NotAskedError(CODES.disconnected, GONE);
        if (method === 'eth_requestAccounts') return accounts();
        if (method === 'eth_chainId') return hexChain();
        if (method === 'net_version') return String(chain());
        // A request to the wallet would wake the phone, and an app in the background would not answer.
        if (method === 'wallet_getCapabilities') return capabilities();
        if (method === 'wallet_switchEthereumChain') {
          use(chainFor(method, params));
          return null;
        }
        if (!namespace()?.methods.includes(method))
          throw new NotAskedError(CODES.unsupported, `The wallet did not approve ${method} for this page`);
        const id = chainFor(method, params);
        if (PAYING.includes(method)) assertFrom(params, accountsOn(id));
        return Promise.race([send(id, { method, params }), gone]);
      });
    },
    on(event, listener) {
      const all = listeners.get(event) ?? new Set();
      listeners.set(event, all.add(listener));
    },
    removeListener(event, listener) {
      listeners.get(event)?.delete(listener);
    },
    updated() {
      const before = active;
      const now = chain();
      if (before !== undefined && before !== now) emit('chainChanged', hexChain());
      tell();
    },
    reported(name, data) {
      // The accounts come only from the session, which the wallet changes first. An event could name any account.
      if (name === 'chainChanged') use(readChainId(data) ?? chain());
      else if (name === 'accountsChanged') tell();
    },
    ended() {
      const error = errorOf({ code: CODES.disconnected, message: GONE });
      endRequests(error);
      gone = nextEnd();
      active = undefined;
      if (told === '') return;
      told = '';
      emit('accountsChanged', []);
      emit('disconnect', error);
    },
  };
}

/**
 * Checks that the wallet shares the account that is to pay, which the first parameter names. The wallet can have
 * changed its accounts since the page read them, and some wallets ignore `from` and pay from another account.
 */
function assertFrom(params: unknown, shared: readonly string[]): void {
  const [first] = Array.isArray(params) ? (params as unknown[]) : [];
  const from = isRecord(first) ? first['from'] : undefined;
  const [active] = shared;
  if (typeof from === 'string' && shared.includes(from.toLowerCase())) return;
  const what = 'The wallet no longer shares the account';
  const isKnown = typeof from === 'string' && active !== undefined;
  throw new NotAskedError(
    CODES.unauthorized,
    what,
    isKnown ? { cause: new HubPayError('account-changed', what, { values: { old: from, new: active } }) } : undefined,
  );
}

/** Returns the id of the chain that the request's own content names, or null if it names none. */
function namedChain(method: string, params: unknown): number | null {
  const list: unknown[] = Array.isArray(params) ? params : [params];
  if (method !== 'eth_signTypedData_v4') return isRecord(list[0]) ? readChainId(list[0]['chainId']) : null;
  const data = typeof list[1] === 'string' ? parsedJson(list[1]) : list[1];
  const domain = isRecord(data) ? data['domain'] : undefined;
  return isRecord(domain) ? readChainId(domain['chainId']) : null;
}
