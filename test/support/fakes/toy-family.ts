/**
 * A toy chain family with the abilities `ledger` and `instructions`. The payer pays on a `FakeSvmChain`. The family's
 * accounts are EVM accounts, so that a scripted EVM wallet can sign.
 */
import { pause } from '../../../src/shared/time/clock.js';
import type { WalletRequest } from '../../../src/types.js';
import type { ExpectedMessage, InstructionsRequest, TransactionQuery } from '../../../src/vm/family/abilities.js';
import type { VmAdapter } from '../../../src/vm/family/adapter.js';
import { evmAdapter } from '../../../src/vm/evm/adapter.js';
import type { ChainAccess, Receipt } from '../../../src/vm/family/sources.js';
import { asEvmWallet } from '../../../src/vm/family/as-wallet.js';
import { VALID_BLOCKS, type FakeMessage } from '../fake-svm-chain.js';
import { registerFamily } from './register-family.js';

/** The members of the family that a test can set. */
export type Toy = {
  /** The value is false if the wallet sends each transaction that it signs. */
  signsOnly: boolean;
  /** The next call of `compile` rejects with this error. */
  refusal: Error | null;
  /** The payer's balance of every currency. */
  balance: bigint;
  /** The requests that were compiled. */
  compiled: InstructionsRequest[];
};

/** The id of the toy family's chain. */
export const TOY_CHAIN = 792;

/**
 * The family's `vmType`. A name such as `toy` is not possible, because the checks of addresses refuse every address of
 * a `vmType` that is not in `VmType`. `lvm` has no row in `families`, and an EVM address is valid for it.
 */
export const TOY_VM = 'lvm';

async function rpc<T>({ chain, fetch, signal }: ChainAccess, method: string, ...params: unknown[]): Promise<T> {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params });
  const answer = await fetch(chain.httpRpcUrl ?? '', { method: 'POST', body, signal });
  signal.throwIfAborted();
  return ((await answer.json()) as { result: T }).result;
}

const messageOf = (expected: TransactionQuery['expected']): ExpectedMessage => expected as ExpectedMessage;

const hasExpired = async (expected: ExpectedMessage, access: ChainAccess, more = 0): Promise<boolean> =>
  (await rpc<number>(access, 'getBlockHeight')) > Number(expected.lastValidBlockHeight) + more;

/** Adds the family to the table of families. */
export function toyFamily(): Toy {
  const toy: Toy = { signsOnly: true, refusal: null, balance: 10n ** 18n, compiled: [] };
  registerFamily(TOY_VM, adapterOf(toy));
  return toy;
}

const adapterOf = (toy: Toy): VmAdapter => ({
  vmType: TOY_VM,
  guardSteps: ([step], { intent, orderId, amountIn }) =>
    Promise.resolve({
      requests: [
        {
          kind: 'instructions',
          step: step?.id ?? '',
          chainId: intent.originChainId,
          from: intent.user,
          feePayer: intent.user,
          orderId,
          currency: intent.originCurrency,
          amount: String(amountIn),
          instructions: [],
          lookupTables: [],
        } satisfies WalletRequest,
      ],
      blocks: [],
      warnings: [],
    }),
  hashText: evmAdapter.hashText,
  balances: (_address, assets) => Promise.resolve(assets.map(() => toy.balance)),
  // The toy chain has only its native currency, whose address no other code knows.
  tokenInfo: (assets, { chain: { currency: native } }) =>
    Promise.resolve(
      assets.map(({ currency }) => (native?.address === currency ? { ...native, isCollectible: false } : null)),
    ),
  estimateFee: () => Promise.resolve(5_000n),
  prepare: () => Promise.resolve(),
  ledger: {
    async findTransaction({ expected, belongsToOther }, access) {
      const { from, orderId } = messageOf(expected);
      const isOver = await hasExpired(messageOf(expected), access, VALID_BLOCKS);
      const all = await rpc<(FakeMessage & { fails: boolean })[]>(access, 'getSignaturesForAddress', from);
      const found = all.find((each) => each.orderId === orderId && !belongsToOther(each.hash));
      if (found) return { outcome: found.fails ? 'reverted' : 'confirmed', hash: found.hash };
      return isOver ? null : { outcome: 'hidden' };
    },
    async waitForReceipt({ hash }, expected, access, _request, second) {
      const { clock, signal } = access;
      const look = async (): Promise<Receipt['outcome'] | null> => {
        const status = await rpc<{ failed: boolean } | null>(access, 'getSignatureStatuses', hash);
        if (status) return status.failed ? 'reverted' : 'confirmed';
        return (await hasExpired(messageOf(expected), access)) ? 'expired' : null;
      };
      let before: string | null = null;
      let since = clock.now();
      for (;;) {
        signal.throwIfAborted();
        const outcome = await look().catch(() => null);
        if (outcome !== before) since = clock.now();
        const isStable = outcome !== null && outcome === before;
        before = outcome;
        if (isStable) {
          const lasts = clock.now() - since;
          if (outcome === 'confirmed' || !second?.confirms) return { outcome, hash };
          if (await second.confirms({ outcome, hash }, { lasts, isDisputed: false })) return { outcome, hash };
        }
        await pause(1_000, clock, signal);
      }
    },
    receivedAmount: () => Promise.resolve(null),
    paidAmount: () => Promise.resolve(null),
    transfersTo: () => Promise.resolve(null),
  },
  instructions: {
    async compile(request, access) {
      toy.compiled.push(request);
      if (toy.refusal) throw toy.refusal;
      const { from, orderId } = request;
      const latest = await rpc<{ blockhash: string; lastValidBlockHeight: number }>(access, 'getLatestBlockhash');
      const { blockhash } = latest;
      const expected = { from, orderId, blockhash, lastValidBlockHeight: String(latest.lastValidBlockHeight) };
      return { request, bytes: new TextEncoder().encode(JSON.stringify({ from, orderId, blockhash })), expected };
    },
    signsOnly: () => toy.signsOnly,
    async sign({ bytes, expected }, wallet) {
      const params = [new TextDecoder().decode(bytes)];
      const signed = String(await asEvmWallet(wallet).provider.request({ method: 'svm_sign', params }));
      const { hash } = JSON.parse(signed) as FakeMessage;
      return { hash, bytes: toy.signsOnly ? new TextEncoder().encode(signed) : null, expected };
    },
    async send({ bytes }, access) {
      await rpc(access, 'sendTransaction', new TextDecoder().decode(bytes ?? new Uint8Array()));
    },
    isExpired: (expected, access) =>
      hasExpired(expected, access).catch(() => {
        access.signal.throwIfAborted();
        return false;
      }),
  },
});
