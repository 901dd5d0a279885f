/** Starts an EVM chain of the devnet, deploys the contracts at fixed addresses, and funds the accounts. */

import {
  createPublicClient,
  createTestClient,
  createWalletClient,
  defineChain,
  encodeDeployData,
  encodeFunctionData,
  getContractAddress,
  http,
  maxUint256,
  parseAbi,
  parseEther,
  parseUnits,
  zeroAddress,
  type Address,
  type Chain,
  type Hex,
  type PublicClient,
  type TestClient,
  type Transport,
  type WalletClient,
} from 'viem';
import { exchangeAbi, tokenAbi } from '../base/contract-abis.js';
import { farm, payers, phonePayers, recipient, solver, sponsor } from '../base/accounts.js';
import { startAnvil } from './anvil.js';
import type { ContractName, CompiledContracts } from '../base/compile-contracts.js';

/** A running chain and its clients. The client `write` signs with the solver's key. */
export interface EvmChain {
  readonly id: number;
  readonly name: string;
  readonly httpRpcUrl: string;
  readonly wsRpcUrl: string;
  readonly chain: Chain;
  readonly read: PublicClient<Transport, Chain>;
  readonly write: WalletClient<Transport, Chain, typeof solver>;
  readonly test: TestClient<'anvil', Transport, Chain>;
  readonly stop: () => Promise<void>;
}

export const MULTICALL3: Address = '0xcA11bde05977b3631167028862bE2a173976CA11';
export const PERMIT2: Address = '0x000000000022d473030f116ddee9f6b43ac78ba3';

/**
 * The contracts in the order of deployment. This order determines their addresses. `<router>` stands for the router's
 * address, `<payer>` for the first payer's address, and `<phone>` for the address of the phone's first account.
 */
const PLAN = {
  depository: ['Depository'],
  router: ['Router'],
  approvalProxy: ['ApprovalProxy', '<router>'],
  usdc: ['AuthorizationToken', 'USD Coin', 'USDC', 6],
  usdt: ['NoReturnToken'],
  dai: ['PermitToken', 'Dai Stablecoin', 'DAI', 18],
  exchange: ['Exchange'],
  smartAccount: ['SmartAccount', '<payer>'],
  phoneSmartAccount: ['SmartAccount', '<phone>'],
} as const satisfies Record<string, readonly [ContractName, ...(string | number)[]]>;

export type Addresses = Readonly<Record<keyof typeof PLAN, Address>>;

/** Addresses of the contracts in lower case. The addresses are the same on each EVM chain and at every start. */
export const addresses: Addresses = Object.fromEntries(
  Object.keys(PLAN).map((key, nonce) => [
    key,
    getContractAddress({ from: solver.address, nonce: BigInt(nonce) }).toLowerCase(),
  ]),
) as Addresses;

/** Tokens that `deployAndFund` mints on each chain. */
const TOKENS = [
  { token: addresses.usdc, decimals: 6 },
  { token: addresses.usdt, decimals: 6 },
  { token: addresses.dai, decimals: 18 },
];
/**
 * Prices in the exchange contract: the value of a token's smallest unit in 10^-24 US dollars. These prices must match
 * the prices in `currencies.ts`.
 */
const PRICES: readonly (readonly [Address, bigint])[] = [
  [zeroAddress, 3_000_000_000n],
  [addresses.usdc, 10n ** 18n],
  [addresses.usdt, 10n ** 18n],
  [addresses.dai, 1_000_000n],
];
const PAYER_HOLDINGS: Holdings = { tokens: '10000', native: '10' };
const EXCHANGE_NATIVE = '1000';
const SOLVER_TOKENS = '1000000';
/** A guard against a chain that hangs. A busy machine can leave a starting chain a small part of a core. */
const PATIENCE_MS = 60_000;

/** Starts a chain without contracts. The caller must stop the chain. */
export async function startChain(id: number, name: string): Promise<EvmChain> {
  const { httpRpcUrl, wsRpcUrl, stop } = await startAnvil(id);
  const chain = defineChain({
    id,
    name,
    nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
    rpcUrls: { default: { http: [httpRpcUrl], webSocket: [wsRpcUrl] } },
    contracts: { multicall3: { address: MULTICALL3 } },
  });
  const transport = http(httpRpcUrl, { retryCount: 0, timeout: PATIENCE_MS });
  const test = createTestClient({ chain, transport, mode: 'anvil' });
  await alignClock(test);
  return {
    id,
    name,
    httpRpcUrl,
    wsRpcUrl,
    chain,
    stop,
    read: createPublicClient({ chain, transport, cacheTime: 0 }),
    write: createWalletClient({ chain, transport, account: solver }),
    test,
  };
}

/**
 * Sets a slow chain clock to the machine's clock. Anvil's clock starts a second late if a second ends during its start.
 * Without this correction, a deposit just after a deadline would count as in time.
 */
export async function alignClock(test: TestClient<'anvil', Transport, Chain>): Promise<void> {
  const offset = Number(await test.increaseTime({ seconds: 0 }));
  if (offset < 0) await test.increaseTime({ seconds: -offset });
}

/** Initial balances of each payer, in whole units. `tokens` is the balance of each token. */
export interface Holdings {
  readonly tokens: string;
  readonly native: string;
}

export async function deployAndFund(
  chain: EvmChain,
  contracts: CompiledContracts,
  holdings: Holdings = PAYER_HOLDINGS,
): Promise<void> {
  await chain.test.setCode({ address: MULTICALL3, bytecode: contracts.Multicall3.deployed });
  await chain.test.setCode({ address: PERMIT2, bytecode: contracts.Permit2.deployed });
  // Mines all transactions in one block, because the transactions can arrive in any order. With automine, a transaction
  // could wait forever if a smaller nonce arrives later.
  await chain.test.setAutomine(false);
  const fees = { maxFeePerGas: 10n ** 10n, maxPriorityFeePerGas: 10n ** 9n };
  const holders = [
    ...[...payers, ...phonePayers].map(({ address }) => address),
    addresses.smartAccount,
    addresses.phoneSmartAccount,
  ];
  let nonce = 0;
  const send = (to: Address | null, data: Hex, gas: bigint): Promise<Hex> =>
    chain.write.sendTransaction({ to, data, gas, nonce: nonce++, ...fees });
  const sent: Promise<Hex>[] = [];
  for (const [name, ...args] of Object.values(PLAN)) {
    const { abi, bytecode } = contracts[name];
    const named: Readonly<Record<string | number, string>> = {
      '<router>': addresses.router,
      '<payer>': payers[0]!.address,
      '<phone>': phonePayers[0]!.address,
    };
    const values = args.map((value) => named[value] ?? value);
    sent.push(send(null, encodeDeployData({ abi, bytecode, args: values }), 3_000_000n));
  }
  for (const { token, decimals } of TOKENS) {
    const mint = (to: Address, whole: string): Promise<Hex> => {
      const args = [to, parseUnits(whole, decimals)] as const;
      return send(token, encodeFunctionData({ abi: MINT, functionName: 'mint', args }), 120_000n);
    };
    for (const address of holders) sent.push(mint(address, holdings.tokens));
    for (const to of [solver.address, sponsor.address, addresses.exchange]) sent.push(mint(to, SOLVER_TOKENS));
  }
  for (const { token } of TOKENS) {
    // If a fill includes calls, the approval proxy pulls the solver's tokens. The proxy needs this approval.
    const args = [addresses.approvalProxy, maxUint256] as const;
    sent.push(send(token, encodeFunctionData({ abi: tokenAbi, functionName: 'approve', args }), 80_000n));
  }
  for (const args of PRICES) {
    sent.push(
      send(addresses.exchange, encodeFunctionData({ abi: exchangeAbi, functionName: 'setPrice', args }), 80_000n),
    );
  }
  const hashes = await Promise.all(sent);
  await chain.test.mine({ blocks: 1 });
  await chain.test.setAutomine(true);
  for (const hash of hashes) {
    const receipt = await chain.read.getTransactionReceipt({ hash });
    if (receipt.status !== 'success') throw new Error(`the devnet's own transaction ${hash} failed on ${chain.name}`);
  }
  for (const address of holders) await chain.test.setBalance({ address, value: parseEther(holdings.native) });
  await chain.test.setBalance({ address: addresses.exchange, value: parseEther(EXCHANGE_NATIVE) });
  for (const address of [recipient, farm]) await chain.test.setBalance({ address, value: 0n });
}

const MINT = parseAbi(['function mint(address to, uint256 value)']);
