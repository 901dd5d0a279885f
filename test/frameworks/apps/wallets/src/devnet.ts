/** The local chains, as the address of the page names them, and what every wallet does there. */
import { Buffer } from 'buffer';
import { createWalletClient, encodeFunctionData, http, parseAbi, type Address, type Hex } from 'viem';
import { privateKeyToAccount } from 'viem/accounts';

/** Libraries for wallets expect these names of Node. */
const nextTick = (run: (...values: unknown[]) => void, ...values: unknown[]): void =>
  queueMicrotask(() => run(...values));
Object.assign(globalThis, { Buffer, process: { env: {}, nextTick } });

export type Devnet = {
  library: string;
  serviceUrl: string;
  registry: object;
  recipient: Address;
  chainId: number;
  destinationChainId: number;
  rpcUrl: string;
  svmUrl: string;
  key: Hex;
  smartAccount: Address;
  relayUrl: string;
};

export const devnet = JSON.parse(decodeURIComponent(location.hash.slice(1))) as Devnet;
const account = privateKeyToAccount(devnet.key);
export const payer: Address = account.address;
export const chainHex: Hex = `0x${devnet.chainId.toString(16)}`;

const client = createWalletClient({ account, transport: http(devnet.rpcUrl) });

export type Call = { to: Address; data?: Hex; value?: string };

/** Sends the call from the payer's account. */
export const send = ({ to, data = '0x', value = '0' }: Call): Promise<Hex> =>
  client.sendTransaction({ to, data, value: BigInt(value), chain: null });

const executeAbi = parseAbi([
  'struct Call { address target; bool allowFailure; uint256 value; bytes callData; }',
  'function execute(Call[] calls)',
]);

/** Lets the payer's contract account execute the calls. */
export function execute(calls: readonly Call[]): Promise<Hex> {
  const all = calls.map(({ to, data = '0x', value = '0' }) => ({
    target: to,
    allowFailure: false,
    value: BigInt(value),
    callData: data,
  }));
  return send({
    to: devnet.smartAccount,
    data: encodeFunctionData({ abi: executeAbi, functionName: 'execute', args: [all] }),
  });
}

/** Asks the node of the chain. */
export async function ask(method: string, params: unknown = []): Promise<unknown> {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params });
  const response = await fetch(devnet.rpcUrl, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body,
  });
  const { result, error } = (await response.json()) as { result?: unknown; error?: { message: string } };
  if (error) throw Object.assign(new Error(error.message), { code: -32603 });
  return result;
}

let connected = false;

/** A wallet with one account. It approves everything. */
export async function answer(method: string, params: unknown): Promise<unknown> {
  switch (method) {
    case 'eth_requestAccounts':
      connected = true;
      return [payer];
    case 'eth_accounts':
      return connected ? [payer] : [];
    case 'eth_chainId':
      return chainHex;
    case 'eth_sendTransaction':
      return send((params as [Call])[0]);
    case 'wallet_requestPermissions':
    case 'wallet_revokePermissions':
    case 'wallet_getCapabilities':
      throw Object.assign(new Error(`${method} is not supported`), { code: 4200 });
    default:
      return ask(method, params);
  }
}
