/** The host of a Safe: it shows the shop in a frame, and answers its messages as the Safe's own pages do. */
import { ask, devnet, execute, payer, type Call } from './devnet.js';

const frame = document.querySelector('iframe')!;
/** The hashes of the transactions, by the hash of the Safe. */
const sent = new Map<string, string>();
const VERSION = '9.1.0';

type Message = { id: string; method: string; params: never };

async function reply({ method, params }: Message): Promise<unknown> {
  switch (method) {
    case 'getSafeInfo':
      return {
        safeAddress: devnet.smartAccount,
        chainId: devnet.chainId,
        threshold: 1,
        owners: [payer],
        isReadOnly: false,
      };
    case 'getEnvironmentInfo':
      return { origin: location.origin };
    case 'rpcCall': {
      const { call, params: own } = params as { call: string; params: unknown[] };
      return ask(call, own);
    }
    case 'sendTransactions': {
      // The Safe names its own hash, and no node knows this hash.
      const safeTxHash = `0x${crypto.randomUUID().replaceAll('-', '').repeat(2)}`;
      sent.set(safeTxHash, await execute((params as { txs: Call[] }).txs));
      return { safeTxHash };
    }
    case 'getTxBySafeTxHash': {
      const txHash = sent.get((params as { safeTxHash: string }).safeTxHash);
      if (!txHash) throw new Error('The Safe has no such transaction');
      return { txHash, txStatus: 'SUCCESS' };
    }
    default:
      throw new Error(`The Safe does not know ${method}`);
  }
}

addEventListener('message', ({ data, source }: MessageEvent<Message>) => {
  if (source !== frame.contentWindow) return;
  const { id } = data;
  const tell = (members: object): void => frame.contentWindow!.postMessage({ id, version: VERSION, ...members }, '*');
  reply(data).then(
    (value) => tell({ success: true, data: value }),
    (error: unknown) => tell({ success: false, error: String(error) }),
  );
});
frame.src = `/index.html${location.hash}`;
