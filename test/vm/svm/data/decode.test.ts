import { expect } from 'chai';
import { ComputeBudgetProgram, PublicKey, SystemProgram, type TransactionInstruction } from '@solana/web3.js';
import type { Instruction } from '../../../../src/types.js';
import { toHex } from '../../../../src/vm/svm/data/bytes.js';
import { decode } from '../../../../src/vm/svm/data/decode.js';
import {
  ataOf,
  BUDGET,
  make,
  reads,
  signs,
  svm,
  svmTokens,
  SYSTEM,
  TOKEN,
  writes,
} from '../../../support/svm-quotes.js';

const plain = ({ programId, keys, data }: TransactionInstruction): Instruction => ({
  programId: programId.toBase58(),
  keys: keys.map((each) => ({ ...each, pubkey: each.pubkey.toBase58() })),
  data: toHex(Uint8Array.from(data)),
});
const [payer, attacker] = [svm.payer, svm.attacker].map((each) => new PublicKey(each)) as [PublicKey, PublicKey];
const usdc = svmTokens.usdc.address;
const from = ataOf(svm.payer, usdc);
const to = ataOf(svm.recipient, usdc);

describe('decode', () => {
  it('reads the instructions that the library builds', () => {
    const pay = SystemProgram.transfer({ fromPubkey: payer, toPubkey: attacker, lamports: 5n });
    expect(decode(plain(pay))).to.deep.equal({ kind: 'pay', from: svm.payer, to: svm.attacker, amount: 5n });
    const limit = ComputeBudgetProgram.setComputeUnitLimit({ units: 300_000 });
    expect(decode(plain(limit))).to.deep.equal({ kind: 'unit-limit', value: 300_000n });
    const price = ComputeBudgetProgram.setComputeUnitPrice({ microLamports: 2n ** 64n - 1n });
    expect(decode(plain(price))).to.deep.equal({ kind: 'unit-price', value: 2n ** 64n - 1n });
    const heap = ComputeBudgetProgram.requestHeapFrame({ bytes: 65_536 });
    expect(decode(plain(heap))).to.deep.equal({ kind: 'free-in-quotes' });
  });

  it('reads the instructions of tokens', () => {
    expect(decode(make.transfer(to, usdc, 7n))).to.deep.equal({
      kind: 'transfer',
      from,
      to,
      owner: svm.payer,
      mint: usdc,
      amount: 7n,
      program: TOKEN,
    });
    const plainTransfer = make.token('030700000000000000', [writes(from), writes(to), signs(svm.payer)]);
    expect(decode(plainTransfer)).to.deep.include({ kind: 'transfer', mint: '', amount: 7n });
    expect(decode(make.close())).to.deep.include({ kind: 'close', to: svm.payer, owner: svm.payer });
    expect(decode(make.sync())).to.deep.equal({ kind: 'sync', account: ataOf(svm.payer, svmTokens.wsol.address) });
    expect(decode(make.create(svm.recipient, usdc))).to.deep.equal({
      kind: 'create-account',
      payer: svm.payer,
      account: to,
      owner: svm.recipient,
      mint: usdc,
      program: TOKEN,
    });
  });

  it('names the harmful instructions of the system program, as the library builds them', () => {
    const seed = { basePubkey: payer, seed: 's', programId: attacker };
    const nonce = { noncePubkey: attacker, authorizedPubkey: payer };
    const built: readonly [string, TransactionInstruction][] = [
      ['Assign', SystemProgram.assign({ accountPubkey: payer, programId: attacker })],
      ['AssignWithSeed', SystemProgram.assign({ accountPubkey: payer, ...seed })],
      ['Allocate', SystemProgram.allocate({ accountPubkey: payer, space: 1 })],
      ['AllocateWithSeed', SystemProgram.allocate({ accountPubkey: payer, space: 1, ...seed })],
      ['AdvanceNonceAccount', SystemProgram.nonceAdvance(nonce)],
      ['WithdrawNonceAccount', SystemProgram.nonceWithdraw({ ...nonce, toPubkey: attacker, lamports: 1 })],
      ['AuthorizeNonceAccount', SystemProgram.nonceAuthorize({ ...nonce, newAuthorizedPubkey: attacker })],
      ['TransferWithSeed', SystemProgram.transfer({ fromPubkey: payer, toPubkey: attacker, lamports: 1n, ...seed })],
      [
        'CreateAccount',
        SystemProgram.createAccount({
          fromPubkey: payer,
          newAccountPubkey: attacker,
          lamports: 1,
          space: 1,
          programId: attacker,
        }),
      ],
    ];
    for (const [name, instruction] of built) {
      const isNonce = name === 'AdvanceNonceAccount';
      expect(decode(plain(instruction)), name).to.deep.equal({ kind: 'unknown', name: `System ${name}`, isNonce });
    }
  });

  it('calls everything unknown that has other data or other accounts', () => {
    for (const instruction of [
      { ...make.pay(svm.recipient, 1n), data: `${make.pay(svm.recipient, 1n).data}00` },
      { ...make.pay(svm.recipient, 1n), keys: [signs(svm.payer), writes(svm.recipient), reads(svm.attacker)] },
      { ...make.pay(svm.recipient, 1n), data: '' },
      { ...make.limit(1n), keys: [reads(svm.attacker)] },
      { ...make.limit(1n), data: '02' },
      { ...make.transfer(to, usdc, 1n), data: '0c01' },
      { ...make.transfer(to, usdc, 1n), keys: [writes(from), reads(usdc), writes(to)] },
      { ...make.close(), data: '0900' },
      { ...make.create(svm.payer, usdc), data: '03' },
      {
        ...make.create(svm.payer, usdc),
        keys: make.create(svm.payer, usdc).keys.slice(0, 5).concat(reads(usdc), reads(usdc)),
      },
      { programId: SYSTEM, keys: [], data: 'ffffffff' },
      { programId: TOKEN, keys: [], data: '' },
      { programId: BUDGET, keys: [], data: '' },
    ]) {
      expect(decode(instruction)?.kind, JSON.stringify(instruction)).to.equal('unknown');
    }
  });

  it('returns null for any other program', () => {
    expect(decode(make.depositNative())).to.equal(null);
    expect(decode(make.exchange(from))).to.equal(null);
  });
});
