/** The wallets of the zoo on the local chains. Each has an account of its own, so that many can pay at once. */
import { type AddressLookupTableAccount, Connection, PublicKey, VersionedTransaction } from '@solana/web3.js';
import {
  concatHex,
  createTestClient,
  createWalletClient,
  encodeFunctionData,
  erc20Abi,
  http,
  keccak256,
  parseAbi,
  parseEther,
  stringToBytes,
  stringToHex,
  type Hex,
} from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import type { Demo } from '../../demo/start-demo.js';
import { Program } from '../../demo/devnet/svm/assembler.js';
import { SVM_CHAIN } from '../../demo/devnet/svm/addresses.js';
import { fakeEvmWallet } from '../support/fake-evm-wallet.js';
import { fakeSvmWallet, type FakeSvmWallet } from '../support/fake-svm-wallet.js';
import { clientOf, ORIGIN } from '../support/pages/flows.js';
import { ASSERTIONS, payerKey } from '../support/svm-quotes.js';
import type { EvmAnimal, Habitat, SvmAnimal } from '../support/zoo/animal.js';

const FUNDS = parseEther('10');
const TOKENS = 1_000_000_000n;
/** More than a payment costs, in lamports. */
const LAMPORTS = 100_000_000_000n;

const executeAbi = parseAbi([
  'struct Call { address target; bool allowFailure; uint256 value; bytes callData; }',
  'function execute(Call[] calls)',
]);
/** More than a payment needs. Without this limit, a call that reverts could not be sent. */
const GAS = 500_000n;

const NAME = stringToBytes('asserts');
/** Main networks have the program of the assertions. Here it only logs, as if each assertion held. */
const ASSERTS = new Program().bytes(1, NAME).set(2, NAME.length).call('sol_log_').set(0, 0).exit().toElf();

/** The relayer sends one transaction after the other. */
let relays: Promise<unknown> = Promise.resolve();

/** Gives the wallet its account, money and behaviour. */
export async function evmHabitat(demo: Demo, { name, pays, setUp }: EvmAnimal): Promise<Habitat> {
  const url = demo.devnet.chains.find(({ id }) => id === ORIGIN)!.httpRpcUrl;
  const transport = http(url);
  const account = privateKeyToAccount(keccak256(stringToHex(name)));
  const { smartAccount, usdc } = demo.devnet.addresses;
  const test = createTestClient({ mode: 'anvil', transport });
  const relayer = createWalletClient({ account: privateKeyToAccount(demo.devnet.payers[0]!.key), transport });
  const inTurn = <T>(run: () => Promise<T>): Promise<T> => {
    const next = relays.then(run);
    relays = next.catch(() => undefined);
    return next;
  };
  await test.setBalance({ address: account.address, value: FUNDS });
  if (pays)
    await inTurn(() =>
      relayer.sendTransaction({
        to: usdc,
        data: encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [account.address, TOKENS] }),
        chain: null,
      }),
    );
  const own = createWalletClient({ account, transport });
  const send: Habitat['send'] = ({ to, data, value }) =>
    own.sendTransaction({ to: to as Hex, data: data as Hex, value: BigInt(value), chain: null });
  const wallet = fakeEvmWallet({
    name,
    rdns: `zoo.${name}`,
    owned: [account.address.toLowerCase()],
    chain: {
      id: ORIGIN,
      answer: (method, params) => clientOf(demo, ORIGIN).request({ method, params } as never),
      send: (call) => send({ ...call, value: String(call.value) }),
    },
  });
  const habitat: Habitat = {
    wallet,
    payer: account.address.toLowerCase(),
    home: ORIGIN,
    clock: { now: () => Date.now(), setTimeout: (run, ms) => setTimeout(run, ms) },
    send,
    async relay({ to, data, value }, how) {
      // The code of EIP-7702, by which the account lets the relayer call for it.
      await test.setCode({ address: account.address, bytecode: concatHex(['0xef0100', smartAccount]) });
      // A call reverts if it takes more than the account has.
      const amount = how === 'reverts' ? 2n * FUNDS : BigInt(value);
      const call = { target: to as Hex, allowFailure: false, value: amount, callData: data as Hex };
      const content = encodeFunctionData({ abi: executeAbi, functionName: 'execute', args: [[call]] });
      return inTurn(() => relayer.sendTransaction({ to: account.address, data: content, chain: null, gas: GAS }));
    },
  };
  setUp?.(habitat);
  return habitat;
}

/** Returns the wallet, with money. All SVM wallets have the same account. */
export function svmHabitat({ devnet }: Demo, { name, can, alter, setUp }: SvmAnimal): FakeSvmWallet {
  const connection = new Connection(devnet.chains.find(({ id }) => id === SVM_CHAIN)!.httpRpcUrl);
  devnet.svm.airdrop(payerKey.publicKey, LAMPORTS);
  devnet.svm.addProgram(new PublicKey(ASSERTIONS), ASSERTS);
  const fake = fakeSvmWallet({ name, keys: [payerKey], ...can });
  const sign = async ({ transaction }: { transaction: Uint8Array }): Promise<VersionedTransaction> => {
    const asked = VersionedTransaction.deserialize(transaction);
    const keys = asked.message.addressTableLookups.map(({ accountKey }) => accountKey);
    const signed = alter?.(asked, await Promise.all(keys.map((key) => tableOf(connection, key)))) ?? asked;
    signed.sign([payerKey]);
    return signed;
  };
  fake.always('signTransaction', async ([input]: readonly unknown[]) => [
    { signedTransaction: (await sign(input as { transaction: Uint8Array })).serialize() },
  ]);
  fake.always('signAndSendTransaction', async ([input]: readonly unknown[]) => {
    const signed = await sign(input as { transaction: Uint8Array });
    await connection.sendRawTransaction(signed.serialize());
    return [{ signature: signed.signatures[0] }];
  });
  setUp?.(fake);
  return fake;
}

async function tableOf(connection: Connection, key: PublicKey): Promise<AddressLookupTableAccount> {
  const { value } = await connection.getAddressLookupTable(key);
  if (!value) throw new Error(`The lookup table ${key.toBase58()} does not exist`);
  return value;
}
