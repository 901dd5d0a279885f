/** Wallets that tell their accounts late, in another order, or lose their connection. */
import { silence, walletError } from '../fake-evm-wallet.js';
import { people } from '../quotes.js';
import type { World } from '../world.js';
import type { Animal } from './animal.js';

const OTHER = `0x${'b2'.repeat(20)}`;

const disconnect = ({ wallet }: World): void => wallet.emit('disconnect', walletError(4900, 'Disconnected'));

export const accounts: readonly Animal[] = [
  {
    name: 'other-order',
    of: 'Lists its accounts in another order in its event: Rabby, Coinbase.',
    ends: 'paid',
    setUp: ({ wallet }) => wallet.always('eth_accounts', [people.payer, OTHER]),
    inReview: ({ wallet }) => wallet.emit('accountsChanged', [OTHER, people.payer]),
  },
  {
    name: 'shown-account-is-second',
    of: 'Lists the shared account further down.',
    ends: 'paid',
    setUp: ({ wallet }) => wallet.always('eth_accounts', [OTHER, people.payer]),
  },
  {
    name: 'late-accounts',
    of: 'Shares no account for two seconds after it was connected.',
    ends: 'paid',
    setUp({ wallet, clock }) {
      const first = clock.now();
      wallet.always('eth_accounts', () => (clock.now() - first < 2_000 ? [] : [people.payer]));
    },
  },
  {
    name: 'reports-4900-in-review',
    of: 'Loses its node for a moment, and still shares its account: MetaMask.',
    ends: 'paid',
    inReview: disconnect,
  },
  {
    name: 'disconnects-while-asking',
    of: 'Reports a disconnection while its prompt is open, and the payer declines.',
    ends: 'wallet-rejected',
    inPrompt(world) {
      disconnect(world);
      world.prompts[0]?.reject(4001);
    },
  },
  {
    name: 'no-events',
    of: 'Has no `on` and no `removeListener`: old in-app browsers.',
    ends: 'paid',
    setUp: ({ wallet }) => Object.assign(wallet.provider, { on: undefined, removeListener: undefined }),
  },
  {
    name: 'locks-itself',
    of: 'Locks itself while the payer reads the review.',
    ends: 'wallet-locked',
    inReview: ({ wallet }) => wallet.always('eth_accounts', []),
  },
  {
    name: 'other-account-only',
    of: 'The payer has changed the account, and the wallet tells it only when asked.',
    ends: 'account-changed',
    inReview: ({ wallet }) => wallet.always('eth_accounts', [OTHER]),
  },
  {
    name: 'silent-about-its-accounts',
    of: 'Stops to answer eth_accounts once it is connected.',
    ends: 'wallet-silent',
    inReview: ({ wallet }) => wallet.always('eth_accounts', silence),
  },
];
