/**
 * Checks what few merchants need: `tokens`, `appFees`, gaps in `origins` and in the `registry`, a refund address for
 * several chains, a recipient without a key, and a destination that is no EVM chain. This code loads only if one of
 * these checks is needed.
 */
import { config } from '../../errors.js';
import { DEFAULT_FAMILY, isHexAccount } from '../../shared/chain.js';
import type { ChainRecord } from '../../types.js';
import { findRefundProblem, isKeyless, NOBODY } from '../../vm/check-address.js';
import { canPayFrom, familyOf, isVenue } from '../../vm/families.js';
import { pinnedCurrency, pinsChain, takesPayments } from '../../vm/registry/registry.js';
import { takesDeposits, takesTransfers } from '../../vm/takes-deposits.js';
import { checkTokens } from './token-rules.js';
import type { SessionOptions } from '../model/options.js';
import { logWarning } from '../../shared/log-warning.js';

/** What the checks need to know about the chains of a payment. */
export type Chains = {
  destination: ChainRecord;
  /** Every chain of the merchant's registry and of the service's list. */
  chains: readonly ChainRecord[];
  /** Finds a chain in the merchant's registry, or in the service's list if there is no registry. */
  payable: (chainId: number) => ChainRecord | undefined;
  /**
   * The ids of the chains from which nobody can pay, even while they are enabled: of those in `origins` or, without
   * `origins`, of all chains.
   */
  lacking: readonly number[];
  /** The chains from which a payer can pay while they are enabled. */
  payables: readonly ChainRecord[];
  /** Whether the refund address is for one kind of chain, so that the caller has already checked it. */
  isForOne: boolean;
};

/**
 * Checks the options against the chains, and warns the merchant on the console about a mistake that does not prevent
 * every payment.
 * @throws HubPayError `config` for a mistake that prevents every payment, or for a wrong option; `service-down` if the
 *   code that checks addresses could not be loaded
 */
export async function checkByChains(options: SessionOptions, found: Chains): Promise<void> {
  const { origins, recipient, refundTo, appFees } = options;
  const { destination, lacking, payables, isForOne } = found;
  if (destination.vmType !== DEFAULT_FAMILY) checkForeign(options, destination);
  if (recipient !== undefined && (await isKeyless(recipient, destination.vmType)))
    warn(
      `recipient: no key controls "${recipient}": set the address of a wallet, ` +
        'not of a contract, a token account or a program',
    );
  if (origins && lacking.length > 0) checkOrigins(origins, found);
  if (refundTo !== undefined && !isForOne) await checkRefundTo(refundTo, payables);
  const collector = appFees?.find(({ recipient }) => recipient && !isHexAccount(recipient));
  if (collector) throw config('appFees', `"${collector.recipient}" is not an EVM address`);
  if (options.tokens) checkTokens(options.tokens, options, payables);
  if (options.registry) warnOfGaps(options.registry, found);
}

/**
 * Checks the options for a destination that is no EVM chain.
 * @throws HubPayError `config` if one of them works only on an EVM chain
 */
function checkForeign({ txs, topupGas }: SessionOptions, { id }: ChainRecord): void {
  const none = `works only on an EVM chain, not on chain ${id}`;
  if (txs?.length) throw config('txs', none);
  if (topupGas) throw config('topupGas', none);
}

/**
 * Warns about the chains of `origins` from which nobody can pay.
 * @throws HubPayError `config` if nobody can pay from any of them
 */
function checkOrigins(origins: readonly number[], { chains, lacking, payable }: Chains): void {
  const why = (id: number): string => {
    const chain = payable(id);
    if (!chain) return chains.some((each) => each.id === id) ? 'is not in the registry' : 'is unknown to the service';
    return canPayFrom(chain.vmType) ? 'needs venueExchangeUrl' : 'has no supported wallets';
  };
  const message = lacking.map((id) => `chain ${id} ${why(id)}`).join(', ');
  if (lacking.length === origins.length) throw config('origins', `nobody can pay: ${message}`);
  warn(`origins: ${message}`);
}

/**
 * Checks that the refund address fits at least one chain family from which a payer can pay. Warns about each family for
 * which the session must ignore the address.
 * @param chains the chains from which a payer can pay
 * @throws HubPayError `config` if the address fits no family, or is the address of a token
 */
async function checkRefundTo(address: string, chains: readonly ChainRecord[]): Promise<void> {
  if (chains.some((chain) => pinnedCurrency(chain, address))) throw config('refundTo', NOBODY);
  const families = new Set(chains.flatMap(({ vmType }) => familyOf(vmType)?.wallets ?? []));
  const found = await Promise.all([...families].map((family) => findRefundProblem(address, family)));
  const problems = found.filter((problem) => problem !== null);
  const [first] = problems;
  if (first && problems.length === families.size) throw config('refundTo', first.message);
  for (const { message } of problems)
    warn(`refund-to (refundTo): ${message}; on such a chain, a refund goes to the payer's own account`);
}

/**
 * Warns about a registry without the destination chain, and about each of its chains from which the guard refuses
 * deposits. Without these warnings, the merchant would learn this only from payers.
 */
function warnOfGaps(registry: NonNullable<SessionOptions['registry']>, { destination, payables }: Chains): void {
  if (!pinsChain(registry, destination.id))
    warn(
      `registry: lacks the destination chain ${destination.id}, so its tokens come from the live list: add this chain`,
    );
  for (const chain of payables.filter((each) => takesPayments(each) && !takesDeposits(each))) {
    const solvers = isVenue(chain) ? ' and no solverAddresses' : '';
    const effect = takesTransfers(chain)
      ? 'only plain transfers to its solvers pass, with explicitDeposit: false'
      : 'its deposits are refused';
    warn(
      `registry: chain ${chain.id} has no protocol.v2.depository${solvers}, so ${effect}: add the address, or ` +
        'remove the chain',
    );
  }
}

const warn = (message: string): void => {
  logWarning(`<hub-pay> ${message}`);
};
