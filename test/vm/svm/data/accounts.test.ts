import { expect } from 'chai';
import { readMint, readTokenAccount, tokenAccountOf, vaultOf } from '../../../../src/vm/svm/data/accounts.js';
import { svm, svmTokens, TOKEN, TOKEN_2022 } from '../../../support/svm-quotes.js';
import { feeExtension, hookExtension, mintAccount, tokenAccount } from '../accounts-data.js';

const usdc = svmTokens.usdc.address;

describe('tokenAccountOf', () => {
  it('derives the address that the chain uses', () => {
    // The account of an exchange, as explorers show it.
    const owner = '9WzDXwBbmkg8ZTbNMqUxvQRAyrZzDsGYdLVL9zYtAWWM';
    expect(tokenAccountOf(owner, usdc, TOKEN)).to.equal('FGETo8T8wMcN2wCjav8VK6eh3dLk63evNDPxzLSJra8B');
    expect(tokenAccountOf(owner, usdc, TOKEN_2022)).not.to.equal(tokenAccountOf(owner, usdc, TOKEN));
  });
});

describe('vaultOf', () => {
  it('derives the vault of the devnet’s depository', () => {
    expect(vaultOf('HubDepos1tory1111111111111111111111111111111')).to.equal(
      '4y86WkRqnkaC8AEn7hGkXF1P1aoUNxwye9aZJBZ9rpJV',
    );
    expect(vaultOf(svm.depository)).not.to.equal(vaultOf(svm.exchange));
  });
});

describe('readTokenAccount', () => {
  it('reads mint, owner, amount, delegate and the account that may close it', () => {
    const data = tokenAccount(usdc, svm.payer, 7n, { delegate: svm.attacker, closer: svm.recipient });
    expect(readTokenAccount(data)).to.deep.equal({
      mint: usdc,
      owner: svm.payer,
      amount: 7n,
      delegate: svm.attacker,
      closer: svm.recipient,
    });
    expect(readTokenAccount(tokenAccount(usdc, svm.payer, 2n ** 64n - 1n))).to.include({
      amount: 2n ** 64n - 1n,
      delegate: '',
      closer: '',
    });
  });

  it('reads an account with extensions and a frozen account', () => {
    expect(readTokenAccount(tokenAccount(usdc, svm.payer, 1n, { more: '0207000000' }))?.amount).to.equal(1n);
    expect(readTokenAccount(tokenAccount(usdc, svm.payer, 1n, { state: 2 }))?.amount).to.equal(1n);
  });

  it('returns null for a mint, an account without a state, and anything else', () => {
    for (const data of [
      mintAccount(6, feeExtension(0)),
      tokenAccount(usdc, svm.payer, 1n, { more: '0107000000' }),
      tokenAccount(usdc, svm.payer, 1n, { state: 0 }),
      new Uint8Array(164),
      new Uint8Array(),
    ]) {
      expect(readTokenAccount(data)).to.equal(null);
    }
  });
});

describe('readMint', () => {
  it('reads the decimals of a mint of both programs', () => {
    expect(readMint(mintAccount(6), TOKEN)).to.deep.equal({ decimals: 6, supply: 10n ** 15n, takes: null });
    expect(readMint(mintAccount(9), TOKEN_2022)).to.deep.equal({ decimals: 9, supply: 10n ** 15n, takes: null });
  });

  it('names a fee that is taken now or later, and a hook that is called', () => {
    const takes = (...extensions: (readonly [number, string])[]): unknown =>
      readMint(mintAccount(6, ...extensions), TOKEN_2022)?.takes;
    expect(takes(feeExtension(1))).to.equal('fee');
    expect(takes(feeExtension(0, 100))).to.equal('fee');
    expect(takes(hookExtension(svm.attacker))).to.equal('hook');
    expect(takes([12, '00'.repeat(32)], hookExtension(svm.attacker))).to.equal('hook');
  });

  it('accepts a fee of zero and a hook without a program, as well-known tokens have them', () => {
    const mint = mintAccount(6, feeExtension(0), hookExtension(), [12, 'ab'.repeat(32)]);
    expect(readMint(mint, TOKEN_2022)).to.deep.equal({ decimals: 6, supply: 10n ** 15n, takes: null });
  });

  it('returns null for a token account and for a mint that is not initialized', () => {
    expect(readMint(tokenAccount(usdc, svm.payer, 1n), TOKEN)).to.equal(null);
    expect(readMint(mintAccount(6).fill(0, 45, 46), TOKEN)).to.equal(null);
    expect(readMint(new Uint8Array(), TOKEN)).to.equal(null);
  });
});
