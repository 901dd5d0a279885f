/** Starts the SVM chain of the devnet with its accounts, and serves its JSON-RPC. */

import { createSvmChain, type SvmChain } from './chain.js';
import type { SvmFault } from './rpc-methods.js';
import { serveSvmRpc } from './rpc-server.js';
import { setUpSvm } from './set-up.js';

export interface RunningSvm {
  readonly chain: SvmChain;
  readonly httpRpcUrl: string;
  readonly wsRpcUrl: string;
  stop(): Promise<void>;
}

/** Starts the chain and its JSON-RPC. `fault` returns the value of the fault switch `svm`. */
export async function startSvm(fault: () => SvmFault): Promise<RunningSvm> {
  const chain = createSvmChain();
  setUpSvm(chain);
  const rpc = await serveSvmRpc(chain, fault);
  const { httpRpcUrl, wsRpcUrl } = rpc;
  const stop = async (): Promise<void> => {
    chain.stop();
    await rpc.close();
  };
  return { chain, httpRpcUrl, wsRpcUrl, stop };
}
