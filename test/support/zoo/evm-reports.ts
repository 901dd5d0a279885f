/** Wallets that public bug reports of other projects describe. */
import { walletError } from '../fake-evm-wallet.js';
import type { Asked } from '../world.js';
import type { EvmAnimal } from './animal.js';
import { elsewhere, lacking } from './evm-chains.js';
import { pause } from './pause.js';

const UNKNOWN = walletError(4902, 'Unrecognized chain ID');

export const reports: readonly EvmAnimal[] = [
  {
    family: 'evm',
    name: 'network-configuration-undefined',
    of: 'Fails to switch with -32603 until the chain is added: MetaMask 10.28.2.',
    ends: 'paid',
    needsRegistry: true,
    setUp: lacking(({ wallet }) =>
      wallet.on(
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
    needsRegistry: true,
    setUp: lacking(({ wallet }) => {
      wallet.always('wallet_switchEthereumChain', UNKNOWN);
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
    needsRegistry: true,
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
  {
    family: 'evm',
    name: 'signs-with-another-account',
    of: 'Names the old account, and sends only from the one that it shows: Rabby in Brave.',
    ends: 'outcome-unknown',
    setUp: ({ wallet }) =>
      wallet.always('eth_sendTransaction', walletError(-32602, 'from should be same as current address')),
  },
  {
    family: 'evm',
    name: 'knows-no-such-chain-at-the-prompt',
    of: 'Says that it switched, and then lacks the chain in the request: WalletConnect.',
    ends: 'outcome-unknown',
    setUp: ({ wallet }) =>
      wallet.always(
        'eth_sendTransaction',
        walletError(undefined, 'Missing or invalid. request() chainId: eip155:31337'),
      ),
  },
  {
    family: 'evm',
    name: 'mismatched-chain',
    of: 'Refuses a transaction whose chain is not its active one, without a code: Trust Wallet.',
    ends: 'outcome-unknown',
    setUp: ({ wallet }) =>
      wallet.always(
        'eth_sendTransaction',
        walletError(undefined, 'Provided chainId does not match the currently active chain'),
      ),
  },
  {
    family: 'evm',
    name: 'sends-and-throws',
    of: 'Sends, and then throws that the user rejected: a window that flashes twice.',
    ends: 'paid',
    setUp(habitat) {
      habitat.wallet.always('eth_sendTransaction', async ([call]) => {
        await habitat.send(call as Asked);
        await pause(habitat, 200);
        throw new Error('Rejected from user');
      });
    },
  },
];
