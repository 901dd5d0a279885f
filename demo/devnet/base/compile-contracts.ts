/** Compiles the devnet's contracts with solc, and caches the result until the sources change. */

import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdir, readFile, readdir, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import type { Abi, Hex } from 'viem';
import { keptBuild } from './kept-build.mjs';

export interface CompiledContract {
  readonly abi: Abi;
  /** Bytecode for the deployment transaction, without the constructor arguments. */
  readonly bytecode: Hex;
  /** Bytecode that the deployed contract has on the chain. */
  readonly deployed: Hex;
}
export type CompiledContracts = Readonly<Record<ContractName, CompiledContract>>;
export type ContractName = (typeof NAMES)[number];

const NAMES = [
  ...(['Depository', 'Router', 'ApprovalProxy', 'Exchange', 'Multicall3', 'Permit2', 'SmartAccount'] as const),
  ...(['PermitToken', 'AuthorizationToken', 'NoReturnToken'] as const),
] as const;
const SOURCES = new URL('../contracts/', import.meta.url);
const CACHE = new URL('../../node_modules/.cache/hub-pay-devnet/', import.meta.url);

/** Reads the compiled contracts from the cache. Without a cache, compiles them in about five seconds. */
export async function loadContracts(): Promise<CompiledContracts> {
  const files = (await readdir(SOURCES)).filter((name) => name.endsWith('.sol')).sort();
  const texts = await Promise.all(files.map((name) => readFile(new URL(name, SOURCES), 'utf8')));
  const { version } = createRequire(import.meta.url)('solc/package.json') as { version: string };
  const input = JSON.stringify({
    language: 'Solidity',
    sources: Object.fromEntries(files.map((name, index) => [name, { content: texts[index] }])),
    settings: {
      optimizer: { enabled: true, runs: 200 },
      evmVersion: 'paris',
      // Without metadata, the bytecode is the same on every machine.
      metadata: { bytecodeHash: 'none', appendCBOR: false },
      outputSelection: { '*': { '*': ['abi', 'evm.bytecode.object', 'evm.deployedBytecode.object'] } },
    },
  });
  const key = createHash('sha256').update(version).update(input).digest('hex');
  const folder = await keptBuild(fileURLToPath(CACHE), key.slice(0, 16), async (whole) => {
    const contracts = await compile(input);
    await mkdir(whole, { recursive: true });
    await writeFile(join(whole, 'contracts.json'), JSON.stringify(contracts));
  });
  return JSON.parse(await readFile(join(folder, 'contracts.json'), 'utf8')) as CompiledContracts;
}

interface SolcOutput {
  errors?: { severity: string; formattedMessage: string }[];
  contracts: Record<string, Record<string, SolcContract>>;
}
interface SolcContract {
  abi: Abi;
  evm: { bytecode: { object: string }; deployedBytecode: { object: string } };
}

async function compile(input: string): Promise<CompiledContracts> {
  const text = await solc(input);
  // solc can print a notice before the JSON.
  const output = JSON.parse(text.slice(text.indexOf('{'))) as SolcOutput;
  if (output.errors?.length) throw new Error(output.errors.map((problem) => problem.formattedMessage).join('\n'));
  const found = Object.assign({}, ...Object.values(output.contracts)) as Record<string, SolcContract>;
  const contracts = NAMES.map((name) => {
    const contract = found[name];
    if (!contract) throw new Error(`contracts/ has no contract ${name}`);
    const { abi, evm } = contract;
    return [name, { abi, bytecode: `0x${evm.bytecode.object}`, deployed: `0x${evm.deployedBytecode.object}` }];
  });
  return Object.fromEntries(contracts) as CompiledContracts;
}

/** Runs solc in its own process. solc needs 260 MB, and it changes how its process handles uncaught exceptions. */
function solc(input: string): Promise<string> {
  const program = createRequire(import.meta.url).resolve('solc/solc.js');
  return new Promise((resolve, reject) => {
    const options = { maxBuffer: 64 * 1024 * 1024 };
    const child = execFile(process.execPath, [program, '--standard-json'], options, (error, stdout) => {
      if (error) reject(new Error('solc failed', { cause: error }));
      else resolve(stdout);
    });
    child.stdin!.end(input);
  });
}
