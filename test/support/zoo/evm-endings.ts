/** Wallets that end a prompt in their own way. */
import { walletError } from '../fake-evm-wallet.js';
import { amounts, contracts, people, tokens } from '../quotes.js';
import { transferLog } from '../transfer-log.js';
import type { World } from '../world.js';
import type { Animal } from './animal.js';

const failing =
  (error: Error) =>
  ({ wallet }: World): void =>
    wallet.always('eth_sendTransaction', error);

/** Lets another account send the requested call. */
const relaying =
  (reverts: boolean) =>
  ({ wallet, chain }: World): void =>
    wallet.always('eth_sendTransaction', ([request]) => {
      const { to, data, value } = request as Record<'to' | 'data' | 'value', string>;
      const from = `0x${'9e'.repeat(20)}`;
      const logs = [transferLog(tokens.usdc.address, people.payer, contracts.depository, amounts.usdc)];
      const hash = chain.send({ from, to, data, value: BigInt(value), reverts, logs });
      chain.mine();
      return hash;
    });

export const endings: readonly Animal[] = [
  {
    name: 'declines-with-4001',
    of: 'Declines as EIP-1193 says.',
    ends: 'wallet-rejected',
    setUp: failing(walletError(4001, 'User rejected the request.')),
  },
  {
    name: 'declines-inside',
    of: 'Hides 4001 in data.originalError.',
    ends: 'wallet-rejected',
    setUp: failing(walletError(-32603, 'Internal JSON-RPC error.', { originalError: { code: 4001 } })),
  },
  {
    name: 'declines-with-5001',
    of: 'Declines with a code of WalletConnect.',
    ends: 'wallet-rejected',
    setUp: failing(walletError(5001, 'User rejected')),
  },
  {
    name: 'declines-in-words',
    of: 'Declines with -32000 and words only: Ledger Live, some Safe apps.',
    ends: 'declined',
    setUp: failing(walletError(-32000, 'User rejected the request')),
  },
  {
    name: 'dead-extension',
    of: 'Was updated while the page was open.',
    ends: 'wallet-gone',
    setUp: failing(new Error('Extension context invalidated.')),
  },
  {
    name: 'too-little-for-the-fee',
    of: 'Says "insufficient funds" itself: chains with a fee for data.',
    ends: 'no-gas',
    setUp: failing(walletError(-32000, 'insufficient funds for gas * price + value')),
  },
  {
    name: 'expects-a-revert',
    of: 'Refuses a transaction that its own simulation reverts.',
    ends: 'would-revert',
    setUp: failing(walletError(-32603, 'execution reverted')),
  },
  {
    name: 'blocked-window',
    of: 'Opens its window too late, and the browser blocks it: smart wallets with keys in a window.',
    ends: 'window-blocked',
    setUp: failing(walletError(-32603, 'Pop up window failed to open')),
  },
  {
    name: 'busy',
    of: 'Still shows an earlier request.',
    ends: 'wallet-busy',
    setUp: failing(walletError(-32002, 'Request already pending. Please wait.')),
  },
  {
    name: 'shows-nothing',
    of: 'Never answers the request to send.',
    ends: 'unknown',
    inPrompt: () => undefined,
  },
  {
    name: 'relayer',
    of: 'Lets a relayer send, and names its hash.',
    ends: 'paid',
    pays: 'USDC',
    setUp: relaying(false),
  },
  {
    name: 'relayer-that-reverts',
    of: 'Lets a relayer send, and the transaction reverts.',
    ends: 'reverted',
    setUp: relaying(true),
  },
];
