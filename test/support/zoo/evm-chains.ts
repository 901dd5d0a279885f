/** Wallets that switch chains in their own way. Each is on another chain at first. */
import { silence, walletError } from '../fake-evm-wallet.js';
import { PINNED, type World } from '../world.js';
import type { Animal } from './animal.js';

const elsewhere =
  (prepare: (world: World) => void) =>
  (world: World): void => {
    world.wallet.chainId = 1;
    world.wallet.chains = [1, 8453];
    prepare(world);
  };
const unknown = (error: Error) =>
  elsewhere(({ wallet }) => {
    wallet.chains = [1];
    wallet.on('wallet_switchEthereumChain', error);
  });

export const chains: readonly Animal[] = [
  {
    name: 'switches-and-says-nothing',
    of: 'Switches, and never answers the request: MetaMask Mobile over a bridge.',
    ends: 'paid',
    setUp: elsewhere(({ wallet }) => {
      wallet.always('wallet_switchEthereumChain', () => {
        wallet.chainId = 8453;
        return silence();
      });
    }),
  },
  {
    name: 'switches-and-fails',
    of: 'Switches, and reports an error all the same.',
    ends: 'paid',
    setUp: elsewhere(({ wallet }) => {
      wallet.always('wallet_switchEthereumChain', () => {
        wallet.chainId = 8453;
        throw walletError(-32603, 'Internal error');
      });
    }),
  },
  {
    name: 'request-expires',
    of: 'Switches, and lets the request expire half a minute later: a bridge whose answer is lost.',
    ends: 'paid',
    setUp: elsewhere(({ wallet, clock }) => {
      wallet.always('wallet_switchEthereumChain', async () => {
        await new Promise<void>((resolve) => void clock.setTimeout(resolve, 5_000));
        wallet.chainId = 8453;
        await new Promise<void>((resolve) => void clock.setTimeout(resolve, 30_000));
        throw walletError(-32603, 'Request expired. Please try again.');
      });
    }),
  },
  {
    name: 'switches-after-its-error',
    of: 'Reports an error at once and switches a little later.',
    ends: 'paid',
    setUp: elsewhere(({ wallet, clock }) => {
      wallet.always('wallet_switchEthereumChain', () => {
        clock.setTimeout(() => {
          wallet.chainId = 8453;
          wallet.emit('chainChanged', '0x2105');
        }, 600);
        throw walletError(undefined, 'timeout');
      });
    }),
  },
  {
    name: 'never-switches',
    of: 'Opens no prompt for the switch, and never answers.',
    ends: 'wallet-silent',
    setUp: elsewhere(({ wallet }) => wallet.always('wallet_switchEthereumChain', silence)),
  },
  {
    name: 'says-null-and-stays',
    of: 'Answers null for an unknown chain: MetaMask Mobile.',
    ends: 'wrong-network',
    setUp: elsewhere(({ wallet }) => wallet.always('wallet_switchEthereumChain', null)),
  },
  {
    name: 'localized-unknown-chain',
    of: 'Says without a code, in the language of the payer, that it lacks the chain.',
    ends: 'paid',
    options: PINNED,
    setUp: unknown(walletError(undefined, '未识别的链 ID')),
  },
  {
    name: 'wrapped-unknown-chain',
    of: 'Hides 4902 in data.originalError: MetaMask Mobile.',
    ends: 'paid',
    options: PINNED,
    setUp: unknown(walletError(-32603, 'Internal JSON-RPC error.', { originalError: { code: 4902 } })),
  },
  {
    name: 'text-code-unknown-chain',
    of: 'Writes 4902 as a text.',
    ends: 'paid',
    options: PINNED,
    setUp: unknown(walletError('4902', 'x')),
  },
  {
    name: 'declines-switch-in-words',
    of: 'Reports a declined switch as -32000 with words: some hardware wallets.',
    ends: 'wallet-rejected',
    options: PINNED,
    setUp: elsewhere(({ wallet }) =>
      wallet.always('wallet_switchEthereumChain', walletError(-32000, 'User rejected the request')),
    ),
  },
  {
    name: 'silent-about-its-chain',
    of: 'Stops to answer eth_chainId once it is connected: a worker of an extension that sleeps.',
    ends: 'wallet-silent',
    inReview: ({ wallet }) => wallet.always('eth_chainId', silence),
  },
];
