/** Wallets that connect, list their accounts or lose their connection in their own way. */
import { silence, walletError } from '../fake-evm-wallet.js';
import type { EvmAnimal, Habitat } from './animal.js';
import { pause } from './pause.js';

/** Another account of the payer. */
export const OTHER: string = `0x${'b2'.repeat(20)}`;

const disconnect = ({ wallet }: Habitat): void => wallet.emit('disconnect', walletError(4900, 'Disconnected'));

export const accounts: readonly EvmAnimal[] = [
  {
    family: 'evm',
    name: 'other-order',
    of: 'Lists its accounts in another order in its event: Rabby, Coinbase.',
    ends: 'paid',
    setUp: ({ wallet, payer }) => wallet.always('eth_accounts', [payer, OTHER]),
    inReview: ({ wallet, payer }) => wallet.emit('accountsChanged', [OTHER, payer]),
  },
  {
    family: 'evm',
    name: 'shown-account-is-second',
    of: 'Lists the shared account further down.',
    ends: 'paid',
    setUp: ({ wallet, payer }) => wallet.always('eth_accounts', [OTHER, payer]),
  },
  {
    family: 'evm',
    name: 'shares-two-accounts',
    of: 'Shares several accounts, and names the one that the payer has chosen first.',
    ends: 'paid',
    setUp({ wallet, payer }) {
      for (const method of ['eth_requestAccounts', 'eth_accounts']) wallet.always(method, [payer, OTHER]);
    },
  },
  {
    family: 'evm',
    name: 'cannot-connect',
    of: 'Shares its account from the start, and has no eth_requestAccounts: the provider of Safe.',
    ends: 'paid',
    setUp({ wallet, payer }) {
      wallet.always('eth_requestAccounts', new Error('"eth_requestAccounts" not implemented'));
      wallet.always('eth_accounts', [payer]);
    },
  },
  {
    family: 'evm',
    name: 'late-accounts',
    of: 'Shares no account for two seconds after it was connected.',
    ends: 'paid',
    setUp({ wallet, payer, clock }) {
      let connected = Infinity;
      wallet.always('eth_requestAccounts', () => {
        connected = Math.min(connected, clock.now());
        return [payer];
      });
      wallet.always('eth_accounts', () => (clock.now() - connected < 2_000 ? [] : [payer]));
    },
  },
  {
    family: 'evm',
    name: 'reports-4900-in-review',
    of: 'Loses its node for a moment, and still shares its account: MetaMask.',
    ends: 'paid',
    inReview: disconnect,
  },
  {
    family: 'evm',
    name: 'disconnects-while-asking',
    of: 'Reports a disconnection while its prompt is open, and the payer declines.',
    ends: 'wallet-rejected',
    setUp: (habitat) =>
      habitat.wallet.always('eth_sendTransaction', async () => {
        disconnect(habitat);
        await pause(habitat, 500);
        throw walletError(4001, 'User rejected the request.');
      }),
  },
  {
    family: 'evm',
    name: 'no-events',
    of: 'Has no `on` and no `removeListener`: old in-app browsers.',
    ends: 'paid',
    setUp: ({ wallet }) => Object.assign(wallet.provider, { on: undefined, removeListener: undefined }),
  },
  {
    family: 'evm',
    name: 'locks-itself',
    of: 'Locks itself while the payer reads the review.',
    ends: 'wallet-locked',
    inReview: ({ wallet }) => wallet.always('eth_accounts', []),
  },
  {
    family: 'evm',
    name: 'other-account-only',
    of: 'The payer has changed the account, and the wallet tells it only when asked.',
    ends: 'account-changed',
    inReview: ({ wallet }) => wallet.always('eth_accounts', [OTHER]),
  },
  {
    family: 'evm',
    name: 'silent-about-its-accounts',
    of: 'Stops answering eth_accounts once it is connected.',
    ends: 'wallet-silent',
    inReview: ({ wallet }) => wallet.always('eth_accounts', silence),
  },
  {
    family: 'evm',
    name: 'silent-from-the-start',
    of: 'Answers nothing, because its worker has died: extensions after the browser has slept.',
    ends: 'connecting',
    setUp({ wallet }) {
      for (const method of ['eth_requestAccounts', 'eth_accounts', 'eth_chainId']) wallet.always(method, silence);
    },
  },
  {
    family: 'evm',
    name: 'never-lists-its-accounts',
    of: 'Connects, and never answers eth_accounts: in-app browsers that know only eth_requestAccounts.',
    ends: 'wallet-silent',
    setUp: ({ wallet }) => wallet.always('eth_accounts', silence),
  },
  {
    family: 'evm',
    name: 'no-rights-before-connect',
    of: 'Answers eth_accounts with 4100 instead of an empty list before it is connected: Coinbase.',
    ends: 'paid',
    setUp({ wallet, payer }) {
      let connected = false;
      wallet.always('eth_requestAccounts', () => {
        connected = true;
        return [payer];
      });
      wallet.always('eth_accounts', () => {
        if (!connected) throw walletError(4100, "Must call 'eth_requestAccounts' before other methods");
        return [payer];
      });
    },
  },
  {
    family: 'evm',
    name: 'flickers',
    of: 'Reports no account, and half a second later the account again: Rabby.',
    ends: 'paid',
    inReview({ wallet, payer, clock }) {
      wallet.emit('accountsChanged', []);
      clock.setTimeout(() => wallet.emit('accountsChanged', [payer]), 500);
    },
  },
];
