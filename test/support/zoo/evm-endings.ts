/** Wallets that end a prompt in their own way. */
import { silence, walletError } from '../fake-evm-wallet.js';
import type { Asked } from '../world.js';
import type { EvmAnimal, Habitat } from './animal.js';
import { pause } from './pause.js';

const failing =
  (error: Error) =>
  ({ wallet }: Habitat): void =>
    wallet.always('eth_sendTransaction', error);

/** The wallet sends the transaction, and then throws. */
const failingAfterSending =
  (error: Error) =>
  (habitat: Habitat): void =>
    habitat.wallet.always('eth_sendTransaction', async ([call]) => {
      await habitat.send(call as Asked);
      await pause(habitat, 200);
      throw error;
    });

const relaying =
  (how: 'well' | 'reverts') =>
  ({ wallet, relay }: Habitat): void =>
    wallet.always('eth_sendTransaction', ([call]) => relay(call as Asked, how));

export const endings: readonly EvmAnimal[] = [
  {
    family: 'evm',
    name: 'declines-with-4001',
    of: 'Declines as EIP-1193 says.',
    ends: 'wallet-rejected',
    setUp: failing(walletError(4001, 'User rejected the request.')),
  },
  {
    family: 'evm',
    name: 'declines-inside',
    of: 'Hides 4001 in data.originalError.',
    ends: 'wallet-rejected',
    setUp: failing(walletError(-32603, 'Internal JSON-RPC error.', { originalError: { code: 4001 } })),
  },
  {
    family: 'evm',
    name: 'declines-with-5001',
    of: 'Declines with a code of WalletConnect.',
    ends: 'wallet-rejected',
    setUp: failing(walletError(5001, 'User rejected')),
  },
  {
    family: 'evm',
    name: 'declines-in-words',
    of: 'Declines with -32000 and words only: Ledger Live, some Safe apps.',
    ends: 'declined',
    setUp: failing(walletError(-32000, 'User rejected the request')),
  },
  {
    family: 'evm',
    name: 'dead-extension',
    of: 'Was updated while the page was open.',
    ends: 'wallet-gone',
    setUp: failing(new Error('Extension context invalidated.')),
  },
  {
    family: 'evm',
    name: 'too-little-for-the-fee',
    of: 'Says "insufficient funds" itself: chains with a fee for data.',
    ends: 'no-gas',
    setUp: failing(walletError(-32000, 'insufficient funds for gas * price + value')),
  },
  {
    family: 'evm',
    name: 'expects-a-revert',
    of: 'Refuses a transaction that its own simulation reverts.',
    ends: 'would-revert',
    setUp: failing(walletError(-32603, 'execution reverted')),
  },
  {
    family: 'evm',
    name: 'blocked-window',
    of: 'Opens its window too late, and the browser blocks it: smart wallets with keys in a window.',
    ends: 'window-blocked',
    setUp: failing(walletError(-32603, 'Pop up window failed to open')),
  },
  {
    family: 'evm',
    name: 'device-refuses-blind-signing',
    of: 'Has its key in a device that signs only what it can show: Ledger.',
    ends: 'device',
    setUp: failing(
      walletError(-32603, 'Ledger: Please enable Blind signing or Contract data in the Ethereum app Settings'),
    ),
  },
  {
    family: 'evm',
    name: 'device-denies',
    of: 'Has its key in a device, where the payer presses "Reject": Ledger, with one code for several causes.',
    ends: 'device',
    setUp: failing(walletError(-32603, 'Ledger device: Condition of use not satisfied (denied by the user?) (0x6985)')),
  },
  {
    family: 'evm',
    name: 'busy',
    of: 'Still shows an earlier request.',
    ends: 'wallet-busy',
    setUp: failing(walletError(-32002, 'Request already pending. Please wait.')),
  },
  {
    family: 'evm',
    name: 'shows-nothing',
    of: 'Never answers the request to send.',
    ends: 'unknown',
    setUp: ({ wallet }) => wallet.always('eth_sendTransaction', silence),
  },
  {
    family: 'evm',
    name: 'relayer',
    of: 'Lets a relayer send, and names its hash.',
    ends: 'paid',
    pays: 'USDC',
    setUp: relaying('well'),
  },
  {
    family: 'evm',
    name: 'relayer-that-reverts',
    of: 'Lets a relayer send, and the transaction reverts.',
    ends: 'reverted',
    setUp: relaying('reverts'),
  },
  {
    family: 'evm',
    name: 'signs-with-another-account',
    of: 'Names the old account, and sends only from the one that it shows: Rabby in Brave.',
    ends: 'outcome-unknown',
    setUp: failing(walletError(-32602, 'from should be same as current address')),
  },
  {
    family: 'evm',
    name: 'knows-no-such-chain-at-the-prompt',
    of: 'Says that it switched, and then lacks the chain in the request: WalletConnect.',
    ends: 'outcome-unknown',
    setUp: failing(walletError(undefined, 'Missing or invalid. request() chainId: eip155:31337')),
  },
  {
    family: 'evm',
    name: 'mismatched-chain',
    of: 'Refuses a transaction whose chain is not its active one, without a code: Trust Wallet.',
    ends: 'outcome-unknown',
    setUp: failing(walletError(undefined, 'Provided chainId does not match the currently active chain')),
  },
  {
    family: 'evm',
    name: 'sends-and-throws',
    of: 'Sends, and then throws that the user rejected: a window that flashes twice.',
    ends: 'paid',
    setUp: failingAfterSending(new Error('Rejected from user')),
  },
  {
    family: 'evm',
    name: 'sends-and-answers-5000',
    of: 'Sends, and then gives its own error the code of a refusal: MetaMask for phones, over WalletConnect.',
    ends: 'paid',
    setUp: failingAfterSending(
      walletError(5000, 'Smart Transaction does not have a transaction hash, there was a problem'),
    ),
  },
  {
    family: 'evm',
    name: 'answers-every-error-with-5000',
    of: 'Gives the code of a refusal to an error of the node: MetaMask for phones, over WalletConnect.',
    ends: 'no-gas',
    setUp: failing(walletError(5000, 'insufficient funds for gas * price + value')),
  },
];
