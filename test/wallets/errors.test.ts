import { expect } from 'chai';
import { refusalOf, wordsOf } from '../../src/wallets/errors.js';
import { walletError } from '../support/fake-evm-wallet.js';

describe("what a wallet's error means", () => {
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
    it(`F-57 ${code} "${message.slice(0, 60)}" is \`${meaning}\``, () => {
      expect(refusalOf(walletError(code, message))).to.equal(meaning);
    });
  }

  // Each was thrown by a wallet or a node through one; after none of them is it certain what happened.
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
    it(`F-58 ${code} "${message}" proves nothing`, () => {
      expect(refusalOf(walletError(code, message))).to.equal(null);
    });
  }

  for (const thrown of ['User rejected', 'cancelled', 4001, null, undefined, {}, new Error('rejected')]) {
    it(`F-58 ${JSON.stringify(thrown)} thrown by itself proves nothing`, () => {
      expect(refusalOf(thrown)).to.equal(null);
    });
  }

  it("tells a wallet's code and words", () => {
    expect(wordsOf(walletError(-32603, 'Ledger device: locked'))).to.equal('-32603: Ledger device: locked');
    expect(wordsOf(new Error('no code'))).to.equal('no code');
    expect(wordsOf('just a text')).to.equal('just a text');
    expect(wordsOf(null)).to.equal('');
    expect(wordsOf({ message: { toString: () => 'x' } })).to.equal('');
  });

  it('I23 leaves out calldata and signatures, and is short', () => {
    const signature = `0x${'ab'.repeat(65)}`;
    const hash = `0x${'cd'.repeat(32)}`;
    expect(wordsOf(new Error(`failed with ${signature} of ${hash}`))).to.equal(`failed with 0x… of ${hash}`);
    expect(wordsOf(new Error('x'.repeat(5_000))).length).to.equal(200);
  });
});
