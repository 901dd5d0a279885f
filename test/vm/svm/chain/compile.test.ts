import { expect } from 'chai';
import { AddressLookupTableAccount, PublicKey, TransactionMessage, VersionedTransaction } from '@solana/web3.js';
import type { HubPayError } from '../../../../src/errors.js';
import type { Instruction } from '../../../../src/types.js';
import { compile, compiledBytes } from '../../../../src/vm/svm/chain/compile.js';
import { toHex } from '../../../../src/vm/svm/data/bytes.js';
import { decodeTransaction, encodeTransaction, isSameMessage, MAX_BYTES } from '../../../../src/vm/svm/data/message.js';
import { forbiddenChange } from '../../../../src/vm/svm/wallet/changes.js';
import { ids } from '../../../support/quotes.js';
import {
  ataOf,
  honestSvmCases,
  make,
  svm,
  svmCase,
  svmNativeCase,
  svmTokens,
  TOKEN,
  TOKEN_2022,
  vault,
} from '../../../support/svm-quotes.js';
import { hookExtension, lookupTable, mintAccount } from '../accounts-data.js';
import { accountOf, at, BLOCKHASH, svmNode, type SvmNode } from '../node.js';
import { requestOf } from '../requests.js';

const TABLES = 'AddressLookupTab1e1111111111111111111111111';
const usdc = svmTokens.usdc.address;

/** A node that knows all tokens, and the lookup table. */
function readyNode(
  table: unknown = accountOf(lookupTable([vault, usdc, ataOf(vault, usdc)]), { owner: TABLES }),
): SvmNode {
  const known: Record<string, unknown> = {
    [svm.table]: table,
    [svmTokens.pyusd.address]: accountOf(mintAccount(6, hookExtension()), { owner: TOKEN_2022 }),
  };
  for (const mint of [usdc, svmTokens.wsol.address, svmTokens.bonk.address]) {
    known[mint] = accountOf(mintAccount(6), { owner: TOKEN });
  }
  return svmNode({
    getMultipleAccounts: ([keys]) => at((keys as string[]).map((key) => known[key] ?? null)),
    // The simulation changes no account.
    simulateTransaction: ([, options]) => {
      const addresses = (options as { accounts?: { addresses: string[] } }).accounts?.addresses ?? [];
      return at({ err: null, logs: [], accounts: addresses.map((key) => known[key] ?? null) });
    },
  });
}
const withTable = () => requestOf(svmCase(svmTokens.usdc, [make.depositToken(usdc)], { tables: [svm.table] }));
const failure = (promise: Promise<unknown>): Promise<HubPayError> =>
  promise.then(
    () => expect.fail('it resolved'),
    (error: unknown) => error as HubPayError,
  );

describe('compile', () => {
  for (const [name, honest] of Object.entries(honestSvmCases)) {
    it(`makes a transaction of exactly the quoted instructions for a quote with ${name}`, async () => {
      const request = requestOf(honest());
      const { bytes, expected } = await compile(request, readyNode().access);
      const { message } = VersionedTransaction.deserialize(bytes);
      const keys = message.staticAccountKeys.map((key) => key.toBase58());
      const calls = message.compiledInstructions.map(({ programIdIndex, data }) => [
        keys[programIdIndex],
        toHex(Uint8Array.from(data)),
      ]);
      expect(calls).to.deep.equal(request.instructions.map(({ programId, data }) => [programId, data]));
      expect(keys[0]).to.equal(request.feePayer);
      expect(expected).to.deep.equal({
        from: svm.payer,
        orderId: request.orderId,
        blockhash: BLOCKHASH,
        lastValidBlockHeight: '5150',
        ...(request.instructions.every(({ programId }) => programId !== svm.depository) && { since: '5000' }),
      });
    });
  }

  it('takes accounts from the lookup table as the chain holds it', async () => {
    const { bytes } = await compile(withTable(), readyNode().access);
    const { message } = VersionedTransaction.deserialize(bytes);
    expect(message.addressTableLookups).to.have.length(1);
    expect(() => TransactionMessage.decompile(message)).to.throw();
  });

  it('F-144 simulates before the prompt at the slot of the transaction’s own blockhash, without signatures', async () => {
    const node = readyNode();
    await compile(requestOf(svmNativeCase()), node.access);
    expect(node.calls.find(({ method }) => method === 'simulateTransaction')!.params[1]).to.deep.equal({
      commitment: 'confirmed',
      encoding: 'base64',
      sigVerify: false,
      replaceRecentBlockhash: false,
      minContextSlot: 5_000,
    });
  });

  for (const [problem, table] of Object.entries({
    'is missing': null,
    'belongs to another program': accountOf(lookupTable([vault])),
    'is being removed': accountOf(lookupTable([vault], 4_000n), { owner: TABLES }),
  })) {
    it(`G45 blocks a lookup table that ${problem}`, async () => {
      const error = await failure(compile(withTable(), readyNode(table).access));
      expect(error).to.include({ code: 'quote-unsafe', money: 'not-sent' });
      expect(error.details).to.contain('G45').and.to.contain(svm.table);
    });
  }

  it('throws service-down when the node is down or knows no blockhash', async () => {
    const node = readyNode();
    node.answers['getLatestBlockhash'] = () => at({});
    expect(await failure(compile(requestOf(svmNativeCase()), node.access))).to.include({ code: 'service-down' });
    node.isDown = true;
    const down = await failure(compile(requestOf(svmNativeCase()), node.access));
    expect(down).to.include({ code: 'service-down', money: 'not-sent' });
  });

  it('throws service-down when the blockhash has no slot, which a payment without a deposit stores', async () => {
    const node = readyNode();
    const value = { blockhash: BLOCKHASH, lastValidBlockHeight: 5_150 };
    for (const context of [{}, { slot: '5000' }, { slot: -1 }, { slot: 2 ** 53 }, null, undefined]) {
      node.answers['getLatestBlockhash'] = () => ({ context, value });
      const error = await failure(compile(requestOf(svmNativeCase()), node.access));
      expect(error).to.include({ code: 'service-down', money: 'not-sent' });
    }
  });

  it('throws the reason after an abort', async () => {
    const node = readyNode();
    node.stop.abort(new Error('over'));
    expect(await failure(compile(requestOf(svmNativeCase()), node.access))).to.have.property('message', 'over');
  });
});

describe('compiledBytes', () => {
  const request = requestOf(svmNativeCase());
  /** The request with a memo of this size. The memo has no accounts. */
  const sized = (bytes: number) => {
    const memo: Instruction = { ...make.memo('61'.repeat(bytes)), keys: [] };
    return { ...request, instructions: [memo, ...request.instructions] };
  };
  const smallest = compiledBytes(sized(200), BLOCKHASH, []).length - 200;

  it('leaves 60 of 1,232 bytes free, because wallets add instructions', () => {
    expect(compiledBytes(sized(1_172 - smallest), BLOCKHASH, [])).to.have.length(1_172);
    expect(() => compiledBytes(sized(1_173 - smallest), BLOCKHASH, []))
      .to.throw('The transaction has 1173 bytes')
      .with.property('code', 'transaction-too-large');
  });

  it('P-62 leaves exactly the bytes of the three limits that a wallet may set, and lets them through', () => {
    const own = sized(1_172 - smallest);
    compiledBytes(own, BLOCKHASH, []);
    const instructions = [make.limit(120_000n), make.price(2_000n), make.heap(), ...own.instructions];
    const changed = encodeTransaction({ ...own, instructions }, BLOCKHASH, []);
    expect(changed).to.have.length(MAX_BYTES);
    expect(forbiddenChange({ feePayer: own.feePayer, instructions }, own)).to.equal(null);
  });

  it('P-45 makes a transaction of the older form for a wallet that knows no other, without lookup tables', () => {
    const bytes = compiledBytes(withTable(), BLOCKHASH, [], { name: 'Old', version: 'legacy' });
    const { message } = VersionedTransaction.deserialize(bytes);
    expect([message.version, message.addressTableLookups]).to.deep.equal(['legacy', []]);
    expect(isSameMessage(decodeTransaction(bytes, [], 'legacy'), withTable())).to.equal(true);
  });

  it('P-45 names the wallet when the transaction is too large for the older form', () => {
    for (const size of [1_173, 1_300, 2_400]) {
      expect(() => compiledBytes(sized(size - smallest + 2), BLOCKHASH, [], { name: 'Old', version: 'legacy' }))
        .to.throw()
        .with.deep.include({ code: 'transaction-too-large', values: { old: 'Old' } });
    }
  });

  it('measures 1,232 and 1,233 bytes, and a message that is too large to be written', () => {
    for (const size of [1_232, 1_233, 1_300, 2_400]) {
      expect(() => compiledBytes(sized(size - smallest), BLOCKHASH, []))
        .to.throw()
        .with.property('code', 'transaction-too-large');
    }
  });

  it('G45 blocks a transaction that does not say what the quote says when it is read again', () => {
    const honest = [vault, usdc, ataOf(vault, usdc)].map((each) => new PublicKey(each));
    const [reads, limit] = [{ count: 0 }, { count: Infinity }];
    const state = {
      ...AddressLookupTableAccount.deserialize(lookupTable([])),
      // After some reads, the table has other accounts at the same positions.
      get addresses() {
        reads.count += 1;
        return reads.count > limit.count ? honest.map(() => new PublicKey(svm.attacker)) : honest;
      },
    };
    const table = new AddressLookupTableAccount({ key: new PublicKey(svm.table), state });
    encodeTransaction(withTable(), BLOCKHASH, [table]);
    limit.count = reads.count;
    reads.count = 0;
    expect(() => compiledBytes(withTable(), BLOCKHASH, [table]))
      .to.throw('differs from the quote')
      .with.property('code', 'quote-unsafe');
  });

  it('has the order’s id in the deposit', () => {
    expect(toHex(compiledBytes(request, BLOCKHASH, []))).to.contain(ids.order.slice(2));
  });
});
