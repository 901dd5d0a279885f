import { expect } from 'chai';
import { AddressLookupTableAccount, Keypair, PublicKey, VersionedTransaction } from '@solana/web3.js';
import type { Instruction } from '../../../../src/types.js';
import {
  decodeTransaction,
  encodeTransaction,
  isBudget,
  isSameMessage,
  type Message,
} from '../../../../src/vm/svm/data/message.js';
import { ataOf, make, reads, signs, svm, svmTokens, vault, writes } from '../../../support/svm-quotes.js';
import { lookupTable } from '../accounts-data.js';
import { BLOCKHASH } from '../node.js';

const usdc = svmTokens.usdc.address;
const deposit: Message = { feePayer: svm.payer, instructions: [make.limit(60_000n), make.depositToken(usdc)] };
const table = new AddressLookupTableAccount({
  key: new PublicKey(svm.table),
  state: AddressLookupTableAccount.deserialize(lookupTable([vault, usdc, ataOf(vault, usdc), svm.config])),
});
/** A memo without accounts, with this many bytes of text. */
const memo = (bytes: number): Instruction => ({ ...make.memo('61'.repeat(bytes)), keys: [] });

describe('encodeTransaction', () => {
  it('writes the payer’s instructions, the blockhash and an empty signature for each signer', () => {
    const bytes = encodeTransaction(deposit, BLOCKHASH, [])!;
    const { signatures, message } = VersionedTransaction.deserialize(bytes);
    expect(signatures.map((each) => each.every((byte) => byte === 0))).to.deep.equal([true]);
    expect(message.recentBlockhash).to.equal(BLOCKHASH);
    expect(isSameMessage(decodeTransaction(bytes, []), deposit)).to.equal(true);
  });

  it('takes the accounts of a lookup table by their position, which is shorter', () => {
    const [plain, short] = [[], [table]].map((tables) => encodeTransaction(deposit, BLOCKHASH, tables)!);
    expect(short!.length).to.be.lessThan(plain!.length - 50);
    expect(isSameMessage(decodeTransaction(short!, [table]), deposit)).to.equal(true);
    expect(() => decodeTransaction(short!, [])).to.throw();
  });

  it('returns null when the library cannot write so much', () => {
    const large = { ...deposit, instructions: [memo(1_000), memo(1_000)] };
    expect(encodeTransaction(large, BLOCKHASH, [])).to.equal(null);
  });
});

describe('decodeTransaction', () => {
  it('throws when bytes follow the transaction', () => {
    const bytes = encodeTransaction(deposit, BLOCKHASH, [])!;
    expect(() => decodeTransaction(Uint8Array.from([...bytes, 0]), [])).to.throw('bytes at its end');
  });

  it('throws when the bytes are no transaction of version 0', () => {
    expect(() => decodeTransaction(Uint8Array.from([1, 2, 3]), [])).to.throw();
    const bytes = encodeTransaction(deposit, BLOCKHASH, [])!;
    const legacy = Uint8Array.from([...bytes.subarray(0, 65), ...bytes.subarray(66, bytes.length - 1)]);
    expect(() => decodeTransaction(legacy, [])).to.throw();
  });
});

describe('isSameMessage', () => {
  const [limit, paid] = deposit.instructions as [Instruction, Instruction];
  const changedKey = (at: number, key: Instruction['keys'][number]): Message => ({
    ...deposit,
    instructions: [limit, { ...paid, keys: paid.keys.map((each, index) => (index === at ? key : each)) }],
  });

  it('finds each difference that the chain would execute', () => {
    const others: Message[] = [
      { ...deposit, feePayer: svm.feePayer },
      { ...deposit, instructions: [paid, limit] },
      { ...deposit, instructions: [paid] },
      { ...deposit, instructions: [limit, paid, make.memo()] },
      { ...deposit, instructions: [limit, { ...paid, data: paid.data.replace('b413', 'b414') }] },
      { ...deposit, instructions: [limit, { ...paid, programId: svm.attacker }] },
      changedKey(6, writes(svm.attacker)),
      changedKey(0, writes(svm.config)),
      changedKey(4, { ...reads(usdc), isSigner: true }),
    ];
    for (const other of others) expect(isSameMessage(deposit, other)).to.equal(false);
  });

  it('ignores where a right is written, because a message gives it for all instructions', () => {
    expect(isSameMessage(deposit, changedKey(2, signs(svm.payer)))).to.equal(true);
  });
});

describe('isBudget', () => {
  it('is true only for the program that sets the fee', () => {
    expect([make.limit(1n), make.price(1n), make.memo()].map(isBudget)).to.deep.equal([true, true, false]);
  });
});

describe('a transaction with two signers', () => {
  it('has the fee payer first', () => {
    const bytes = encodeTransaction({ ...deposit, feePayer: svm.feePayer }, BLOCKHASH, [])!;
    const transaction = VersionedTransaction.deserialize(bytes);
    expect(transaction.signatures).to.have.length(2);
    expect(transaction.message.staticAccountKeys[0]!.toBase58()).to.equal(svm.feePayer);
    expect(() => transaction.sign([Keypair.generate()])).to.throw();
  });
});
