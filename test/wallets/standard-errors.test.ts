import { expect } from 'chai';
import { standardMessage, standardRefusal } from '../../src/wallets/standard-errors.js';
import { walletError } from '../support/fake-evm-wallet.js';

type Row = [code: number | undefined, message: string, signs: string | null, sends: string | null];

describe('standardRefusal', () => {
  const rows: Row[] = [
    [4001, 'User rejected the request.', 'wallet-rejected', 'wallet-rejected'],
    [4001, '', 'wallet-rejected', 'wallet-rejected'],
    [4100, 'The requested account has not been authorized by the user.', 'wallet-locked', 'wallet-locked'],
    [-32002, 'Request already pending', 'wallet-busy', 'wallet-busy'],
    [undefined, 'User rejected the request.', 'wallet-rejected', 'wallet-rejected'],
    [undefined, 'The request was declined by the user', 'wallet-rejected', 'wallet-rejected'],
    [undefined, 'Approval Denied', 'wallet-rejected', null],
    [undefined, 'Transaction cancelled', 'wallet-rejected', null],
    // A node answers these. The transaction was then perhaps sent.
    [undefined, 'Transaction was rejected by the node', 'wallet-rejected', null],
    [-32003, 'User rejected transaction', 'wallet-rejected', null],
    [-32002, 'request timed out', 'wallet-busy', null],
    [-32002, 'Request timed out, the transaction is still pending', 'wallet-busy', null],
    [-32002, 'RPC request failed: server is busy', 'wallet-busy', null],
    [undefined, 'Transaction simulation failed', null, null],
    [-32603, 'Unexpected error', null, null],
  ];
  for (const [code, message, signs, sends] of rows) {
    it(`is ${signs} for a signature and ${sends} for a sent transaction after ${code} "${message}"`, () => {
      const error = walletError(code, message);
      expect(standardRefusal(error, false)).to.equal(signs);
      expect(standardRefusal(error, true)).to.equal(sends);
    });
  }

  it('is null when the wallet throws a value that is no error', () => {
    for (const thrown of [null, undefined, 4001, {}]) expect(standardRefusal(thrown, true)).to.equal(null);
  });
});

describe('standardMessage', () => {
  it('omits signatures and transactions and keeps the rest of the text', () => {
    const signature = '5'.repeat(88);
    expect(standardMessage(walletError(-32603, `could not send ${signature} now`))).to.equal(
      '-32603: could not send … now',
    );
    expect(standardMessage(new Error(`bytes ${'AQ+/'.repeat(100)}=`))).to.equal('bytes …');
  });
});
