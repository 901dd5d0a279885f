/** Tests the nodes of the fake chains. */
import { expect } from 'chai';
import { encodeWords } from '../../src/testing/hex.js';
import { TEST_ACCOUNT } from '../../src/testing/wallet.js';
import { REQUEST, started, transactionOf, type Quoted } from './started.js';

describe('answerChain', () => {
  it('answers a balance, an unlimited allowance, and zero for every other call', () => {
    const { askChain } = started();
    const call = (selector: string): unknown =>
      askChain(84532, 'eth_call', { data: `${selector}${encodeWords(TEST_ACCOUNT)}` });
    expect(BigInt(String(call('0x70a08231')))).to.equal(10n ** 12n);
    expect(BigInt(String(call('0xdd62ed3e')))).to.equal(2n ** 256n - 1n);
    expect(BigInt(String(call('0x18160ddd')))).to.equal(0n);
  });

  it('shows a payment by its hash and in the block of its second, only on the origin chain', async () => {
    const { ask, provider, at, askChain: read } = started();
    const sent = transactionOf(ask('POST', '/quote/v2', REQUEST).json as Quoted);
    const hash = await provider.request({ method: 'eth_sendTransaction', params: [sent] });
    expect(read(11155111, 'eth_getTransactionByHash', hash)).to.include({ hash, input: sent['data'], nonce: '0x0' });
    expect(read(84532, 'eth_getTransactionByHash', hash)).to.equal(null);
    const block = read(11155111, 'eth_getBlockByNumber', 'latest', false) as { hash: string; transactions: unknown[] };
    expect(block.transactions).to.deep.equal([hash]);
    expect(read(11155111, 'eth_getBlockByHash', block.hash)).to.include({ hash: block.hash });
    at.now += 1_000;
    expect(read(11155111, 'eth_getBlockByNumber', 'latest', false)).to.deep.include({ transactions: [] });
  });

  it('throws for a method that a node of test mode does not have', () => {
    const { askChain } = started();
    expect(() => askChain(84532, 'eth_sign')).to.throw('eth_sign does not exist in test mode');
  });
});
