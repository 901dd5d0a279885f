import { expect } from 'chai';
import { refusalOf, walletMessage } from '../../src/wallets/wallet-errors.js';
import { walletError } from '../support/fake-evm-wallet.js';

describe('wallet errors', () => {
  const certain: [code: number | string, message: string, meaning: string][] = [
    [4001, 'MetaMask Tx Signature: User denied transaction signature.', 'wallet-rejected'],
    [4001, 'User rejected the request.', 'wallet-rejected'],
    [4001, 'Request rejected by user', 'wallet-rejected'],
    [4001, '', 'wallet-rejected'],
    [5000, 'User rejected.', 'wallet-rejected'],
    ['ACTION_REJECTED', 'user rejected action (action="sendTransaction", reason="rejected")', 'wallet-rejected'],
    [
      -32002,
      "Request of type 'wallet_requestPermissions' already pending for origin https://shop.example. Please wait.",
      'wallet-busy',
    ],
    [-32002, 'Already processing eth_requestAccounts. Please wait.', 'wallet-busy'],
    [4100, 'The requested method and/or account has not been authorized by the user.', 'wallet-locked'],
  ];
  for (const [code, message, meaning] of certain) {
    it(`F-57 refusalOf returns \`${meaning}\` when the wallet fails with ${code} "${message.slice(0, 60)}"`, () => {
      expect(refusalOf(walletError(code, message))).to.equal(meaning);
    });
  }

  // Errors of real wallets. After such an error, it is unknown whether the wallet sent the transaction.
  const open: [code: number | string | undefined, message: string][] = [
    [-32000, 'User rejected transaction'],
    [-32000, 'already known'],
    [-32000, 'nonce too low'],
    [-32000, 'replacement transaction underpriced'],
    [-32000, 'insufficient funds for gas * price + value'],
    [-32000, 'tx rejected: nonce rejected'],
    [-32003, 'Transaction rejected'],
    [-32005, 'Request limit exceeded'],
    [-32010, 'Transaction with the same hash was already imported'],
    [-32601, 'The method does not exist / is not available.'],
    [-32602, 'Invalid parameters'],
    [-32603, 'Internal JSON-RPC error.'],
    [-32603, 'User rejected the request'],
    [4200, 'Unsupported method'],
    [4900, 'Disconnected'],
    [4901, 'Chain disconnected'],
    [4902, 'Unrecognized chain ID'],
    [5001, 'User rejected chains'],
    [1001, 'User rejected'],
    [undefined, 'User rejected the request'],
    [undefined, 'cancelled'],
    [undefined, 'Request expired. Please try again.'],
    [undefined, 'Transaction was rejected'],
    ['UNKNOWN_ERROR', 'rejected'],
    ['4001', 'a code as text is none of EIP-1193'],
  ];
  for (const [code, message] of open) {
    it(`F-58 refusalOf returns null when the wallet fails with ${code} "${message}"`, () => {
      expect(refusalOf(walletError(code, message))).to.equal(null);
    });
  }

  for (const thrown of ['User rejected', 'cancelled', 4001, null, undefined, {}, new Error('rejected')]) {
    it(`F-58 refusalOf returns null when the wallet throws ${JSON.stringify(thrown)}`, () => {
      expect(refusalOf(thrown)).to.equal(null);
    });
  }

  it('walletMessage returns the code and the message of the error, or an empty text when there is none', () => {
    expect(walletMessage(walletError(-32603, 'Ledger device: locked'))).to.equal('-32603: Ledger device: locked');
    expect(walletMessage(new Error('no code'))).to.equal('no code');
    expect(walletMessage('just a text')).to.equal('just a text');
    expect(walletMessage(null)).to.equal('');
    expect(walletMessage({ message: { toString: () => 'x' } })).to.equal('');
  });

  it('I23 walletMessage leaves out calldata and signatures and cuts the text to 200 characters', () => {
    const signature = `0x${'ab'.repeat(65)}`;
    const hash = `0x${'cd'.repeat(32)}`;
    expect(walletMessage(new Error(`failed with ${signature} of ${hash}`))).to.equal(`failed with 0x… of ${hash}`);
    expect(walletMessage(new Error('x'.repeat(5_000))).length).to.equal(200);
  });
});
