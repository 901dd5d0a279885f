/** A fake chain on which the payer has sent one transaction. `lookUp` searches for the payer's next transaction. */
import type { ExpectedTransaction, TransactionLookup } from '../../../../src/vm/family/abilities.js';
import type { ChainAccess } from '../../../../src/vm/family/sources.js';
import { evmAdapter } from '../../../../src/vm/evm/adapter.js';
import { VirtualClock } from '../../../support/clock.js';
import { fakeChain, type FakeChain } from '../../../support/fake-chain.js';
import { DATA, FROM, OTHER, TO, VALUE } from './watched-chain.js';

const expected: ExpectedTransaction = {
  from: FROM,
  to: TO,
  value: String(VALUE),
  dataHash: evmAdapter.hashText(DATA),
};

type Search = { nonce?: string | null; others?: string[]; expected?: Partial<ExpectedTransaction>; size?: number };

export type SentOnce = {
  chain: FakeChain;
  access: ChainAccess;
  /** The nonce of the payer's next transaction. */
  nonce: number;
  lookUp: (search?: Search) => Promise<TransactionLookup>;
};

export function sentOnce(): SentOnce {
  const chain = fakeChain();
  chain.send({ from: FROM, to: OTHER });
  chain.mine();
  const nonce = chain.nextNonce(FROM);
  const access: ChainAccess = {
    chain: { id: chain.id, vmType: 'evm', httpRpcUrl: 'http://node.example' },
    fetch: chain.fetch,
    signal: new AbortController().signal,
    clock: new VirtualClock(),
  };
  const lookUp = (search: Search = {}): Promise<TransactionLookup> =>
    evmAdapter.ledger.findTransaction(
      {
        nonce: search.nonce === undefined ? String(nonce) : search.nonce,
        expected: { ...expected, ...search.expected },
        ...(search.size !== undefined && { size: search.size }),
        belongsToOther: (hash) => search.others?.includes(hash) ?? false,
      },
      access,
    );
  return { chain, access, nonce, lookUp };
}
