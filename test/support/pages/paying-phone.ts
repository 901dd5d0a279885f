/** A wallet on a phone that pays on the local chains, through a relay on this machine. */
import { createWalletClient, http, type Address, type Hex } from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import { WebSocket } from 'ws';
import { Phone, type PhoneOptions } from '../../../demo/devnet/walletconnect/phone.js';
import { startRelay } from '../../../demo/devnet/walletconnect/relay-server.js';

export type PayingPhone = {
  readonly phone: Phone;
  readonly relayUrl: string;
  /** Ends the sessions, and the relay if it is the phone's own. */
  stop(): Promise<void>;
};

export type PayingPhoneOptions = {
  key: Hex;
  chainId: number;
  rpcUrl: string;
  /** The relay. Default: a new one. */
  relayUrl?: string;
  decide?: PhoneOptions['decide'];
  /** Called with the hash of each transaction that the phone has sent. */
  sent?: (hash: Hex) => void;
};

export async function payingPhone(options: PayingPhoneOptions): Promise<PayingPhone> {
  const { key, chainId, rpcUrl, decide, sent } = options;
  const own = options.relayUrl === undefined ? await startRelay() : undefined;
  const relayUrl = options.relayUrl ?? own!.relay.url;
  const account = privateKeyToAccount(key);
  const client = createWalletClient({ account, transport: http(rpcUrl) });
  const phone = new Phone({
    relayUrl,
    WebSocket: WebSocket as unknown as typeof globalThis.WebSocket,
    accounts: [account.address],
    chains: [chainId],
    provider: {
      async request({ params }) {
        const [{ to, data, value }] = params as [{ to: Address; data?: Hex; value?: Hex }];
        const call = { to, value: BigInt(value ?? 0), ...(data && { data }) };
        const hash = await client.sendTransaction({ ...call, chain: null });
        sent?.(hash);
        return hash;
      },
    },
    ...(decide && { decide }),
  });
  return {
    phone,
    relayUrl,
    async stop() {
      phone.disconnect();
      phone.close();
      await own?.stop();
    },
  };
}
