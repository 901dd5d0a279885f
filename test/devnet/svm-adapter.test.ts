/** Pays on the SVM chain of the devnet with the adapter of SVM chains: the real runtime executes each transaction. */

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import {
  AuthorityType,
  createApproveInstruction,
  createAssociatedTokenAccountIdempotentInstruction,
  createBurnInstruction,
  createCloseAccountInstruction,
  createSetAuthorityInstruction,
  createSyncNativeInstruction,
  createTransferCheckedInstruction,
  createTransferInstruction,
} from '@solana/spl-token';
import {
  ComputeBudgetProgram,
  Keypair,
  PublicKey,
  SystemProgram,
  VersionedTransaction,
  TransactionInstruction,
} from '@solana/web3.js';
import { pad } from 'viem';
import {
  LOOKUP_TABLE,
  mints,
  PROGRAM_ID,
  SVM_CHAIN,
  SVM_NATIVE,
  svmPayers,
  tokenAccountOf,
  VAULT,
} from '../../demo/devnet/svm/addresses.js';
import { createSvmChain, type SvmChain } from '../../demo/devnet/svm/chain.js';
import { depositInstruction } from '../../demo/devnet/svm/deposits.js';
import type { SvmFault } from '../../demo/devnet/svm/rpc-methods.js';
import { serveSvmRpc, type SvmRpc } from '../../demo/devnet/svm/rpc-server.js';
import { setUpSvm } from '../../demo/devnet/svm/set-up.js';
import { balanceOnSvm } from '../../demo/devnet/svm/tokens.js';
import type { HubPayError } from '../../src/errors.js';
import { platformClock } from '../../src/shared/time/clock.js';
import type { InstructionsRequest } from '../../src/vm/family/abilities.js';
import type { GuardContext, Verdict } from '../../src/vm/family/adapter.js';
import type { ChainAccess } from '../../src/vm/family/sources.js';
import { svmAdapter } from '../../src/vm/svm/adapter.js';
import type { SvmVersion, SvmWallet } from '../../src/wallets/wallet.js';

const payer = svmPayers[0]!;
const from = payer.publicKey.toBase58();
const orderId = pad('0xa1');
const stranger = Keypair.fromSeed(Buffer.alloc(32, 7)).publicKey;
const usdc = mints.usdc.address.toBase58();
const AMOUNT = 1_234_567n;

describe('the adapter on the devnet’s SVM chain', () => {
  let chain: SvmChain;
  let rpc: SvmRpc;
  let fault: SvmFault;
  let access: ChainAccess;
  const stop = new AbortController();
  before(async () => {
    chain = createSvmChain({ isClockStopped: true });
    setUpSvm(chain);
    rpc = await serveSvmRpc(chain, () => fault);
    access = {
      chain: {
        id: SVM_CHAIN,
        vmType: 'svm',
        httpRpcUrl: rpc.httpRpcUrl,
        currency: { symbol: 'SOL', name: 'SOL', address: SVM_NATIVE, decimals: 9 },
        protocol: { v2: { depository: PROGRAM_ID.toBase58() } },
      },
      fetch: globalThis.fetch,
      clock: platformClock,
      signal: stop.signal,
    };
  });
  after(async () => {
    stop.abort();
    await rpc.close();
  });

  const wire = ({ programId, keys, data }: TransactionInstruction) => ({
    programId: programId.toBase58(),
    keys: keys.map((each) => ({ ...each, pubkey: each.pubkey.toBase58() })),
    data: data.toString('hex'),
  });
  /** The guard's verdict on a quote of these instructions. */
  function judge(
    instructions: TransactionInstruction[],
    { step = 'deposit', currency = SVM_NATIVE, amount = AMOUNT, recipient = `0x${'b'.repeat(40)}` } = {},
  ): Promise<Verdict> {
    const isSend = step === 'send';
    const data = { instructions: instructions.map(wire), addressLookupTableAddresses: [LOOKUP_TABLE.toBase58()] };
    const intent = {
      tradeType: 'EXACT_OUTPUT',
      amount: String(amount),
      user: from,
      originChainId: SVM_CHAIN,
      originCurrency: currency,
      destinationChainId: isSend ? SVM_CHAIN : 31338,
      destinationCurrency: currency,
      recipient,
      refundTo: from,
    } as const;
    const context: GuardContext = {
      intent,
      orderId,
      requestId: orderId,
      amountIn: amount,
      leastOut: amount,
      oneCurrency: true,
      chain: access.chain,
    };
    return svmAdapter.guardSteps([{ id: step, kind: 'transaction', items: [{ data }] }], context);
  }
  async function requestOf(...quote: Parameters<typeof judge>): Promise<InstructionsRequest> {
    const { requests, blocks } = await judge(...quote);
    assert.deepEqual(blocks, []);
    const [request] = requests;
    assert.equal(request?.kind, 'instructions');
    return request;
  }
  /** The form of transactions that the wallet signs. */
  let version: SvmVersion = 0;
  const wallet = {
    id: 'key',
    name: 'Key',
    icon: null,
    vmType: 'svm',
    addresses: () => Promise.resolve([from]),
    subscribe: () => () => undefined,
    disconnect: () => Promise.resolve(),
    signTransaction: (bytes) => {
      const transaction = VersionedTransaction.deserialize(bytes);
      transaction.sign([payer]);
      return Promise.resolve(transaction.serialize());
    },
    signAndSend: () => Promise.reject(new Error('not asked')),
    versions: () => ({ signs: [version], sends: [] }),
  } satisfies SvmWallet;
  const { instructions: abilities, ledger } = svmAdapter;
  async function pay(request: InstructionsRequest) {
    const compiled = await abilities.compile(request, access, wallet);
    const signed = await abilities.sign(compiled, wallet, access);
    await abilities.send(signed, access);
    // To send the same transaction again changes nothing.
    await abilities.send(signed, access);
    chain.tick();
    return signed;
  }
  const deposit = (mint: keyof typeof mints | null, amount = AMOUNT): TransactionInstruction =>
    depositInstruction({ sender: payer.publicKey, mint: mint && mints[mint], amount, orderId });

  for (const name of [null, 'usdc', 'pyusd', 'wsol'] as const) {
    it(`deposits ${name ?? 'the native currency'}: both balances change by the exact amount, and the order is found`, async () => {
      const mint = name && mints[name];
      const currency = mint ? mint.address.toBase58() : SVM_NATIVE;
      const held = (owner: PublicKey): bigint => balanceOnSvm(chain, mint, owner);
      const [before, vault] = [held(payer.publicKey), held(VAULT)];
      const request = await requestOf([deposit(name)], { currency });
      const fee = await svmAdapter.estimateFee([request], access);
      const { hash, expected } = await pay(request);
      assert.equal(held(VAULT) - vault, AMOUNT);
      assert.equal(before - held(payer.publicKey), AMOUNT + (mint ? 0n : fee!));
      assert.deepEqual(await svmAdapter.balances(from, [{ currency }], access), [held(payer.publicKey)]);
      assert.deepEqual(await ledger.waitForReceipt({ hash }, expected, access), { outcome: 'confirmed', hash });
      assert.equal(await ledger.paidAmount(hash, from, currency, access), AMOUNT);
      assert.equal(await ledger.receivedAmount(hash, VAULT.toBase58(), currency, access, 600n), AMOUNT);
      const query = { nonce: null, expected: { ...expected, blockhash: 'unknown' } };
      const found = await ledger.findTransaction({ ...query, belongsToOther: (each) => each !== hash }, access);
      assert.deepEqual(found, { outcome: 'confirmed', hash });
    });
  }

  it('P-45 deposits with a transaction of the older form when the wallet signs no other', async () => {
    version = 'legacy';
    try {
      const before = balanceOnSvm(chain, mints.usdc, VAULT);
      const { hash, expected } = await pay(await requestOf([deposit('usdc')], { currency: usdc }));
      assert.equal(balanceOnSvm(chain, mints.usdc, VAULT) - before, AMOUNT);
      assert.deepEqual(await ledger.waitForReceipt({ hash }, expected, access), { outcome: 'confirmed', hash });
    } finally {
      version = 0;
    }
  });

  it('sends tokens to a recipient without a token account, whose rent the estimate contains', async () => {
    const recipient = Keypair.generate().publicKey;
    const account = tokenAccountOf(recipient, mints.usdc);
    const request = await requestOf(
      [
        ComputeBudgetProgram.setComputeUnitLimit({ units: 80_000 }),
        ComputeBudgetProgram.setComputeUnitPrice({ microLamports: 50_000 }),
        createAssociatedTokenAccountIdempotentInstruction(payer.publicKey, account, recipient, mints.usdc.address),
        createTransferCheckedInstruction(
          tokenAccountOf(payer.publicKey, mints.usdc),
          mints.usdc.address,
          account,
          payer.publicKey,
          AMOUNT,
          6,
        ),
      ],
      { step: 'send', currency: usdc, recipient: recipient.toBase58() },
    );
    const fee = await svmAdapter.estimateFee([request], access);
    const before = balanceOnSvm(chain, null, payer.publicKey);
    const { hash } = await pay(request);
    assert.equal(before - balanceOnSvm(chain, null, payer.publicKey), fee);
    const transfers = await ledger.transfersTo(hash, recipient.toBase58(), access);
    assert.deepEqual(transfers?.amounts, { [usdc]: AMOUNT });
  });

  it('reads the decimals of tokens of both programs', async () => {
    const assets = [mints.usdc, mints.pyusd, mints.wsol].map(({ address }) => ({ currency: address.toBase58() }));
    const found = await svmAdapter.tokenInfo([...assets, { currency: from }], access);
    assert.deepEqual(
      found.map((each) => each && each.decimals),
      [6, 6, 9, null],
    );
  });

  it('compiles with the chain’s lookup table, which makes the transaction shorter', async () => {
    const request = await requestOf([deposit('usdc')], { currency: usdc });
    const short = await abilities.compile(request, access, wallet);
    const long = await abilities.compile({ ...request, lookupTables: [] }, access, wallet);
    assert.ok(short.bytes.length < long.bytes.length - 100);
  });

  it('says before the prompt that the balance is too small, or why the transaction would fail', async () => {
    const codeOf = async (request: InstructionsRequest): Promise<unknown> =>
      abilities.compile(request, access, wallet).then(
        () => null,
        (error: unknown) => [(error as HubPayError).code, (error as HubPayError).money],
      );
    const rich = await requestOf([deposit(null, 10n ** 15n)], { amount: 10n ** 15n });
    assert.deepEqual(await codeOf(rich), ['insufficient-funds', 'not-sent']);
    const request = await requestOf([deposit('usdc')], { currency: usdc });
    const [wrong] = request.instructions;
    const vaultless = { ...wrong!, keys: wrong!.keys.map((key, at) => (at === 3 ? { ...key, pubkey: from } : key)) };
    assert.deepEqual(await codeOf({ ...request, instructions: [vaultless] }), ['reverted', 'not-sent']);
  });

  it('expires when the chain drops the transaction and its last valid block is over', async () => {
    const request = await requestOf([deposit(null)]);
    fault = 'drop';
    const { hash, expected } = await pay(request);
    fault = undefined;
    assert.equal(await abilities.isExpired(expected, access), false);
    chain.tick(151);
    assert.equal(await abilities.isExpired(expected, access), true);
    assert.deepEqual(await ledger.waitForReceipt({ hash }, expected, access), { outcome: 'expired', hash });
  });

  it('reports a transaction that the runtime executed without success', async () => {
    const request = await requestOf([deposit(null)]);
    const compiled = await abilities.compile(request, access, wallet);
    const signed = await abilities.sign(compiled, wallet, access);
    const key = payer.publicKey;
    const account = chain.account(key)!;
    chain.setAccount(key, { ...account, lamports: 1_000_000n });
    await abilities.send(signed, access);
    chain.tick();
    const receipt = await ledger.waitForReceipt(signed, signed.expected, access);
    chain.setAccount(key, account);
    assert.deepEqual(receipt, { outcome: 'reverted', hash: signed.hash });
    assert.equal(await ledger.paidAmount(signed.hash, from, SVM_NATIVE, access), null);
  });

  const mine = tokenAccountOf(payer.publicKey, mints.usdc);
  const key = payer.publicKey;
  const calling = (programId: PublicKey): TransactionInstruction => {
    const { keys, data } = deposit(null);
    return new TransactionInstruction({ programId, keys, data });
  };
  const harmful: readonly [rule: string, name: string, instruction: TransactionInstruction][] = [
    ['G42', 'an approval', createApproveInstruction(mine, stranger, key, 1n)],
    ['G42', 'a new owner', createSetAuthorityInstruction(mine, key, AuthorityType.AccountOwner, stranger)],
    ['G42', 'a burn', createBurnInstruction(mine, mints.usdc.address, key, 1n)],
    ['G42', 'a closed account', createCloseAccountInstruction(mine, stranger, key)],
    ['G42', 'a foreign account', createSyncNativeInstruction(mine)],
    [
      'G42',
      'a foreign token account',
      createAssociatedTokenAccountIdempotentInstruction(key, mine, stranger, mints.usdc.address),
    ],
    ['G43', 'a transfer of tokens', createTransferInstruction(mine, tokenAccountOf(stranger, mints.usdc), key, 1n)],
    ['G42', 'an assignment', SystemProgram.assign({ accountPubkey: key, programId: stranger })],
    ['G43', 'a payment', SystemProgram.transfer({ fromPubkey: key, toPubkey: stranger, lamports: 1n })],
    ['G40', 'a durable nonce', SystemProgram.nonceAdvance({ noncePubkey: stranger, authorizedPubkey: key })],
    ['G41', 'a stake', calling(new PublicKey('Stake11111111111111111111111111111111111111'))],
    ['G41', 'another program', calling(stranger)],
  ];
  for (const [rule, name, instruction] of harmful) {
    it(`${rule} blocks ${name} beside the deposit`, async () => {
      const { blocks, requests } = await judge([instruction, deposit(null)]);
      assert.deepEqual(requests, []);
      assert.ok(
        blocks.some((block) => block.rule === rule),
        JSON.stringify(blocks),
      );
    });
  }
});
