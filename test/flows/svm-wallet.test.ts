/** Tests the demo wallet for the SVM chain in the shop, as a page finds it by Wallet Standard, without the element. */
import assert from 'node:assert/strict';
import {
  Connection,
  Keypair,
  PublicKey,
  TransactionMessage,
  VersionedTransaction,
  type AddressLookupTableAccount,
} from '@solana/web3.js';
import type { Demo } from '../../demo/start-demo.js';
import {
  COMPUTE_BUDGET_PROGRAM,
  LOOKUP_TABLE,
  mints,
  PROGRAM_ID,
  SVM_CHAIN,
  SVM_NATIVE,
  svmPayers,
} from '../../demo/devnet/svm/addresses.js';
import { depositInstruction } from '../../demo/devnet/svm/deposits.js';
import type { Page } from '../support/pages/drive.js';
import { inEngines } from '../support/pages/flows.js';
import { answerWallet, setWallet } from '../support/pages/shop-page.js';

type Answer = { value?: string; error?: { code?: number; message: string } };
type PageWallet = {
  name: string;
  accounts: { address: string }[];
  features: Record<string, Record<string, (...input: unknown[]) => Promise<unknown>>>;
};
type WalletWindow = typeof globalThis & { svm: { wallet?: PageWallet; answer?: Answer; changes: string[] } };

const payer = svmPayers[0]!.publicKey;

/** Finds the wallet in the page, as every page does. */
const find = (page: Page): Promise<unknown> =>
  page.evaluate(() => {
    const found = ((globalThis as WalletWindow).svm = { changes: [] as string[] }) as WalletWindow['svm'];
    const register = (wallet: PageWallet): void => void (found.wallet = wallet);
    dispatchEvent(new CustomEvent('wallet-standard:app-ready', { detail: { register } }));
    const onChange = ({ accounts = [] }: { accounts?: { address: string }[] }): void =>
      void found.changes.push(accounts.map(({ address }) => address).join());
    void found.wallet?.features['standard:events']?.['on']?.('change', onChange);
    return found.wallet?.name;
  });

/** Starts a request. The answer appears in the page later, after the wallet's owner has answered. */
const ask = (page: Page, feature: string, input: Record<string, string>): Promise<void> =>
  page.evaluate(
    (name, fields) => {
      const { svm } = globalThis as WalletWindow;
      const bytes = (text: string): Uint8Array => Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
      const encoded = (of: unknown): string => btoa(String.fromCharCode(...(of as Uint8Array)));
      const { address, transaction, message, chain } = fields;
      const account = svm.wallet!.accounts.find((each) => each.address === address) ?? { address };
      const content = {
        account,
        ...(chain && { chain }),
        ...(transaction && { transaction: bytes(transaction) }),
        ...(message && { message: bytes(message) }),
      };
      delete svm.answer;
      const method = name.split(':')[1]!;
      const plain = method === 'connect' || method === 'disconnect';
      svm.wallet!.features[name]![method]!(...(plain ? [] : [content])).then(
        (result) => {
          const [first] = Array.isArray(result) ? (result as Record<string, unknown>[]) : [];
          const value = first?.['signedTransaction'] ?? first?.['signature'];
          const addresses = svm.wallet!.accounts.map((each) => each.address).join();
          svm.answer = { value: value ? encoded(value) : addresses };
        },
        (error: unknown) => {
          const { code, message: text } = error as { code?: number; message: string };
          svm.answer = { error: { ...(code && { code }), message: text } };
        },
      );
    },
    feature,
    input,
  );

const answerOf = (page: Page): Promise<Answer> => page.waitFor(() => (globalThis as WalletWindow).svm.answer);

async function connected(page: Page, demo: Demo): Promise<void> {
  await page.goto(demo.url);
  assert.equal(await find(page), 'Demo wallet');
  await ask(page, 'standard:connect', {});
  await answerWallet(page, 'approve');
  assert.deepEqual(await answerOf(page), { value: payer.toBase58() });
}

const connectionOf = ({ devnet }: Demo): Connection =>
  new Connection(devnet.chains.find(({ id }) => id === SVM_CHAIN)!.httpRpcUrl, 'confirmed');

async function tableOf(demo: Demo): Promise<AddressLookupTableAccount> {
  return (await connectionOf(demo).getAddressLookupTable(LOOKUP_TABLE)).value!;
}

/** An unsigned deposit, in base64. */
async function transactionFor(demo: Demo, amount = 1_000n): Promise<string> {
  const orderId = `0x${Buffer.from(Keypair.generate().publicKey.toBytes()).toString('hex')}` as const;
  const deposit = depositInstruction({ sender: payer, mint: mints.usdc, amount, orderId });
  const { blockhash: recentBlockhash } = await connectionOf(demo).getLatestBlockhash();
  const message = new TransactionMessage({ payerKey: payer, recentBlockhash, instructions: [deposit] });
  const transaction = new VersionedTransaction(message.compileToV0Message([await tableOf(demo)]));
  return Buffer.from(transaction.serialize()).toString('base64');
}

const read = (text: string): VersionedTransaction => VersionedTransaction.deserialize(Buffer.from(text, 'base64'));

async function programsOf(demo: Demo, { message }: VersionedTransaction): Promise<string[]> {
  const tables = { addressLookupTableAccounts: [await tableOf(demo)] };
  return TransactionMessage.decompile(message, tables).instructions.map(({ programId }) => programId.toBase58());
}

const address = payer.toBase58();

inEngines(['chromium'], 'The demo wallet for the SVM chain', (test) => {
  test('connects, signs a transaction that lands, and disconnects', async ({ demo, page }) => {
    await connected(page, demo);
    const transaction = await transactionFor(demo);
    await ask(page, 'solana:signTransaction', { address, transaction, chain: 'solana:mainnet' });
    await answerWallet(page, 'approve');
    const { value } = await answerOf(page);
    const signed = read(value!);
    assert.deepEqual(signed.message.serialize(), read(transaction).message.serialize());
    const signature = await connectionOf(demo).sendTransaction(signed);
    assert.equal(demo.devnet.svm.landed(signature)?.err, null);
    await ask(page, 'standard:disconnect', {});
    assert.deepEqual(await answerOf(page), { value: '' });
    await ask(page, 'solana:signTransaction', { address, transaction });
    assert.equal((await answerOf(page)).error?.code, 4100);
  });

  test('signs a message', async ({ demo, page }) => {
    await connected(page, demo);
    const message = Buffer.from('Hello');
    await ask(page, 'solana:signMessage', { address, message: message.toString('base64') });
    await answerWallet(page, 'approve');
    const { value } = await answerOf(page);
    const prefix = Buffer.from('302a300506032b6570032100', 'hex');
    const key = await crypto.subtle.importKey('spki', Buffer.concat([prefix, payer.toBytes()]), 'Ed25519', false, [
      'verify',
    ]);
    assert.ok(await crypto.subtle.verify('Ed25519', key, Buffer.from(value!, 'base64'), message));
  });

  test('signs and sends a transaction, and returns the signature as bytes', async ({ demo, page }) => {
    await connected(page, demo);
    const transaction = await transactionFor(demo);
    await ask(page, 'solana:signAndSendTransaction', { address, transaction });
    await answerWallet(page, 'approve');
    const { value } = await answerOf(page);
    const bytes = Buffer.from(value!, 'base64');
    assert.equal(bytes.length, 64);
    const { signature } = demo.devnet.svm.history(address)[0]!;
    const { signatures } = demo.devnet.svm.landed(signature)!.transaction;
    assert.deepEqual(Buffer.from(signatures[0]!), bytes);
  });

  test('asks before each request, and rejects with 4001 when its owner does', async ({ demo, page }) => {
    await page.goto(demo.url);
    await find(page);
    await ask(page, 'standard:connect', {});
    await answerWallet(page, 'reject');
    assert.equal((await answerOf(page)).error?.code, 4001);
    await connected(page, demo);
    await ask(page, 'solana:signTransaction', { address, transaction: await transactionFor(demo) });
    await answerWallet(page, 'reject');
    assert.equal((await answerOf(page)).error?.code, 4001);
    const other = svmPayers[1]!.publicKey.toBase58();
    await ask(page, 'solana:signTransaction', { address: other, transaction: await transactionFor(demo) });
    assert.equal((await answerOf(page)).error?.code, 4100);
    await ask(page, 'solana:signTransaction', {
      address,
      transaction: await transactionFor(demo),
      chain: 'solana:devnet',
    });
    assert.equal((await answerOf(page)).error?.code, -32603);
  });

  test('tells the page of another account, and of both accounts', async ({ demo, page }) => {
    await connected(page, demo);
    const [first, second] = svmPayers.map(({ publicKey }) => publicKey.toBase58());
    await setWallet(page, 'svmAccount', '1');
    await setWallet(page, 'svmAccount', 'both');
    const changes = await page.evaluate(() => (globalThis as WalletWindow).svm.changes);
    assert.deepEqual(changes, [first, second, `${first},${second}`]);
  });

  test('adds a priority fee or a theft if its setting says so', async ({ demo, page }) => {
    await connected(page, demo);
    const deposit = PROGRAM_ID.toBase58();
    for (const [setting, expected] of [
      ['fee', [COMPUTE_BUDGET_PROGRAM.toBase58(), deposit]],
      ['theft', [deposit, SVM_NATIVE]],
    ] as const) {
      await setWallet(page, 'svmTransaction', setting);
      await ask(page, 'solana:signTransaction', { address, transaction: await transactionFor(demo) });
      await answerWallet(page, 'approve');
      const signed = read((await answerOf(page)).value!);
      assert.deepEqual(await programsOf(demo, signed), expected);
      const signature = await connectionOf(demo).sendTransaction(signed);
      assert.equal(demo.devnet.svm.landed(signature)?.err, null);
    }
    const stolen = demo.devnet.svm.account(new PublicKey('Stranger11111111111111111111111111111111111'));
    assert.ok((stolen?.lamports ?? 0n) >= 1_000_000n);
  });
});
