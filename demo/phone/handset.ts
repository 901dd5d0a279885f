/** The phone of the demo: keeps the questions of pages until its holder answers them. */
import { WebSocket } from 'ws';
import type { Devnet } from '../devnet/index.js';
import { Phone, type Decision, type Question } from '../devnet/walletconnect/phone.js';
import { createPhoneWallet, PHONE_METHODS } from '../devnet/walletconnect/phone-wallet.js';
import type { AskedQuestion, HolderAnswer, LoggedQuestion, Outcome, PhoneAction, PhoneView } from './phone-view.js';

export interface Handset {
  view(): PhoneView;
  /**
   * Does what the holder of the phone does.
   * @throws Error with a sentence for the holder if this is not possible
   */
  act(action: PhoneAction): void;
  /** Resolves with the view when its version is not this one, when the signal aborts, or when the phone stops. */
  next(version: number, signal: AbortSignal): Promise<PhoneView>;
  /** Ends the connection to the relay, and each wait of `next`. */
  stop(): void;
}

type Open = { asked: AskedQuestion; topic: string; decide: (decision: Decision) => void };

/** How long the phone waits for the page behind a code. The relay keeps what the page asks no longer. */
const CODE_MS = 300_000;

export function createHandset({ devnet, relayUrl }: { devnet: Devnet; relayUrl: string }): Handset {
  const wallet = createPhoneWallet(devnet);
  const open = new Map<number, Open>();
  const log = new Map<number, LoggedQuestion>();
  const waiting = new Set<() => void>();
  /** The ids of the questions by their parameters. */
  const ids = new WeakMap<object, number>();
  let account = 0;
  let isSlow = false;
  /** The code whose page has not asked yet, as its topic; null if there is none. */
  let scanned: string | null = null;
  let lapse: NodeJS.Timeout | undefined;
  /** The topics of the codes whose pages have asked. A page answers to a code only once. */
  const used = new Set<string>();
  let version = Date.now();
  let count = 0;

  const changed = (): void => {
    version += 1;
    for (const each of waiting) each();
  };
  const note = (id: number, outcome: Outcome): void => {
    const entry = log.get(id);
    if (entry) log.set(id, { ...entry, outcome });
  };

  const phone = new Phone({
    relayUrl,
    WebSocket: WebSocket as unknown as typeof globalThis.WebSocket,
    provider: {
      async request(request, chainId) {
        const id = ids.get(request.params as object) ?? 0;
        try {
          return await wallet.request(request, chainId);
        } catch (error) {
          note(id, 'failed');
          changed();
          throw error;
        }
      },
    },
    accounts: [wallet.accounts[0]!.address],
    chains: wallet.chains,
    decide,
    /** Only the contract account sends several calls together. */
    get properties() {
      const status = wallet.accounts[account]!.isContract ? 'supported' : 'unsupported';
      const all = wallet.chains.map((id) => [`0x${id.toString(16)}`, { atomic: { status } }]);
      return { capabilities: JSON.stringify(Object.fromEntries(all)) };
    },
    changed() {
      // A wallet shows no question of a page to which it is no longer connected.
      for (const [id, { topic, asked }] of open)
        if (asked.method !== 'connect' && !phone.sessions.has(topic)) close(id, 'wait', 'gone');
      changed();
    },
    expired({ params }) {
      note(ids.get(params as object) ?? 0, 'gone');
      changed();
    },
  });
  phone.methods = PHONE_METHODS;
  // Without `redirect`, because no link opens this phone.
  phone.metadata = { name: 'Demo phone', description: 'The phone of the local shop', url: relayUrl, icons: [] };

  function decide({ method, chainId, params, page, topic }: Question): Decision | Promise<Decision> {
    // The page asks this again and again while a batch is on its way, and no wallet shows it.
    if (method === 'wallet_getCallsStatus') return 'yes';
    const id = ++count;
    if (method === 'connect') {
      used.add(topic);
      if (scanned === topic) scanned = null;
    }
    ids.set(params as object, id);
    log.set(id, { id, method, chainId, outcome: 'waiting' });
    return new Promise((resolve) => {
      open.set(id, { asked: { id, method, chainId, params, page, account, held: null }, topic, decide: resolve });
      changed();
    });
  }

  /** Ends a question. Only the first end of a question counts. */
  function close(id: number, decision: Decision, outcome: Outcome): void {
    const question = open.get(id);
    if (!question) return;
    open.delete(id);
    note(id, outcome);
    question.decide(decision);
  }

  const settle = (id: number, answer: HolderAnswer): void =>
    answer === 'approve' ? close(id, 'yes', 'approved') : close(id, 'no', 'rejected');

  const scan = (code: string): void => {
    const [, topic] = /^wc:([0-9a-f]{64})@2\?.*symKey=[0-9a-f]{64}/u.exec(code) ?? [];
    if (topic === undefined)
      throw new Error('This is no code of WalletConnect. Copy the whole code, which begins with wc:');
    if (used.has(topic)) throw new Error('This code was used already. Get a new one in the shop.');
    const seconds = /[?&]expiryTimestamp=(\d+)/u.exec(code)?.[1];
    const left = seconds === undefined ? CODE_MS : Number(seconds) * 1_000 - Date.now();
    if (left <= 0) throw new Error('This code has run out. The shop can show a new one.');
    phone.scan(code);
    scanned = topic;
    clearTimeout(lapse);
    lapse = setTimeout(
      () => {
        scanned = null;
        changed();
      },
      Math.min(left, CODE_MS),
    );
  };

  const answer = (id: number, given: HolderAnswer): void => {
    const question = open.get(id);
    if (!question || question.asked.held) return;
    if (!isSlow) {
      settle(id, given);
      return;
    }
    open.set(id, { ...question, asked: { ...question.asked, held: given } });
    note(id, 'held');
  };

  const act = (action: PhoneAction): void => {
    switch (action.type) {
      case 'scan':
        scan(action.code.trim());
        break;
      case 'answer':
        answer(action.id, action.answer);
        break;
      case 'account': {
        const chosen = wallet.accounts[action.index];
        if (!chosen) throw new Error('The phone has no such account.');
        account = action.index;
        phone.update([chosen.address]);
        break;
      }
      case 'online':
        phone.setOnline(action.isOn);
        break;
      case 'slow':
        isSlow = action.isOn;
        phone.ignoresExpiry = isSlow;
        break;
      case 'hour':
        for (const [id, { asked }] of open) if (asked.held) settle(id, asked.held);
        break;
      case 'end':
        phone.disconnect();
        for (const id of open.keys()) close(id, 'wait', 'gone');
        scanned = null;
        break;
    }
    changed();
  };

  const view = (): PhoneView => ({
    version,
    questions: [...open.values()].map(({ asked }) => asked),
    pages: [...phone.sessions.keys()].flatMap((topic) => phone.pages.get(topic) ?? []),
    accounts: wallet.accounts,
    account,
    chains: wallet.chains,
    isOnline: phone.isOnline,
    isSlow,
    isScanning: scanned !== null,
    log: [...log.values()],
  });

  return {
    view,
    act,
    next: (known, signal) =>
      new Promise((resolve) => {
        const end = (): void => {
          waiting.delete(end);
          signal.removeEventListener('abort', end);
          resolve(view());
        };
        if (version !== known || signal.aborted) {
          end();
          return;
        }
        waiting.add(end);
        signal.addEventListener('abort', end);
      }),
    stop() {
      clearTimeout(lapse);
      phone.setOnline(false);
      for (const each of waiting) each();
    },
  };
}
