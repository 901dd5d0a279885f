/** Actions outside the page for flow tests: transactions, and the control of a chain's mining. */
import { createTestClient, createWalletClient, http, parseAbi, type Address } from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import type { Demo } from '../../../demo/start-demo.js';
import { clientOf } from './flows.js';

// `approve` has no return value in this list, because some tokens, such as USDT, return nothing.
const TOKEN = parseAbi([
  'function approve(address spender, uint256 amount)',
  'function allowance(address owner, address spender) view returns (uint256)',
]);

type SpenderOfToken = { token: Address; spender: Address };

/** Lets a contract spend tokens of the demo wallet's first account. */
export async function allow(demo: Demo, chainId: number, o: SpenderOfToken & { amount: bigint }): Promise<void> {
  const account = privateKeyToAccount(demo.devnet.payers[0]!.key);
  const client = createWalletClient({ account, transport: http(rpcUrl(demo, chainId)) });
  const call = { address: o.token, abi: TOKEN, functionName: 'approve', args: [o.spender, o.amount] } as const;
  const hash = await client.writeContract({ ...call, chain: null });
  await clientOf(demo, chainId).waitForTransactionReceipt({ hash });
}

/** Sends native currency from an account that is not in the demo wallet. */
export async function sendFromExchange(demo: Demo, chainId: number, o: { to: Address; amount: bigint }): Promise<void> {
  const account = privateKeyToAccount(demo.devnet.payers[2]!.key);
  const client = createWalletClient({ account, transport: http(rpcUrl(demo, chainId)) });
  const hash = await client.sendTransaction({ to: o.to, value: o.amount, chain: null });
  await clientOf(demo, chainId).waitForTransactionReceipt({ hash });
}

/** Waits until the demo wallet's first account has approved a contract. */
export async function untilAllowed(demo: Demo, chainId: number, o: SpenderOfToken): Promise<void> {
  const owner = demo.devnet.payers[0]!.address;
  const call = { address: o.token, abi: TOKEN, functionName: 'allowance', args: [owner, o.spender] } as const;
  while ((await clientOf(demo, chainId).readContract(call)) === 0n);
}

/** Stops the mining of a chain. The returned function starts the mining again. */
export async function stopMining(demo: Demo, chainId: number): Promise<() => Promise<void>> {
  const client = createTestClient({ mode: 'anvil', transport: http(rpcUrl(demo, chainId)) });
  await client.setAutomine(false);
  return async () => {
    await client.mine({ blocks: 1 });
    await client.setAutomine(true);
  };
}

function rpcUrl(demo: Demo, chainId: number): string {
  return demo.devnet.chains.find(({ id }) => id === chainId)!.httpRpcUrl;
}
