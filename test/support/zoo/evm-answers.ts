/** Wallets that write their answers in another form. */
import { people } from '../quotes.js';
import type { World } from '../world.js';
import type { Animal } from './animal.js';

const sending =
  (form: (hash: string) => unknown) =>
  ({ wallet, chain }: World): void =>
    wallet.always('eth_sendTransaction', ([request]) => {
      const { from, to, data, value } = request as Record<'from' | 'to' | 'data' | 'value', string>;
      const hash = chain.send({ from, to, data, value: BigInt(value) });
      chain.mine();
      return form(hash);
    });

export const answers: readonly Animal[] = [
  {
    name: 'decimal-chain',
    of: 'Names its chain as a decimal text, as wallets of some phones do.',
    ends: 'paid',
    setUp: ({ wallet }) => wallet.always('eth_chainId', () => String(wallet.chainId)),
  },
  {
    name: 'number-chain',
    of: 'Names its chain as a number, as net_version libraries do.',
    ends: 'paid',
    setUp: ({ wallet }) => wallet.always('eth_chainId', () => wallet.chainId),
  },
  {
    name: 'caip-chain',
    of: 'Names its chain by CAIP-2, as bridges of WalletConnect do.',
    ends: 'paid',
    setUp: ({ wallet }) => wallet.always('eth_chainId', () => ({ chainId: `eip155:${wallet.chainId}` })),
  },
  {
    name: 'caip-accounts',
    of: 'Names its accounts by CAIP-10, in upper case.',
    ends: 'paid',
    setUp: ({ wallet }) => wallet.always('eth_accounts', [`eip155:8453:${people.payer.toUpperCase()}`]),
  },
  {
    name: 'one-account-as-text',
    of: 'Answers with one account instead of a list.',
    ends: 'paid',
    setUp: ({ wallet }) => wallet.always('eth_accounts', people.payer),
  },
  {
    name: 'bare-hash',
    of: 'Leaves 0x out of the hash.',
    ends: 'paid',
    setUp: sending((hash) => hash.slice(2)),
  },
  {
    name: 'hash-in-object',
    of: 'Wraps the hash, as older libraries do.',
    ends: 'paid',
    setUp: sending((hash) => ({ hash })),
  },
  {
    name: 'upper-case-hash',
    of: 'Writes the hash in upper case.',
    ends: 'paid',
    setUp: sending((hash) => hash.toUpperCase()),
  },
];
