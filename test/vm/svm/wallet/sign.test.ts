import { expect } from 'chai';
import { base58 } from '@scure/base';
import { AddressLookupTableAccount, PublicKey, VersionedTransaction, type Keypair } from '@solana/web3.js';
import { HubPayError } from '../../../../src/errors.js';
import type { Instruction } from '../../../../src/types.js';
import type { SvmWallet } from '../../../../src/wallets/wallet.js';
import type { CompiledTransaction, ExpectedMessage } from '../../../../src/vm/family/abilities.js';
import { encodeTransaction } from '../../../../src/vm/svm/data/message.js';
import { compiledBytes, type Signer } from '../../../../src/vm/svm/chain/compile.js';
import { sign, signsOnly } from '../../../../src/vm/svm/wallet/sign.js';
import { edited, type Case } from '../../../support/quotes.js';
import { maliciousBytes } from '../../../support/malicious/malicious-bytes.js';
import { honestChanges, maliciousChanges } from '../../../support/malicious/malicious-changes.js';
import {
  feePayerKey,
  keyOf,
  make,
  payerKey,
  reads,
  signs,
  svm,
  svmNativeCase,
  svmSendCase,
  svmTokens,
  TOKEN,
  vault,
  writes,
} from '../../../support/svm-quotes.js';
import { mintAccount } from '../accounts-data.js';
import { accountOf, at, BLOCKHASH, svmNode } from '../node.js';
import { requestOf } from '../requests.js';
import { svmWallet } from './wallet.js';

function compiled(
  each: Case = svmNativeCase(make.limit(60_000n)),
  signer: Signer = { name: 'Test wallet', version: 0 },
): CompiledTransaction {
  const request = requestOf(each);
  const { from, orderId } = request;
  const expected = { from, orderId, blockhash: BLOCKHASH, lastValidBlockHeight: '5150' };
  return { request, bytes: compiledBytes(request, BLOCKHASH, [], signer), expected };
}
const ready = compiled();
const { instructions } = ready.request;
const usdc = svmTokens.usdc.address;
const NEWER = 'So11111111111111111111111111111111111111112';

/** A wallet that replaces the whole transaction. */
const replacing = (others: readonly Instruction[], { feePayer = svm.payer, blockhash = BLOCKHASH } = {}) =>
  svmWallet({ change: () => encodeTransaction({ feePayer, instructions: others }, blockhash, [])! });
const signed = (
  wallet = svmWallet({}),
  transaction = ready,
  node = svmNode(),
  onRefused?: (held: ExpectedMessage) => void,
) => sign(transaction, wallet, node.access, onRefused);

/** Builds and signs a transaction. The signatures of other signers stay empty. */
function forced(
  message: { feePayer: string; instructions: readonly Instruction[] },
  keys: readonly Keypair[],
): Uint8Array {
  const transaction = VersionedTransaction.deserialize(encodeTransaction(message, BLOCKHASH, [])!);
  transaction.sign([...keys]);
  return transaction.serialize();
}
/** A node that also knows the token. */
const knowing = () =>
  svmNode({
    getMultipleAccounts: ([keys]) =>
      at((keys as string[]).map((key) => (key === usdc ? accountOf(mintAccount(6), { owner: TOKEN }) : null))),
  });
/** The keys of the test that this transaction needs. */
const keysOf = ({
  feePayer,
  instructions: all,
}: {
  feePayer: string;
  instructions: readonly Instruction[];
}): Keypair[] => {
  const needed = [
    feePayer,
    ...all.flatMap(({ keys }) => keys.filter((key) => key.isSigner).map(({ pubkey }) => pubkey)),
  ];
  return [payerKey, feePayerKey, keyOf('attacker')].filter(({ publicKey }) => needed.includes(publicKey.toBase58()));
};
const failure = (promise: Promise<unknown>): Promise<HubPayError> =>
  promise.then(
    () => expect.fail('it resolved'),
    (error: unknown) => error as HubPayError,
  );

describe('sign', () => {
  it('returns the signed transaction and its id, and asks no node', async () => {
    const node = svmNode();
    const prompts: string[] = [];
    const { hash, bytes, expected } = await signed(svmWallet({ prompts }), ready, node);
    const { signatures, message } = VersionedTransaction.deserialize(bytes!);
    expect(hash).to.equal(base58.encode(signatures[0]!));
    expect([...message.serialize()]).to.deep.equal([
      ...VersionedTransaction.deserialize(ready.bytes).message.serialize(),
    ]);
    expect(expected).to.deep.equal(ready.expected);
    expect({ prompts, calls: node.calls }).to.deep.equal({ prompts: ['sign'], calls: [] });
  });

  describe('when the wallet changes the transaction', () => {
    it('accepts a priority fee below the bound, at any place', async () => {
      const [limit, deposit] = instructions as [Instruction, Instruction];
      for (const changed of [
        [make.price(1_000n), limit, deposit],
        [limit, deposit, make.price(1_000n)],
        [deposit],
        [make.limit(80_000n), make.heap(), deposit],
      ]) {
        const { expected } = await signed(replacing(changed));
        expect(expected).to.deep.equal(ready.expected);
      }
    });

    it('accepts a newer blockhash, and remembers how long it is valid', async () => {
      const node = svmNode({
        getLatestBlockhash: () => at({ blockhash: 'newest', lastValidBlockHeight: 6_000 }),
      });
      const { expected } = await signed(replacing(instructions, { blockhash: NEWER }), ready, node);
      expect(expected).to.deep.equal({ ...ready.expected, blockhash: NEWER, lastValidBlockHeight: '6000' });
    });

    for (const { title, change, feePayer, payment } of maliciousChanges) {
      it(`G46 P-62 F-141 sends nothing when the wallet ${title}`, async () => {
        const own = compiled(payment());
        const changed = {
          feePayer: feePayer ?? own.request.feePayer,
          instructions: change(own.request.instructions),
        };
        const held: ExpectedMessage[] = [];
        const wallet = svmWallet({ after: () => forced(changed, keysOf(changed)) });
        const error = await failure(signed(wallet, own, knowing(), (each) => held.push(each)));
        expect(error).to.include({ code: 'quote-unsafe', reason: 'wallet-changed', money: 'not-sent' });
        expect(error.details).to.contain('G46');
        expect(held).to.deep.equal([own.expected]);
      });
    }

    for (const { title, change, payment } of honestChanges) {
      it(`G46 P-62 returns a transaction with ${title}`, async () => {
        const own = compiled(payment());
        const { feePayer, instructions: requested } = own.request;
        const changed = { feePayer, instructions: change(requested) };
        const wallet = svmWallet({ after: () => forced(changed, keysOf(changed)) });
        const { bytes, expected } = await signed(wallet, own, knowing());
        const { message } = VersionedTransaction.deserialize(bytes!);
        expect(message.staticAccountKeys[0]!.toBase58()).to.equal(feePayer);
        expect(expected).to.deep.equal(own.expected);
      });
    }

    for (const { title, bytes } of maliciousBytes) {
      it(`G46 P-62 F-141 sends nothing when the wallet ${title}`, async () => {
        const error = await failure(signed(svmWallet({ after: bytes })));
        expect(error).to.include({ code: 'quote-unsafe', reason: 'wallet-changed', money: 'not-sent' });
      });
    }

    it('G46 P-62 sends nothing when the wallet adds a lookup table', async () => {
      const key = new PublicKey(svm.table);
      const state = {
        deactivationSlot: 2n ** 64n - 1n,
        lastExtendedSlot: 0,
        lastExtendedSlotStartIndex: 0,
        addresses: [new PublicKey(vault), new PublicKey(svm.config)],
      };
      const table = new AddressLookupTableAccount({ key, state });
      const change = (): Uint8Array => encodeTransaction({ feePayer: svm.payer, instructions }, BLOCKHASH, [table])!;
      const error = await failure(signed(svmWallet({ change })));
      expect(error).to.include({ reason: 'wallet-changed' });
    });

    it('G46 P-62 sends nothing when a memo is added to a direct transfer, because the recipient can read it', async () => {
      const direct = compiled(svmSendCase(svmTokens.sol));
      const own = direct.request.instructions;
      expect(await failure(signed(replacing([...own, make.memo()]), direct))).to.include({ reason: 'wallet-changed' });
      expect(await signed(replacing([...own, make.assertion()]), direct)).to.have.property('hash');
    });

    it('P-62 remembers until when the wallet can send a refused transaction with another blockhash', async () => {
      const held: ExpectedMessage[] = [];
      const change = [...instructions, make.pay(svm.attacker, 1n)];
      const node = svmNode({ getLatestBlockhash: () => at({ blockhash: 'newest', lastValidBlockHeight: 6_000 }) });
      const refuse = (each: ExpectedMessage): unknown => held.push(each);
      await failure(signed(replacing(change, { blockhash: NEWER }), ready, node, refuse));
      expect(held.pop()).to.deep.equal({ ...ready.expected, blockhash: NEWER, lastValidBlockHeight: '6000' });
      node.answers['getLatestBlockhash'] = () => new Error('down');
      await failure(signed(replacing(change, { blockhash: NEWER }), ready, node, refuse));
      expect(held.pop()).to.have.property('lastValidBlockHeight', String(2n ** 64n - 1n));
    });

    it('P-62 takes a refused transaction with a durable nonce for one that never expires', async () => {
      const held: ExpectedMessage[] = [];
      const nonce = make.system(4, '', [writes(svm.config), reads(svm.table), signs(svm.payer)]);
      await failure(
        signed(replacing([nonce, ...instructions], { blockhash: NEWER }), ready, svmNode(), (each) => held.push(each)),
      );
      expect(held.pop()).to.deep.equal({
        ...ready.expected,
        blockhash: NEWER,
        lastValidBlockHeight: String(2n ** 64n - 1n),
      });
    });

    it('G46 blocks another fee payer, although the payer has signed', async () => {
      const other = svmWallet({
        keys: [payerKey, keyOf('attacker')],
        change: () => encodeTransaction({ feePayer: svm.attacker, instructions }, BLOCKHASH, [])!,
      });
      expect((await failure(signed(other))).details).to.contain('G46');
    });

    it('throws service-down when the change cannot be checked, because nothing was sent', async () => {
      const node = svmNode();
      node.isDown = true;
      const error = await failure(signed(replacing(instructions, { blockhash: NEWER }), ready, node));
      expect(error).to.include({ code: 'service-down', money: 'not-sent' });
    });
  });

  it('G46 blocks a wrong signature, a missing one, and bytes that are no transaction', async () => {
    for (const after of [
      (bytes: Uint8Array) => bytes.map((byte, index) => (index === 5 ? byte ^ 1 : byte)),
      () => ready.bytes,
      () => Uint8Array.of(1, 2, 3),
      () => new Uint8Array(),
      (bytes: Uint8Array) => Uint8Array.from([...bytes, ...new Uint8Array(1_233 - bytes.length)]),
    ]) {
      expect((await failure(signed(svmWallet({ after })))).details).to.contain('G46');
    }
  });

  it('G46 blocks a signature of another account', async () => {
    const other = svmWallet({
      keys: [keyOf('attacker')],
      change: () => encodeTransaction({ feePayer: svm.attacker, instructions: [make.limit(1n)] }, BLOCKHASH, [])!,
    });
    expect((await failure(signed(other))).details).to.contain('no signature of the payer');
  });

  it('throws the wallet’s own error', async () => {
    const error = new HubPayError('wallet-rejected', 'no');
    expect(await failure(signed(svmWallet({ error })))).to.equal(error);
  });

  describe('when another account pays the fee', () => {
    const sponsored = compiled(edited(svmNativeCase(), ['intent.depositFeePayer', svm.feePayer]));

    it('returns the transaction when both have signed, with the fee payer’s signature as its id', async () => {
      const { hash, bytes } = await signed(svmWallet({ keys: [payerKey, feePayerKey] }), sponsored);
      const { signatures } = VersionedTransaction.deserialize(bytes!);
      expect(signatures).to.have.length(2);
      expect(hash).to.equal(base58.encode(signatures[0]!));
    });

    it('throws config when the fee payer’s signature is missing', async () => {
      const error = await failure(signed(svmWallet({}), sponsored));
      expect(error).to.include({ code: 'config', money: 'not-sent', attribute: 'quoteOptions.depositFeePayer' });
    });

    it('F-140 asks no wallet that can only sign and send together, and says that it is unable', async () => {
      const prompts: string[] = [];
      const error = await failure(signed(svmWallet({ features: ['send'], prompts }), sponsored));
      expect(error).to.include({ code: 'wallet-unable', money: 'not-sent' });
      expect(prompts).to.deep.equal([]);
    });
  });

  describe('with a wallet that only signs and sends together', () => {
    it('returns the signature without bytes', async () => {
      const prompts: string[] = [];
      const { hash, bytes, expected } = await signed(svmWallet({ features: ['send'], prompts }));
      expect(base58.decode(hash)).to.have.length(64);
      expect({ bytes, expected, prompts }).to.deep.equal({ bytes: null, expected: ready.expected, prompts: ['send'] });
    });

    it('throws outcome-unknown when the wallet returns no signature', async () => {
      for (const answer of ['', 'abc', '0x12', '1'.repeat(63)]) {
        const wallet = { ...svmWallet({ features: ['send'] }), signAndSend: () => Promise.resolve(answer) };
        expect(await failure(signed(wallet)), answer).to.include({ code: 'outcome-unknown', money: 'unknown' });
      }
    });
  });
});

describe('sign with a wallet that knows only the older form', () => {
  const old = compiled(svmNativeCase(make.limit(60_000n)), { name: 'Old', version: 'legacy' });

  it('P-45 returns the signed transaction, also if the wallet sets the fee', async () => {
    const { instructions: own } = old.request;
    for (const changed of [own, [make.price(1_000n), ...own]]) {
      const change = (): Uint8Array =>
        encodeTransaction({ feePayer: svm.payer, instructions: changed }, BLOCKHASH, [], 'legacy')!;
      const { hash, bytes } = await signed(svmWallet({ versions: ['legacy'], change }), old);
      const { signatures, message } = VersionedTransaction.deserialize(bytes!);
      expect([message.version, hash]).to.deep.equal(['legacy', base58.encode(signatures[0]!)]);
    }
  });

  it('P-45 G46 blocks a transaction of another form, and one that says something else', async () => {
    const own = { feePayer: svm.payer, instructions: old.request.instructions };
    const other = { ...own, instructions: [...own.instructions, make.pay(svm.attacker, 1n)] };
    for (const bytes of [
      encodeTransaction({ ...own, instructions: [make.price(1n), ...own.instructions] }, BLOCKHASH, [])!,
      encodeTransaction(other, BLOCKHASH, [], 'legacy')!,
    ]) {
      const error = await failure(signed(svmWallet({ versions: ['legacy'], change: () => bytes }), old));
      expect(error.details).to.contain('G46');
    }
  });

  it('P-45 asks for no signature when the compiled transaction has a form that the wallet does not know', async () => {
    const prompts: string[] = [];
    const error = await failure(signed(svmWallet({ versions: ['legacy'], prompts }), ready));
    expect([error.code, prompts]).to.deep.equal(['wallet-unable', []]);
  });
});

describe('signsOnly', () => {
  const { request } = ready;

  it('prefers to send the transaction itself', () => {
    expect(signsOnly(request, svmWallet({ features: ['sign', 'send'] }))).to.equal(true);
    expect(signsOnly(request, svmWallet({ features: ['send'] }))).to.equal(false);
  });

  it('P-45 prefers version 0, because it can use lookup tables', () => {
    const versions: SvmWallet['versions'] = () => ({ signs: ['legacy'], sends: [0, 'legacy'] });
    const wallet: SvmWallet = { ...svmWallet({}), versions };
    expect(signsOnly(request, wallet)).to.equal(false);
    expect(signsOnly({ ...request, feePayer: svm.feePayer }, wallet)).to.equal(true);
  });

  it('P-45 throws wallet-unable for an account that the wallet only shows', () => {
    expect(() => signsOnly({ ...request, from: svm.feePayer }, svmWallet({})))
      .to.throw()
      .with.property('code', 'wallet-unable');
  });

  it('throws for a wallet of another family', () => {
    expect(() => signsOnly(request, { ...svmWallet({}), vmType: 'evm' } as never)).to.throw(TypeError);
  });
});
