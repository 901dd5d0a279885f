/** Wallets that switch or name their chain in their own way. Those with `elsewhere` or `lacking` must switch. */
import { silence, walletError } from '../fake-evm-wallet.js';
import type { EvmAnimal, Habitat } from './animal.js';
import { pause } from './pause.js';

const ELSEWHERE = 1;

/** Sets up a wallet that is on another chain, and knows both. */
const elsewhere =
  (prepare: (habitat: Habitat) => void) =>
  (habitat: Habitat): void => {
    habitat.wallet.chainId = ELSEWHERE;
    habitat.wallet.chains = [ELSEWHERE, habitat.home];
    prepare(habitat);
  };

/** Sets up a wallet that is on another chain, and knows only this one. */
const lacking = (prepare: (habitat: Habitat) => void) =>
  elsewhere((habitat) => {
    habitat.wallet.chains = [ELSEWHERE];
    prepare(habitat);
  });

const failingTheFirstSwitch = (error: Error) =>
  lacking(({ wallet }) => wallet.once('wallet_switchEthereumChain', error));

export const chains: readonly EvmAnimal[] = [
  {
    family: 'evm',
    name: 'switches-and-says-nothing',
    of: 'Switches, and never answers the request: MetaMask Mobile over a bridge.',
    ends: 'paid',
    setUp: elsewhere(({ wallet, home }) => {
      wallet.always('wallet_switchEthereumChain', () => {
        wallet.chainId = home;
        return silence();
      });
    }),
  },
  {
    family: 'evm',
    name: 'switches-and-fails',
    of: 'Switches, and reports an error all the same.',
    ends: 'paid',
    setUp: elsewhere(({ wallet, home }) => {
      wallet.always('wallet_switchEthereumChain', () => {
        wallet.chainId = home;
        throw walletError(-32603, 'Internal error');
      });
    }),
  },
  {
    family: 'evm',
    name: 'request-expires',
    of: 'Switches, and lets the request expire half a minute later: a bridge whose answer is lost.',
    ends: 'paid',
    setUp: elsewhere((habitat) => {
      habitat.wallet.always('wallet_switchEthereumChain', async () => {
        await pause(habitat, 5_000);
        habitat.wallet.chainId = habitat.home;
        await pause(habitat, 30_000);
        throw walletError(-32603, 'Request expired. Please try again.');
      });
    }),
  },
  {
    family: 'evm',
    name: 'switches-after-its-error',
    of: 'Reports an error at once and switches a little later.',
    ends: 'paid',
    setUp: elsewhere(({ wallet, home, clock }) => {
      wallet.always('wallet_switchEthereumChain', () => {
        clock.setTimeout(() => {
          wallet.chainId = home;
          wallet.emit('chainChanged', `0x${home.toString(16)}`);
        }, 600);
        throw walletError(undefined, 'timeout');
      });
    }),
  },
  {
    family: 'evm',
    name: 'never-switches',
    of: 'Opens no prompt for the switch, and never answers.',
    ends: 'wallet-silent',
    setUp: elsewhere(({ wallet }) => wallet.always('wallet_switchEthereumChain', silence)),
  },
  {
    family: 'evm',
    name: 'says-null-and-stays',
    of: 'Answers null for an unknown chain: MetaMask Mobile.',
    ends: 'wrong-network',
    setUp: elsewhere(({ wallet }) => wallet.always('wallet_switchEthereumChain', null)),
  },
  {
    family: 'evm',
    name: 'localized-unknown-chain',
    of: 'Says without a code, in the language of the payer, that it lacks the chain.',
    ends: 'paid',
    setUp: failingTheFirstSwitch(walletError(undefined, '未识别的链 ID')),
  },
  {
    family: 'evm',
    name: 'wrapped-unknown-chain',
    of: 'Hides 4902 in data.originalError: MetaMask Mobile.',
    ends: 'paid',
    setUp: failingTheFirstSwitch(walletError(-32603, 'Internal JSON-RPC error.', { originalError: { code: 4902 } })),
  },
  {
    family: 'evm',
    name: 'text-code-unknown-chain',
    of: 'Writes 4902 as a text.',
    ends: 'paid',
    setUp: failingTheFirstSwitch(walletError('4902', 'x')),
  },
  {
    family: 'evm',
    name: 'declines-switch-in-words',
    of: 'Reports a declined switch as -32000 with words: some hardware wallets.',
    ends: 'wallet-rejected',
    setUp: elsewhere(({ wallet }) =>
      wallet.always('wallet_switchEthereumChain', walletError(-32000, 'User rejected the request')),
    ),
  },
  {
    family: 'evm',
    name: 'silent-about-its-chain',
    of: 'Stops answering eth_chainId once it is connected: a worker of an extension that sleeps.',
    ends: 'wallet-silent',
    inReview: ({ wallet }) => wallet.always('eth_chainId', silence),
  },
  {
    family: 'evm',
    name: 'never-names-its-chain',
    of: 'Connects, and never answers eth_chainId: bridges that lose this request.',
    ends: 'wallet-silent',
    setUp: ({ wallet }) => wallet.always('eth_chainId', silence),
  },
  {
    family: 'evm',
    name: 'network-configuration-undefined',
    of: 'Fails to switch with -32603 until the chain is added: MetaMask 10.28.2.',
    ends: 'paid',
    setUp: lacking(({ wallet }) =>
      wallet.once(
        'wallet_switchEthereumChain',
        walletError(-32603, 'networkConfigurationId undefined does not match a configured networkConfiguration'),
      ),
    ),
  },
  {
    family: 'evm',
    name: 'cannot-add-a-chain',
    of: 'Lacks the chain, and has no method to add one: wallets behind WalletConnect.',
    ends: 'wrong-network',
    setUp: lacking(({ wallet }) => {
      wallet.always('wallet_switchEthereumChain', walletError(4902, 'Unrecognized chain ID'));
      wallet.always(
        'wallet_addEthereumChain',
        walletError(-32601, 'the method wallet_addEthereumChain does not exist/is not available'),
      );
    }),
  },
  {
    family: 'evm',
    name: 'supports-few-chains',
    of: 'Supports a fixed list of chains, and adds no other: smart wallets of Coinbase.',
    ends: 'wrong-network',
    setUp: lacking(({ wallet }) => {
      wallet.always('wallet_switchEthereumChain', walletError(-32603, 'Unsupported chain'));
      wallet.always('wallet_addEthereumChain', walletError(-32603, 'Unsupported chain'));
    }),
  },
  {
    family: 'evm',
    name: 'disconnects-at-a-switch',
    of: 'Reports a disconnection whenever its chain changes: MetaMask 10.9.3.',
    ends: 'paid',
    setUp: elsewhere(({ wallet, home }) =>
      wallet.always('wallet_switchEthereumChain', () => {
        wallet.chainId = home;
        wallet.emit('disconnect', walletError(1013, 'MetaMask: Disconnected from chain. Attempting to connect.'));
        wallet.emit('chainChanged', `0x${home.toString(16)}`);
        return null;
      }),
    ),
  },
];
