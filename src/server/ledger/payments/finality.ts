/** Reads through the merchant's own nodes whether a delivery is final. */
import { config } from '../../../errors.js';
import { isRecord } from '../../../shared/text/patterns.js';
import type { Clock } from '../../../shared/time/clock.js';
import { integer } from '../../../shared/validation.js';
import { problemOfValue } from '../../../api/requests/checks.js';
import type { Registry, TransactionRef } from '../../../types.js';
import { finalityOf as finalityOnEvm } from '../../../vm/evm/chain/finality.js';
import type { Finality } from '../../../vm/family/finality.js';
import type { ChainAccess } from '../../../vm/family/sources.js';
import { finalityOf as finalityOnSvm } from '../../../vm/svm/chain/finality.js';
import { VM_TYPES } from '../../expected-forms.js';
import { createSeldomTeller } from './tell-seldom.js';
import type { FinalityRule } from '../types.js';

/** The result for a whole delivery. `unreachable`: the node gave no usable answer. */
type DeliveryFinality = Finality | 'unreachable';

/** Reads the finality of the transactions of a delivery on the chain with this id. */
export type FinalityReader = (chainId: number, delivery: readonly TransactionRef[]) => Promise<DeliveryFinality>;

/** What the reader needs. */
export type FinalityDeps = { fetch: typeof fetch; clock: Clock; registry: Registry | undefined };

const READERS = { evm: finalityOnEvm, svm: finalityOnSvm };

/**
 * Creates a reader that follows these rules. A delivery on a chain without a rule is final at once.
 * @throws HubPayError `config` for an invalid rule, or for a chain that this package cannot read
 */
export function finalityReader(rules: unknown, { fetch, clock, registry }: FinalityDeps): FinalityReader {
  const checked = checkedRules(rules, registry);
  const tell = createSeldomTeller(() => clock.now());
  return async (chainId, delivery) => {
    const rule = checked.get(chainId);
    if (!rule) return 'final';
    const { signal } = new AbortController();
    const access: ChainAccess = {
      chain: { id: chainId, vmType: rule.vmType, httpRpcUrl: rule.rpc },
      fetch,
      clock,
      signal,
    };
    try {
      const found = await Promise.all(
        delivery.map(({ hash }) => READERS[rule.vmType](hash, rule.confirmations, access)),
      );
      // A record can name several transactions, and a transaction of the solver can have failed before another one
      // delivered. So a final transaction counts more than a failed one, and one that still waits counts most.
      const order: readonly Finality[] = ['waiting', 'final', 'failed'];
      return order.find((each) => found.includes(each)) ?? 'absent';
    } catch (error) {
      tell(`finality.${chainId}: your node gave no answer, so payments wait:`, error);
      return 'unreachable';
    }
  };
}

type CheckedRule = FinalityRule & { vmType: keyof typeof READERS };

function checkedRules(rules: unknown, registry: Registry | undefined): Map<number, CheckedRule> {
  if (rules === undefined) return new Map();
  if (!isRecord(rules)) throw config('finality', 'is not an object whose names are chain ids');
  return new Map(
    Object.entries(rules).map(([chain, rule]) => {
      const name = `finality.${chain}`;
      const chainId = Number(chain);
      if (!Number.isSafeInteger(chainId) || chainId <= 0) throw config(name, 'is no chain id');
      if (!isRecord(rule)) throw config(name, 'is not { rpc, confirmations }');
      const unknown = Object.keys(rule).find((each) => each !== 'rpc' && each !== 'confirmations');
      if (unknown !== undefined)
        throw config(name, `has the unknown member "${unknown}": it has rpc and confirmations`);
      const { rpc, confirmations } = rule;
      if (typeof rpc !== 'string' || !URL.canParse(rpc) || !/^https?:$/.test(new URL(rpc).protocol))
        throw config(`${name}.rpc`, 'is no http or https URL of your node');
      // `fetch` refuses such a URL, and repeats it in its error, which the console would then contain.
      if (new URL(rpc).username || new URL(rpc).password)
        throw config(`${name}.rpc`, 'has a user name or a password, with which no request can be sent');
      const problem = confirmations === 'finalized' ? null : problemOfValue(integer(1), confirmations);
      if (problem !== null) throw config(`${name}.confirmations`, `${problem}, and not "finalized"`);
      return [chainId, { rpc, confirmations: confirmations as number, vmType: familyOf(chainId, name, registry) }];
    }),
  );
}

function familyOf(chainId: number, name: string, registry: Registry | undefined): keyof typeof READERS {
  const vmType = VM_TYPES[chainId] ?? registry?.chains.find(({ id }) => id === chainId)?.vmType ?? 'evm';
  if (isReadable(vmType)) return vmType;
  throw config(name, `cannot be read: the ledger reads chains of the type evm and svm, not ${vmType}`);
}

const isReadable = (vmType: string): vmType is keyof typeof READERS => Object.hasOwn(READERS, vmType);
