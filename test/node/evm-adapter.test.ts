/** Tests the EVM adapter on a local chain: its requests, the values that it reads, and its results for transactions. */
import assert from 'node:assert/strict';
import { after, afterEach, before, beforeEach, describe, test } from 'node:test';
import { encodeFunctionData, erc20Abi, parseAbi, parseEther, type Address, type Hex } from 'viem';
import { payers } from '../../demo/devnet/base/accounts.js';
import { addresses, deployAndFund, MULTICALL3, startChain, type EvmChain } from '../../demo/devnet/evm/start-evm.js';
import { loadContracts } from '../../demo/devnet/base/compile-contracts.js';
import type { Clock } from '../../src/shared/time/clock.js';
import type { WalletRequest } from '../../src/types.js';
import type { ExpectedTransaction } from '../../src/vm/family/abilities.js';
import type { ChainAccess, Receipt } from '../../src/vm/family/sources.js';
import { evmAdapter } from '../../src/vm/evm/adapter.js';
import { evmWallet } from '../../src/wallets/evm-wallet.js';
import type { Wallet } from '../../src/wallets/wallet.js';

const NATIVE = `0x${'0'.repeat(40)}`;
const ID = `0x${'ab'.repeat(32)}` as const;
const payer: Address = payers[0]!.address;
/** This account sends no transaction, so its balances never change. */
const idle: Address = payers[1]!.address;
const stranger: Address = '0x00000000000000000000000000000000000a11ce';
const refusing: Address = '0x0000000000000000000000000000000000000bad';

const depository = parseAbi(['function depositNative(address depositor, bytes32 id) payable']);

/** A timer of this length ends a request that the node does not answer. No such timer runs. */
const ANSWER_MS = 10_000;
let time = 0;
/** The time passes only while the adapter waits for its next poll. Each of these waits ends at once. */
const clock: Clock = {
  now: () => time,
  setTimeout: (run, ms) =>
    ms !== ANSWER_MS &&
    setImmediate(() => {
      time += ms;
      run();
    }),
  clearTimeout: (id) => {
    if (id) clearImmediate(id as NodeJS.Immediate);
  },
};

describe('EVM adapter on a real chain', () => {
  let chain: EvmChain;
  let stop: AbortController;
  let wallet: Wallet;
  /** The number of finished polls. */
  let looks: number;
  let onLook = (): void => undefined;

  before(async () => {
    chain = await startChain(31337, 'A');
    await deployAndFund(chain, await loadContracts());
    await chain.test.impersonateAccount({ address: payer });
  });
  after(async () => {
    await chain.stop();
  });
  beforeEach(() => {
    stop = new AbortController();
    looks = 0;
    const request = ({ method, params }: { method: string; params?: unknown }): Promise<unknown> =>
      method === 'eth_accounts' ? Promise.resolve([payer]) : node(method, params);
    wallet = evmWallet({ id: 'w', name: 'W', icon: null, vmType: 'evm' }, { request }, () => Promise.resolve());
  });
  afterEach(async () => {
    stop.abort();
    // Reorganizations destroy snapshots, so the chain is not reset between tests. No test depends on another test.
    await chain.test.setAutomine(true);
    await chain.test.mine({ blocks: 1 });
  });

  /** Sends a request to the node of the chain. The node is also the wallet. */
  const node = async (method: string, params: unknown): Promise<unknown> => {
    const headers = { 'content-type': 'application/json' };
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params });
    const response = await fetch(chain.httpRpcUrl, { method: 'POST', headers, body });
    const { result, error } = (await response.json()) as {
      result?: unknown;
      error?: { code: number; message: string };
    };
    if (error) throw Object.assign(new Error(error.message), { code: error.code });
    return result;
  };

  const access = (): ChainAccess => ({
    chain: { id: chain.id, vmType: 'evm', httpRpcUrl: chain.httpRpcUrl, contracts: { multicall3: MULTICALL3 } },
    fetch: counting,
    signal: stop.signal,
    clock,
  });

  const counting: typeof fetch = async (input, init) => {
    const response = await fetch(input, init);
    if ((init?.body as string).includes('eth_getTransactionByHash')) {
      looks += 1;
      onLook();
    }
    return response;
  };

  const deposit = (value: bigint): WalletRequest & { kind: 'transaction' } => ({
    kind: 'transaction',
    step: 'deposit',
    chainId: chain.id,
    from: payer,
    to: addresses.depository,
    data: encodeFunctionData({ abi: depository, functionName: 'depositNative', args: [payer, ID] }),
    value: String(value),
  });

  const expectedOf = ({ from, to, value, data }: WalletRequest & { kind: 'transaction' }): ExpectedTransaction => ({
    from,
    to,
    value,
    dataHash: evmAdapter.hashText(data),
  });

  /** Sends the payment and starts to wait for the receipt. Resolves when the node has the transaction. */
  const pay = async (request = deposit(1n)): Promise<{ hash: string; nonce: number; receipt: Promise<Receipt> }> => {
    const nonce = await evmAdapter.transactions.nextNonce(payer, access());
    assert.notEqual(nonce, null);
    const hash = await evmAdapter.transactions.submit(request, wallet);
    const receipt = evmAdapter.ledger.waitForReceipt({ hash, nonce: nonce! }, expectedOf(request), access());
    receipt.catch(() => undefined);
    return { hash, nonce: Number(nonce), receipt };
  };

  const send = async (o: { to: string; data?: string; value?: bigint; nonce?: number }): Promise<string> => {
    const gas = { gas: '0x30d40', gasPrice: '0x174876e800' };
    const nonce = o.nonce === undefined ? {} : { nonce: `0x${o.nonce.toString(16)}` };
    const value = `0x${(o.value ?? 0n).toString(16)}`;
    return (await node('eth_sendTransaction', [
      { from: payer, to: o.to, data: o.data ?? '0x', value, ...gas, ...nonce },
    ])) as string;
  };

  /** Resolves when the adapter has polled `count` more times. */
  const looked = (count: number): Promise<void> => {
    const enough = looks + count;
    return new Promise((resolve) => {
      onLook = () => {
        if (looks >= enough) resolve();
      };
    });
  };

  /** True if there is still no receipt after three more polls. */
  const isUndecided = async (receipt: Promise<Receipt>): Promise<boolean> => {
    let decided = false;
    const end = receipt.then(
      () => (decided = true),
      () => undefined,
    );
    // Polling stops when there is a receipt, so wait for `end` too.
    await Promise.race([looked(3), end]);
    return !decided;
  };

  test('EVM adapter reads native currency and tokens and returns null when an address is not a token', async () => {
    const currencies = [NATIVE, addresses.usdc, addresses.dai, addresses.usdt, stranger, addresses.depository];
    const amounts = await evmAdapter.balances(
      idle,
      currencies.map((currency) => ({ currency })),
      access(),
    );
    const token = 10_000n * 10n ** 6n;
    assert.deepEqual(amounts, [parseEther('10'), token, 10_000n * 10n ** 18n, token, null, null]);
  });

  test('EVM adapter reads 1200 currencies in three calls', async () => {
    let calls = 0;
    const counted: typeof fetch = (input, init) => {
      calls += 1;
      return fetch(input, init);
    };
    const many = Array.from({ length: 1_200 }, (_, n) => ({ currency: n % 2 === 0 ? addresses.usdc : NATIVE }));
    const amounts = await evmAdapter.balances(payer, many, { ...access(), fetch: counted });
    assert.equal(amounts.filter((each) => each !== null && each > 0n).length, 1_200);
    assert.equal(calls, 3);
  });

  test('EVM adapter returns null balances without throwing when multicall3 is missing', async () => {
    const otherMulticall = { ...access(), chain: { ...access().chain, contracts: { multicall3: stranger } } };
    assert.deepEqual(await evmAdapter.balances(payer, [{ currency: NATIVE }], otherMulticall), [null]);
  });

  test('EVM adapter estimates the fee of a deposit and uses an upper bound when the estimate fails', async () => {
    const price = await chain.read.getGasPrice();
    const one = await evmAdapter.estimateFee([deposit(1n)], access());
    assert.ok(one !== null && one > 21_000n * price && one < 200_000n * price, `${one} at ${price}`);
    const data = encodeFunctionData({ abi: erc20Abi, functionName: 'transferFrom', args: [stranger, payer, 1n] });
    const impossible = await evmAdapter.estimateFee([{ ...deposit(0n), to: addresses.usdc, data }], access());
    assert.ok(impossible !== null && impossible >= 100_000n * price);
  });

  test('EVM adapter prepares without a prompt when the wallet has the correct chain and account', async () => {
    const phases: string[] = [];
    await evmAdapter.prepare(deposit(1n), wallet, {
      ...access(),
      mayAdd: true,
      onPhase: (phase) => void phases.push(phase),
    });
    assert.deepEqual(phases, []);
  });

  test('EVM adapter sends exactly the request and returns confirmed when it is mined', async () => {
    const before = await chain.read.getBalance({ address: addresses.depository });
    const { hash, receipt } = await pay(deposit(parseEther('0.25')));
    assert.deepEqual(await receipt, { outcome: 'confirmed', hash });
    const sent = await chain.read.getTransaction({ hash: hash as Hex });
    assert.equal(sent.input, deposit(1n).data);
    assert.equal((await chain.read.getBalance({ address: addresses.depository })) - before, parseEther('0.25'));
  });

  test('F-83 EVM adapter returns reverted when the transaction reverts', async () => {
    await chain.test.setAutomine(false);
    const target = { ...deposit(0n), to: refusing, data: '0x' };
    const { hash, receipt } = await pay(target);
    await chain.test.setCode({ address: refusing, bytecode: '0x60006000fd' });
    await chain.test.mine({ blocks: 1 });
    assert.deepEqual(await receipt, { outcome: 'reverted', hash });
  });

  test('F-78 EVM adapter returns repriced when the same content is mined with the same nonce and another hash', async () => {
    await chain.test.setAutomine(false);
    const { nonce, receipt } = await pay();
    await looked(1);
    const faster = await send({ to: addresses.depository, data: deposit(1n).data, value: 1n, nonce });
    await chain.test.mine({ blocks: 1 });
    assert.deepEqual(await receipt, { outcome: 'repriced', hash: faster });
  });

  test('F-79 EVM adapter returns cancelled when the payer cancels in the wallet', async () => {
    await chain.test.setAutomine(false);
    const { nonce, receipt } = await pay();
    await looked(1);
    const cancel = await send({ to: payer, nonce });
    await chain.test.mine({ blocks: 1 });
    assert.deepEqual(await receipt, { outcome: 'cancelled', hash: cancel });
  });

  test('F-80 F-81 EVM adapter returns replaced when another transaction took the nonce 40 blocks ago', async () => {
    await chain.test.setAutomine(false);
    const { nonce, receipt } = await pay();
    await looked(1);
    const other = await send({ to: stranger, value: 1n, nonce });
    await chain.test.mine({ blocks: 40 });
    assert.deepEqual(await receipt, { outcome: 'replaced', hash: other });
  });

  test('F-82 EVM adapter waits when the transaction is dropped, and returns repriced when it is sent again', async () => {
    await chain.test.setAutomine(false);
    const { hash, nonce, receipt } = await pay();
    await looked(1);
    await chain.test.dropTransaction({ hash: hash as Hex });
    await chain.test.mine({ blocks: 3 });
    assert.equal(await isUndecided(receipt), true);
    const again = await send({ to: addresses.depository, data: deposit(1n).data, value: 1n, nonce });
    await chain.test.mine({ blocks: 1 });
    assert.deepEqual(await receipt, { outcome: 'repriced', hash: again });
  });

  test('F-67 EVM adapter returns confirmed when the payer chose a later nonce', async () => {
    await chain.test.setAutomine(false);
    const nonce = Number(await evmAdapter.transactions.nextNonce(payer, access()));
    const request = deposit(1n);
    const hash = await send({ to: request.to, data: request.data, value: 1n, nonce: nonce + 1 });
    const receipt = evmAdapter.ledger.waitForReceipt({ hash, nonce: String(nonce) }, expectedOf(request), access());
    await send({ to: stranger, nonce });
    await chain.test.mine({ blocks: 1 });
    assert.deepEqual(await receipt, { outcome: 'confirmed', hash });
  });

  test('F-152 F-96 EVM adapter finds a transaction without its hash when it is pending or mined, and no other', async () => {
    await chain.test.setAutomine(false);
    const request = deposit(1n);
    const query = {
      nonce: await evmAdapter.transactions.nextNonce(payer, access()),
      expected: expectedOf(request),
      belongsToOther: () => false,
    };
    assert.equal(await evmAdapter.ledger.findTransaction(query, access()), null);
    const hash = await evmAdapter.transactions.submit(request, wallet);
    assert.deepEqual(await evmAdapter.ledger.findTransaction(query, access()), { outcome: 'pending', hash });
    await chain.test.mine({ blocks: 40 });
    assert.deepEqual(await evmAdapter.ledger.findTransaction(query, access()), { outcome: 'confirmed', hash });
    const next = { ...query, nonce: await evmAdapter.transactions.nextNonce(payer, access()) };
    await send({ to: stranger, value: 1n });
    assert.equal(await evmAdapter.ledger.findTransaction(next, access()), null);
    await chain.test.mine({ blocks: 1 });
    // The nonce was read before a prompt, so a transaction with it proves nothing about the payment.
    assert.deepEqual(await evmAdapter.ledger.findTransaction(next, access()), { outcome: 'other' });
  });

  test('F-85 EVM adapter waits when a reorganisation removes the deposit, until it is mined again', async () => {
    await chain.test.setAutomine(false);
    const hash = await evmAdapter.transactions.submit(deposit(1n), wallet);
    await chain.test.mine({ blocks: 1 });
    await node('anvil_reorg', [1, []]);
    assert.equal(await chain.read.getTransactionReceipt({ hash: hash as Hex }).catch(() => null), null);
    const nonce = await evmAdapter.transactions.nextNonce(payer, access());
    const receipt = evmAdapter.ledger.waitForReceipt({ hash, nonce: nonce! }, expectedOf(deposit(1n)), access());
    assert.equal(await isUndecided(receipt), true);
    const again = await evmAdapter.transactions.submit(deposit(1n), wallet);
    await chain.test.mine({ blocks: 1 });
    const { outcome } = await receipt;
    assert.ok(outcome === 'confirmed' || outcome === 'repriced', `${outcome} ${again}`);
  });

  test('EVM adapter reads the received amount of a transaction in tokens and in native currency', async () => {
    const data = encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [stranger, 123n] });
    const token = await send({ to: addresses.usdc, data });
    const native = await send({ to: stranger, value: 7n });
    // The node returns a hash before it has mined the transaction.
    await chain.test.mine({ blocks: 1 });
    assert.equal(await evmAdapter.ledger.receivedAmount(token, stranger, addresses.usdc, access()), 123n);
    assert.equal(await evmAdapter.ledger.receivedAmount(token, stranger, addresses.dai, access()), null);
    assert.equal(await evmAdapter.ledger.receivedAmount(token, payer, addresses.usdc, access()), null);
    assert.equal(await evmAdapter.ledger.receivedAmount(native, stranger, NATIVE, access()), 7n);
  });
});
