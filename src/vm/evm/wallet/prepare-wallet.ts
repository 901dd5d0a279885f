/** Switches a wallet to the request's chain, and then checks the wallet's chain and account (G05, G06). */
import { chainLabel } from '../../../shared/chain.js';
import type { Clock } from '../../../shared/time/clock.js';
import { isAborted, pause, rejectOnAbort, SETTLED, sleep, within } from '../../../shared/time/clock.js';
import { childController, onAbort } from '../../../shared/time/on-abort.js';
import { orNull } from '../../../shared/load-code.js';
import { copyOf, HubPayError } from '../../../errors.js';
import type { ChainRecord, WalletRequest } from '../../../types.js';
import { readChainId } from '../../../wallets/read-answer.js';
import { CODES, hasCode, refusalOf, saidBy, walletFailure, walletMessage } from '../../../wallets/wallet-errors.js';
import { asEvmWallet } from '../../family/as-wallet.js';
import type { EIP1193Provider, Wallet } from '../../../wallets/wallet.js';
import type { Phase } from '../../family/adapter.js';
import { assertAccount } from '../../family/assert-account.js';
import { hex } from '../chain/quantities.js';

/** The parameters of `prepareWallet`, with the record of the request's chain in `chain`. */
export type WalletPreparation = {
  chain: ChainRecord;
  /**
   * Whether the page may ask the wallet to add the chain. False if the chain's record comes from the service and not
   * from the merchant's registry.
   */
  mayAdd: boolean;
  signal: AbortSignal;
  /** Called with `switching` before the prompt to switch, which waits until the returned promise resolves. */
  onPhase(phase: Phase): void | Promise<void>;
  clock: Clock;
};

/**
 * Switches the wallet to the chain, and checks that the wallet shares the payer's account. The chain that the wallet
 * reports afterwards decides, not its answer to the request. Wallets can switch before, after or without an answer, and
 * even after an error.
 * @throws HubPayError `wrong-network`, `account-changed`, `wallet-rejected`, `wallet-busy`, `wallet-locked`,
 *   `wallet-failed`; the error of `Wallet.addresses`; after an abort, the signal's reason
 */
export async function prepareWallet(request: WalletRequest, wallet: Wallet, o: WalletPreparation): Promise<void> {
  if (request.chainId !== o.chain.id) throw wrongNetwork(o.chain, 'the request is for another chain');
  const { provider } = asEvmWallet(wallet);
  if (!(await rejectOnAbort(isOn(o.chain, provider), o.signal))) {
    await o.onPhase('switching');
    o.signal.throwIfAborted();
    await switchChain(wallet, o).catch((error: unknown) => rethrow(error, provider, o));
  }
  await assertAccount(request, wallet, o.signal);
}

/**
 * About how long the page waits for the wallet to be on the new chain after the wallet has answered the switch request,
 * in milliseconds.
 */
const SWITCH_WAIT_MS = 5_000;
const CHAIN_POLL_MS = 250;

/**
 * About how long the page waits for the wallet to be on the new chain after an error that is no refusal, in
 * milliseconds. Some wallets report an error and switch a little later.
 */
const ERROR_WAIT_MS = 1_000;

/** The pause between two reads of the active chain while the wallet has not answered the request, in milliseconds. */
const HANGING_POLL_MS = 1_000;

/** The longest wait for an answer to `eth_chainId`, in milliseconds. Only the read before the switch has no limit. */
const CHAIN_ANSWER_MS = 3_000;

/** What happened first: the wallet was on the chain, or it answered the request, perhaps with an error. */
type Change = 'there' | 'answered' | Failure;
type Failure = { error: unknown; meaning: Meaning };

/**
 * What the error of a request to change the chain means:
 * - `refused`: the payer or the wallet refused the request, so that no other request may follow it.
 * - `unseen`: the request probably did not reach the payer, because the wallet lost its connection to the page, or
 *   because the browser blocked the wallet's window. This proves nothing about the chain.
 * - `unknown-chain`: the wallet does not know the chain, so that no late switch is expected.
 * - `unclear`: anything else, after which some wallets still switch.
 */
type Meaning = 'refused' | 'unseen' | 'unknown-chain' | 'unclear';

function meaningOf(error: unknown): Meaning {
  const said = saidBy(error);
  if (refusalOf(error) !== null || said === 'declined') return 'refused';
  if (said === 'wallet-gone' || said === 'window-blocked') return 'unseen';
  return hasCode(error, [CODES.unknownChain]) || UNKNOWN_CHAIN.test(walletMessage(error)) ? 'unknown-chain' : 'unclear';
}

const UNKNOWN_CHAIN = /unrecognized chain|wallet_addEthereumChain|unknown chain|not (been )?added/i;

/** Whether the page must not ask the wallet for anything else after this error. */
const endsRequests = ({ meaning }: Failure): boolean => meaning === 'refused' || meaning === 'unseen';

async function switchChain(wallet: Wallet, o: WalletPreparation): Promise<void> {
  const { chain, mayAdd, signal, clock } = o;
  const { provider } = asEvmWallet(wallet);
  const ask = (method: string, asked: object): Promise<Change> => change(wallet, o, { method, params: [asked] });
  const parameter = { chainId: hex(chain.id) };
  /** Waits until the wallet is on the chain. Resolves with false if it is not there when the time is over. */
  const arrives = async (ms: number): Promise<boolean> => {
    const end = clock.now() + ms;
    while (!(await within(CHAIN_ANSWER_MS, clock, signal, () => isOn(chain, provider)))) {
      signal.throwIfAborted();
      if (clock.now() >= end) return false;
      await pause(CHAIN_POLL_MS, clock, signal);
    }
    return true;
  };
  const settled = async (answer: Change): Promise<void> => {
    if (answer === 'there') return;
    if (answer === 'answered') {
      if (await arrives(SWITCH_WAIT_MS)) return;
      throw wrongNetwork(chain, 'the wallet did not switch');
    }
    if (!(await arrives(answer.meaning === 'refused' ? 0 : ERROR_WAIT_MS))) throw refused(chain, answer);
  };

  const first = await ask('wallet_switchEthereumChain', parameter);
  if (typeof first === 'string' || !mayAdd || endsRequests(first)) return settled(first);
  if (await arrives(first.meaning === 'unknown-chain' ? 0 : ERROR_WAIT_MS)) return;
  const code = await orNull(import('./add-chain.js'));
  if (!code) throw refused(chain, first);
  const chainToAdd = code.chainParameters(chain);
  if (!chainToAdd) throw wrongNetwork(chain, 'its record has too few values to add it to a wallet');
  const added = await ask('wallet_addEthereumChain', chainToAdd);
  if (added !== 'answered') return settled(added);
  // Asks again for the switch if the wallet has added the chain without switching to it.
  if (!(await arrives(0))) await settled(await ask('wallet_switchEthereumChain', parameter));
}

/**
 * Asks the wallet to change its chain. Resolves when the wallet has answered, or when it is on the chain, because some
 * wallets switch and never answer.
 */
async function change(
  wallet: Wallet,
  { chain, signal, clock }: WalletPreparation,
  request: { method: string; params: unknown },
): Promise<Change> {
  const { provider } = asEvmWallet(wallet);
  const end = childController(signal);
  const answer = new Promise<unknown>((resolve) => {
    resolve(provider.request(request));
  }).then(
    (): Change => 'answered',
    (error: unknown): Change => ({ error, meaning: meaningOf(error) }),
  );
  const arrival = new Promise<Change>((resolve) => {
    const look = async (): Promise<void> => {
      if (await within(CHAIN_ANSWER_MS, clock, end.signal, () => isOn(chain, provider))) resolve('there');
    };
    onAbort(
      end.signal,
      wallet.subscribe(({ type }) => {
        if (type === 'chain-changed') void look();
      }),
    );
    const poll = async (): Promise<void> => {
      for (;;) {
        await sleep(HANGING_POLL_MS, clock, end.signal);
        if (isAborted(end.signal)) return;
        await look();
      }
    };
    void poll();
  });
  return rejectOnAbort(Promise.race([answer, arrival]), signal).finally(() => {
    end.abort(SETTLED);
  });
}

/** Whether this chain is active in the wallet. */
const isOn = async (chain: ChainRecord, provider: EIP1193Provider): Promise<boolean> =>
  (await chainOf(provider)) === chain.id;

/** Returns the id of the chain that is active in the wallet. Returns null if the wallet does not report a usable id. */
async function chainOf(provider: EIP1193Provider): Promise<number | null> {
  try {
    return readChainId(await provider.request({ method: 'eth_chainId' }));
  } catch {
    return null;
  }
}

/** Throws the error again. If the error is `wrong-network`, adds the wallet's active chain to the details. */
async function rethrow(
  error: unknown,
  provider: EIP1193Provider,
  { signal, clock }: WalletPreparation,
): Promise<never> {
  if (!(error instanceof HubPayError) || error.code !== 'wrong-network') throw error;
  const current = await within(CHAIN_ANSWER_MS, clock, signal, () => chainOf(provider));
  signal.throwIfAborted();
  const details = [error.details, `The wallet is on chain ${current ?? 'unknown'}.`].filter(Boolean).join('\n');
  throw copyOf(error, { details });
}

function refused(chain: ChainRecord, failure: Failure): HubPayError {
  return endsRequests(failure)
    ? walletFailure(failure.error, 'The wallet did not switch the network')
    : wrongNetwork(chain, 'the wallet cannot switch', failure.error);
}

const wrongNetwork = (chain: ChainRecord, why: string, cause?: unknown): HubPayError =>
  new HubPayError('wrong-network', `Not on chain ${chain.id}: ${why}`, {
    values: { chain: chainLabel(chain) ?? String(chain.id) },
    ...(cause !== undefined && { cause, details: walletMessage(cause) }),
  });
