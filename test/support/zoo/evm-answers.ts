/** Wallets that write their answers in another form. */
import type { Asked } from '../world.js';
import type { EvmAnimal, Habitat } from './animal.js';

const sending =
  (form: (hash: string) => unknown) =>
  ({ wallet, send }: Habitat): void =>
    wallet.always('eth_sendTransaction', async ([call]) => form(await send(call as Asked)));

export const answers: readonly EvmAnimal[] = [
  {
    family: 'evm',
    name: 'decimal-chain',
    of: 'Names its chain as a decimal text, as wallets of some phones do.',
    ends: 'paid',
    setUp: ({ wallet }) => wallet.always('eth_chainId', () => String(wallet.chainId)),
  },
  {
    family: 'evm',
    name: 'number-chain',
    of: 'Names its chain as a number, as net_version libraries do.',
    ends: 'paid',
    setUp: ({ wallet }) => wallet.always('eth_chainId', () => wallet.chainId),
  },
  {
    family: 'evm',
    name: 'caip-chain',
    of: 'Names its chain by CAIP-2, as bridges of WalletConnect do.',
    ends: 'paid',
    setUp: ({ wallet }) => wallet.always('eth_chainId', () => ({ chainId: `eip155:${wallet.chainId}` })),
  },
  {
    family: 'evm',
    name: 'caip-accounts',
    of: 'Names its accounts by CAIP-10, in upper case.',
    ends: 'paid',
    setUp: ({ wallet, payer, home }) => wallet.always('eth_accounts', [`eip155:${home}:${payer.toUpperCase()}`]),
  },
  {
    family: 'evm',
    name: 'one-account-as-text',
    of: 'Answers with one account instead of a list.',
    ends: 'paid',
    setUp: ({ wallet, payer }) => wallet.always('eth_accounts', payer),
  },
  {
    family: 'evm',
    name: 'bare-hash',
    of: 'Leaves 0x out of the hash.',
    ends: 'paid',
    setUp: sending((hash) => hash.slice(2)),
  },
  {
    family: 'evm',
    name: 'hash-in-object',
    of: 'Wraps the hash, as older libraries do.',
    ends: 'paid',
    setUp: sending((hash) => ({ hash })),
  },
  {
    family: 'evm',
    name: 'upper-case-hash',
    of: 'Writes the hash in upper case.',
    ends: 'paid',
    setUp: sending((hash) => hash.toUpperCase()),
  },
];
