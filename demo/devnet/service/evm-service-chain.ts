/** Describes an EVM chain for the service: the chain's contracts, and functions that read balances and transactions. */

import { isAddress, zeroAddress, type Address, type Hex } from 'viem';
import { solver } from '../base/accounts.js';
import { addresses, MULTICALL3, type EvmChain } from '../evm/start-evm.js';
import { tokenAbi } from '../base/contract-abis.js';
import { isNative, type Currency } from '../orders/currencies.js';
import type { ServiceChain, TransactionEntry } from './service-chain.js';
import { evmSteps } from './steps-evm.js';

const BURN = [zeroAddress, '0x000000000000000000000000000000000000dead'];

export function createEvmServiceChain(chain: EvmChain, nodeUrl: string): ServiceChain {
  const routing = { erc20Router: addresses.router, approvalProxy: addresses.approvalProxy };
  return {
    id: chain.id,
    name: chain.name,
    vmType: 'evm',
    nodeUrl,
    wsRpcUrl: chain.wsRpcUrl,
    depository: addresses.depository,
    solverAddresses: [solver.address.toLowerCase()],
    contracts: {
      multicall3: MULTICALL3.toLowerCase(),
      multicaller: '',
      onlyOwnerMulticaller: '',
      hubReceiver: '',
      ...routing,
      v3: routing,
    },
    isAddress: isEvmAddress,
    isUnspendable: (address, currencies) =>
      [...BURN, addresses.depository, ...Object.values(routing), ...currencies.map((each) => each.address)].includes(
        address.toLowerCase(),
      ),
    balanceOf: (currency, owner) => balanceOf(chain, currency, owner as Address),
    stepsOf: (plan) => evmSteps(chain, plan),
    deliveryCost: async () => 0n,
    readTransaction: (hash) => readTransaction(chain, hash as Hex),
  };
}

export const isEvmAddress = (text: string): text is Address => isAddress(text, { strict: false });

function balanceOf({ read }: EvmChain, currency: Currency, owner: Address): Promise<bigint> {
  if (isNative(currency)) return read.getBalance({ address: owner });
  const address = currency.address as Address;
  return read.readContract({ address, abi: tokenAbi, functionName: 'balanceOf', args: [owner] });
}

async function readTransaction({ id, read }: EvmChain, hash: Hex): Promise<TransactionEntry | undefined> {
  try {
    const [receipt, { to, input, from, value }] = await Promise.all([
      read.getTransactionReceipt({ hash }),
      read.getTransaction({ hash }),
    ]);
    const { timestamp } = await read.getBlock({ blockHash: receipt.blockHash });
    return {
      fee: String(receipt.gasUsed * receipt.effectiveGasPrice),
      data: { to: to ?? '', data: input, from, value: String(value) },
      hash,
      type: 'onchain',
      chainId: id,
      timestamp: Number(timestamp),
      block: Number(receipt.blockNumber),
      status: receipt.status === 'success' ? 'success' : 'failure',
    };
  } catch {
    // Returns nothing if the chain does not have the transaction, for example after a reorganization.
    return undefined;
  }
}
