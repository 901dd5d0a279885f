/** Tests the SVM chain of the devnet with web3.js: the depository program, and the life of a transaction. */

import assert from 'node:assert/strict';
import { once } from 'node:events';
import { after, before, beforeEach, describe, it } from 'node:test';
import {
  ComputeBudgetProgram,
  Connection,
  Keypair,
  PublicKey,
  SendTransactionError,
  SystemProgram,
  TransactionInstruction,
  TransactionMessage,
  VersionedTransaction,
} from '@solana/web3.js';
import { pad } from 'viem';
import { WebSocket } from 'ws';
import {
  LOOKUP_TABLE,
  MEMO_PROGRAM,
  mints,
  PROGRAM_ID,
  SVM_NATIVE,
  svmPayers,
  TOKEN_2022_PROGRAM,
  TOKEN_PROGRAM,
  tokenAccountOf,
  VAULT,
} from '../../demo/devnet/svm/addresses.js';
import { createSvmChain, type SvmChain } from '../../demo/devnet/svm/chain.js';
import { depositInstruction, loggedDeposits, type SvmDeposit } from '../../demo/devnet/svm/deposits.js';
import { ERRORS } from '../../demo/devnet/svm/depository.js';
import type { SvmFault } from '../../demo/devnet/svm/rpc-methods.js';
import { serveSvmRpc, type SvmRpc } from '../../demo/devnet/svm/rpc-server.js';
import { setUpSvm } from '../../demo/devnet/svm/set-up.js';
import { ASSERTION_PROGRAM } from '../../src/vm/svm/data/programs.js';

const payer = svmPayers[0]!;
const stranger = Keypair.fromSeed(Buffer.alloc(32, 7)).publicKey;

describe('devnet svm', () => {
  let chain: SvmChain;
  let rpc: SvmRpc;
  let fault: SvmFault;
  let connection: Connection;
  before(async () => {
    chain = createSvmChain({ isClockStopped: true });
    setUpSvm(chain);
    rpc = await serveSvmRpc(chain, () => fault);
    connection = new Connection(rpc.httpRpcUrl, { commitment: 'confirmed', wsEndpoint: rpc.wsRpcUrl });
  });
  after(() => rpc.close());
  beforeEach(() => void (fault = undefined));

  const signed = async (
    instructions: TransactionInstruction[],
    { tables = false, signers = [payer] }: { tables?: boolean; signers?: Keypair[] } = {},
  ): Promise<VersionedTransaction> => {
    const { blockhash } = await connection.getLatestBlockhash();
    const { value: table } = await connection.getAddressLookupTable(LOOKUP_TABLE);
    const message = new TransactionMessage({ payerKey: payer.publicKey, recentBlockhash: blockhash, instructions });
    const transaction = new VersionedTransaction(message.compileToV0Message(tables ? [table!] : []));
    transaction.sign(signers);
    return transaction;
  };
  const land = async (instructions: TransactionInstruction[], tables = false): Promise<string> => {
    const signature = await connection.sendTransaction(await signed(instructions, { tables }));
    chain.tick();
    return signature;
  };
  const deposit = (changes: Partial<SvmDeposit> = {}): TransactionInstruction =>
    depositInstruction({ sender: payer.publicKey, mint: null, amount: 1_000n, orderId: pad('0xa1'), ...changes });
  /** The error of the program that the node reports before it sends the transaction. */
  const errorOf = async (instruction: TransactionInstruction, signers = [payer]): Promise<unknown> => {
    const result = await connection.simulateTransaction(await signed([instruction], { signers }));
    return result.value.err;
  };
  const tokens = async (owner: PublicKey, mint: keyof typeof mints): Promise<bigint> => {
    const { value } = await connection.getTokenAccountBalance(tokenAccountOf(owner, mints[mint]));
    return BigInt(value.amount);
  };

  it('takes a native deposit: the vault gains the amount, the payer loses it and the fee, the log names the order', async () => {
    const [held, vault] = [await connection.getBalance(payer.publicKey), await connection.getBalance(VAULT)];
    const signature = await land([deposit({ amount: 123_456n })]);
    assert.equal((await connection.getBalance(VAULT)) - vault, 123_456);
    assert.equal(held - (await connection.getBalance(payer.publicKey)), 123_456 + 5_000);
    const found = await connection.getTransaction(signature, { maxSupportedTransactionVersion: 0 });
    const { err, logMessages, fee, preBalances, postBalances } = found!.meta!;
    assert.deepEqual([err, fee, preBalances[0]! - postBalances[0]!], [null, 5_000, 128_456]);
    assert.deepEqual(loggedDeposits(logMessages!), [{ orderId: pad('0xa1'), currency: SVM_NATIVE, amount: 123_456n }]);
  });

  for (const name of ['usdc', 'usdt', 'pyusd', 'wsol'] as const) {
    it(`takes a deposit of ${name}, also through the lookup table`, async () => {
      const mint = mints[name];
      for (const tables of [false, true]) {
        const [held, vault] = [await tokens(payer.publicKey, name), await tokens(VAULT, name)];
        const signature = await land([deposit({ mint, amount: 777n, orderId: pad('0xb2') })], tables);
        assert.deepEqual(
          [held - (await tokens(payer.publicKey, name)), (await tokens(VAULT, name)) - vault],
          [777n, 777n],
        );
        const { logs } = chain.landed(signature)!;
        assert.deepEqual(loggedDeposits(logs), [
          { orderId: pad('0xb2'), currency: mint.address.toBase58(), amount: 777n },
        ]);
      }
    });
  }

  describe('refuses a deposit', () => {
    const changed = (change: (instruction: TransactionInstruction) => void, mint: SvmDeposit['mint'] = null) => {
      const instruction = deposit({ mint });
      change(instruction);
      return instruction;
    };
    const replaceKey = (at: number, pubkey: PublicKey) => (instruction: TransactionInstruction) =>
      void (instruction.keys[at]!.pubkey = pubkey);
    const cases: [title: string, code: keyof typeof ERRORS, make: () => TransactionInstruction][] = [
      ['with too few accounts', 'accounts', () => changed(({ keys }) => void keys.pop())],
      ['with short data', 'data', () => changed((each) => void (each.data = each.data.subarray(0, 40)))],
      ['with another discriminator', 'instruction', () => changed(({ data }) => void data.writeUInt8(1, 0))],
      ['of nothing', 'amount', () => deposit({ amount: 0n })],
      ['to another vault', 'vault', () => changed(replaceKey(3, stranger))],
      ['with a foreign program', 'program', () => changed(replaceKey(4, MEMO_PROGRAM))],
      ['of tokens with a foreign program', 'program', () => changed(replaceKey(7, MEMO_PROGRAM), mints.usdc)],
      ['with a mint of the other program', 'mint', () => changed(replaceKey(7, TOKEN_2022_PROGRAM), mints.usdc)],
      ['of tokens to the account of a payer', 'vaultToken', () => ownAccount()],
    ];
    const ownAccount = (): TransactionInstruction =>
      changed(replaceKey(6, tokenAccountOf(payer.publicKey, mints.usdc)), mints.usdc);
    for (const [title, code, make] of cases) {
      it(title, async () => {
        assert.deepEqual(await errorOf(make()), { InstructionError: [0, { Custom: ERRORS[code] }] });
      });
    }

    it('that its sender did not sign', async () => {
      const other = svmPayers[1]!.publicKey;
      const unsigned = changed(({ keys }) => void Object.assign(keys[1]!, { pubkey: other, isSigner: false }));
      assert.deepEqual(await errorOf(unsigned), { InstructionError: [0, { Custom: ERRORS.signer }] });
    });

    it('of more tokens than the payer has, by the token program', async () => {
      const error = await errorOf(deposit({ mint: mints.usdc, amount: 10n ** 15n }));
      assert.deepEqual(error, { InstructionError: [0, { Custom: 1 }] });
    });
  });

  it('reads no deposit from the same bytes in the log of another program', () => {
    const data = Buffer.alloc(104).toString('base64');
    const of = (program: PublicKey) => [`Program ${program.toBase58()} invoke [1]`, `Program data: ${data}`];
    assert.equal(loggedDeposits(of(PROGRAM_ID)).length, 1);
    assert.equal(loggedDeposits(of(MEMO_PROGRAM)).length, 0);
    const inner = [`Program ${PROGRAM_ID.toBase58()} invoke [1]`, ...of(MEMO_PROGRAM)];
    assert.equal(loggedDeposits(inner).length, 0);
  });

  it('refuses a transaction above 1232 bytes and takes one of exactly 1232', async () => {
    const memo = (length: number): TransactionInstruction =>
      new TransactionInstruction({ programId: MEMO_PROGRAM, keys: [], data: Buffer.alloc(length, 97) });
    const empty = (await signed([deposit(), memo(200)])).serialize().length;
    const fitting = await signed([deposit(), memo(200 + 1_232 - empty)]);
    assert.equal(fitting.serialize().length, 1_232);
    await connection.sendTransaction(fitting, { skipPreflight: true });
    const large = Buffer.from((await signed([deposit(), memo(200 + 1_233 - empty)])).serialize());
    await assert.rejects(connection.sendEncodedTransaction(large.toString('base64')), /too large: 1233 bytes/u);
  });

  it('forgets a transaction that it drops, and takes the same bytes later', async () => {
    fault = 'drop';
    const transaction = await signed([deposit({ amount: 31n })]);
    const signature = await connection.sendTransaction(transaction);
    chain.tick(3);
    const status = async (): Promise<unknown> =>
      (await connection.getSignatureStatuses([signature], { searchTransactionHistory: true })).value[0];
    assert.equal(await status(), null);
    fault = undefined;
    assert.equal(await connection.sendTransaction(transaction), signature);
    assert.equal(await status(), null, 'a status appears when the slot is over');
    chain.tick();
    assert.equal(((await status()) as { confirmationStatus: string }).confirmationStatus, 'confirmed');
    chain.tick(32);
    assert.equal(((await status()) as { confirmationStatus: string }).confirmationStatus, 'finalized');
    assert.equal(await connection.sendTransaction(transaction), signature, 'sending it again is harmless');
  });

  it('executes no part of a transaction that calls a program that the chain lacks, as a wallet can add it', async () => {
    const before = await connection.getBalance(payer.publicKey);
    const assertion = new TransactionInstruction({
      programId: new PublicKey(ASSERTION_PROGRAM),
      keys: [{ pubkey: payer.publicKey, isSigner: false, isWritable: false }],
      data: Buffer.from('050000', 'hex'),
    });
    const signature = await connection.sendTransaction(await signed([deposit({ amount: 43n }), assertion]), {
      skipPreflight: true,
    });
    chain.tick(3);
    const { value } = await connection.getSignatureStatuses([signature], { searchTransactionHistory: true });
    assert.notEqual(value[0]?.err, null, 'it failed, or was never executed');
    assert.ok(before - (await connection.getBalance(payer.publicKey)) <= 5_000, 'at most the network fee was taken');
  });

  it('refuses a blockhash after 150 slots and not before', async () => {
    const { blockhash, lastValidBlockHeight } = await connection.getLatestBlockhash();
    const transaction = await signed([deposit({ amount: 37n })]);
    const other = await signed([deposit({ amount: 41n })]);
    chain.tick(150);
    assert.equal(await connection.getBlockHeight(), lastValidBlockHeight);
    await connection.sendTransaction(other);
    chain.tick();
    assert.equal((await connection.isBlockhashValid(blockhash)).value, false);
    await assert.rejects(connection.sendTransaction(transaction), (error: unknown) => {
      assert.ok(error instanceof SendTransactionError);
      return /Blockhash not found/u.test(error.message);
    });
    const result = await connection.simulateTransaction(transaction, { replaceRecentBlockhash: true });
    assert.equal(result.value.err, null);
  });

  it('refuses a false signature', async () => {
    const transaction = await signed([deposit()]);
    transaction.signatures[0] = new Uint8Array(64).fill(1);
    await assert.rejects(connection.sendTransaction(transaction), /signature verification failure/u);
  });

  it('lists the transactions of an account, newest first', async () => {
    const first = await land([deposit({ amount: 51n })]);
    const second = await land([deposit({ amount: 52n })]);
    const list = await connection.getSignaturesForAddress(payer.publicKey, { limit: 2 });
    assert.deepEqual(
      list.map(({ signature, err }) => [signature, err]),
      [
        [second, null],
        [first, null],
      ],
    );
    const older = await connection.getSignaturesForAddress(VAULT, { before: second, limit: 1 });
    assert.equal(older[0]!.signature, first);
  });

  it('shows the token accounts of an owner, parsed, for both token programs', async () => {
    for (const [program, symbols] of [
      [TOKEN_PROGRAM, ['usdc', 'usdt', 'wsol']],
      [TOKEN_2022_PROGRAM, ['pyusd']],
    ] as const) {
      const { value } = await connection.getParsedTokenAccountsByOwner(svmPayers[1]!.publicKey, { programId: program });
      type Info = { mint: string; tokenAmount: { uiAmountString: string } };
      const found = value.map(({ account }) => (account.data as { parsed: { info: Info } }).parsed.info);
      assert.deepEqual(
        found.map(({ mint, tokenAmount }) => [mint, tokenAmount.uiAmountString]).sort(),
        symbols.map((name) => [mints[name].address.toBase58(), name === 'wsol' ? '100' : '10000']).sort(),
      );
    }
  });

  it('prices a priority fee and a second signature, and prices nothing for an old blockhash', async () => {
    const { message } = await signed([
      ComputeBudgetProgram.setComputeUnitLimit({ units: 1_000_000 }),
      ComputeBudgetProgram.setComputeUnitPrice({ microLamports: 3 }),
      deposit(),
    ]);
    assert.equal((await connection.getFeeForMessage(message)).value, 5_003);
    chain.tick(151);
    assert.equal((await connection.getFeeForMessage(message)).value, null);
  });

  it('confirms a transaction over the websocket', async () => {
    const transfer = SystemProgram.transfer({ fromPubkey: payer.publicKey, toPubkey: stranger, lamports: 10 ** 7 });
    const signature = await connection.sendTransaction(await signed([transfer]));
    // web3.js would reconnect for ever after the end of this test.
    const socket = new WebSocket(rpc.wsRpcUrl);
    await once(socket, 'open');
    const next = async (): Promise<unknown> => JSON.parse(String(((await once(socket, 'message')) as [Buffer])[0]));
    socket.send(JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'signatureSubscribe', params: [signature] }));
    assert.deepEqual(await next(), { jsonrpc: '2.0', id: 1, result: 1 });
    chain.tick();
    const result = { context: { slot: chain.slot }, value: { err: null } };
    assert.deepEqual(await next(), {
      jsonrpc: '2.0',
      method: 'signatureNotification',
      params: { subscription: 1, result },
    });
    socket.terminate();
    assert.equal(await connection.getBalance(stranger), 10 ** 7);
  });
});
