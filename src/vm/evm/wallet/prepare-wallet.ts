/** Switches a wallet to the request's chain, and then checks the wallet's chain and account (G05, G06). */
import { chainLabel } from '../../../shared/chain.js';
import type { Clock } from '../../../shared/time/clock.js';
import { rejectOnAbort, pause } from '../../../shared/time/clock.js';
import { orNull } from '../../../shared/load-code.js';
import { HubPayError } from '../../../errors.js';
import type { ChainRecord, WalletRequest } from '../../../types.js';
import { refusalOf, walletMessage } from '../../../wallets/wallet-errors.js';
import { asEvmWallet } from '../../family/as-wallet.js';
import type { EIP1193Provider, Wallet } from '../../../wallets/wallet.js';
import type { Phase } from '../../family/adapter.js';
import { assertAccount } from '../../family/assert-account.js';
import { hex } from '../chain/quantities.js';

/** The parameters of `prepareWallet`, with the record of the request's chain in `chain`. */
export type WalletPreparation = {
  chain: ChainRecord;
  /**
   * Whether the page may prompt the wallet to add the chain; false if the chain's record comes from the service and not
   * from the merchant's registry.
   */
  mayAdd: boolean;
  signal: AbortSignal;
  onPhase(phase: Phase): void;
  clock: Clock;
};

/**
 * Switches the wallet to the chain, and checks that it shares the payer's account.
 * @throws HubPayError `wrong-network`, `account-changed`, `wallet-rejected`, `wallet-busy`, `wallet-locked`; after an
 *   abort, the signal's reason
 */
export async function prepareWallet(request: WalletRequest, wallet: Wallet, o: WalletPreparation): Promise<void> {
  if (request.chainId !== o.chain.id) throw wrongNetwork(o.chain, 'the request is for another chain');
  const { provider } = asEvmWallet(wallet);
  if (!(await rejectOnAbort(isOn(o.chain, provider), o.signal))) {
    o.onPhase('switching');
    const change = async (): Promise<void> => {
      await rejectOnAbort(switchChain(provider, o), o.signal);
      await settled(provider, o);
    };
    await change().catch((error: unknown) => rethrow(error, provider, o.signal));
  }
  await assertAccount(request, wallet, o.signal);
}

/**
 * The maximum time from the wallet's answer to the switch request until the wallet is on the new chain, in
 * milliseconds.
 */
const SWITCH_WAIT_MS = 5_000;
const CHAIN_POLL_MS = 250;

async function switchChain(provider: EIP1193Provider, { chain, mayAdd }: WalletPreparation): Promise<void> {
  const change = (): Promise<unknown> =>
    provider.request({ method: 'wallet_switchEthereumChain', params: [{ chainId: hex(chain.id) }] });
  try {
    await change();
  } catch (error) {
    const code = mayAdd && !refusalOf(error) ? await orNull(import('./add-chain.js')) : null;
    if (!code?.isUnknownChain(error)) throw refused(chain, error);
    try {
      const chainToAdd = code.chainParameters(chain);
      if (!chainToAdd) throw wrongNetwork(chain, 'its record has too few values to add it to a wallet');
      await provider.request({ method: 'wallet_addEthereumChain', params: [chainToAdd] });
      // Asks again for the switch if the wallet has added the chain without switching to it.
      if (!(await isOn(chain, provider))) await change();
    } catch (second) {
      throw refused(chain, second);
    }
  }
}

/** Waits until the wallet is on the chain, because some wallets answer before they switch. */
async function settled(provider: EIP1193Provider, { chain, signal, clock }: WalletPreparation): Promise<void> {
  const end = clock.now() + SWITCH_WAIT_MS;
  while (!(await rejectOnAbort(isOn(chain, provider), signal))) {
    if (clock.now() >= end) throw wrongNetwork(chain, 'the wallet did not switch');
    await pause(CHAIN_POLL_MS, clock, signal);
  }
}

/** Whether this chain is active in the wallet. */
const isOn = async (chain: ChainRecord, provider: EIP1193Provider): Promise<boolean> =>
  (await chainOf(provider)) === BigInt(chain.id);

/**
 * Returns the id of the chain that is active in the wallet, which wallets report as a hex quantity, a decimal string or
 * a number. Returns null if the wallet reports no usable id.
 */
async function chainOf(provider: EIP1193Provider): Promise<bigint | null> {
  try {
    const answer = await provider.request({ method: 'eth_chainId' });
    return typeof answer === 'string' || typeof answer === 'number' ? BigInt(answer) : null;
  } catch {
    return null;
  }
}

/** Throws the error again, with the wallet's active chain in the details if it is `wrong-network`. */
async function rethrow(error: unknown, provider: EIP1193Provider, signal: AbortSignal): Promise<never> {
  if (!(error instanceof HubPayError) || error.code !== 'wrong-network') throw error;
  const current = await rejectOnAbort(chainOf(provider), signal);
  const { code, message, cause, values } = error;
  const details = [error.details, `The wallet is on chain ${current ?? 'unknown'}.`].filter(Boolean).join('\n');
  throw new HubPayError(code, message, { details, cause, ...(values && { values }) });
}

function refused(chain: ChainRecord, error: unknown): HubPayError {
  if (error instanceof HubPayError) return error;
  const refusal = refusalOf(error);
  if (!refusal) return wrongNetwork(chain, 'the wallet cannot switch', error);
  return new HubPayError(refusal, 'The wallet did not switch the network', {
    details: walletMessage(error),
    cause: error,
  });
}

const wrongNetwork = (chain: ChainRecord, why: string, cause?: unknown): HubPayError =>
  new HubPayError('wrong-network', `Not on chain ${chain.id}: ${why}`, {
    values: { chain: chainLabel(chain) ?? String(chain.id) },
    ...(cause !== undefined && { cause, details: walletMessage(cause) }),
  });
