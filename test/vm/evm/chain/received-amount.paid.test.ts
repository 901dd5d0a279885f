/** Tests what a transaction took from its sender, and how old a delivery can be. */
import { expect } from 'chai';
import { evmAdapter } from '../../../../src/vm/evm/adapter.js';
import { PAYER } from '../../../support/fake-evm-wallet.js';
import { TRANSFER, transferLog, word } from '../../../support/transfer-log.js';
import { readableChain } from '../../chain-access.js';

const TOKEN = `0x${'70'.repeat(20)}`;
const OTHER = `0x${'d0'.repeat(20)}`;
const NATIVE = `0x${'00'.repeat(20)}`;
const log = (to: string, amount: bigint, change: object = {}): object => ({
  ...transferLog(TOKEN, OTHER, to, amount),
  ...change,
});

describe('paidAmount', () => {
  const { chain, access: plain } = readableChain();
  const currency = { id: 'eth', symbol: 'ETH', name: 'Ether', address: NATIVE, decimals: 18 };
  const access = (): ReturnType<typeof plain> => ({ ...plain(), chain: { ...plain().chain, currency } });

  it('F-66 reads what the sender’s own transaction took, less what came back, and nothing else', async () => {
    const taken = (amount: bigint, to = OTHER): object =>
      log(to, amount, { topics: [TRANSFER, word(PAYER), word(to)] });
    for (const [sent, currency, amount] of [
      [{ from: PAYER, to: OTHER, value: 3n }, NATIVE, 3n],
      [{ from: PAYER, to: OTHER }, NATIVE, null],
      [{ from: PAYER, to: OTHER, logs: [taken(9n), taken(2n), log(PAYER, 4n)] }, TOKEN, 7n],
      [{ from: PAYER, to: OTHER, logs: [log(PAYER, 4n)] }, TOKEN, null],
      [{ from: PAYER, to: PAYER, logs: [taken(9n)] }, TOKEN, null],
      [{ from: OTHER, to: OTHER, logs: [taken(9n)] }, TOKEN, null],
      [{ from: PAYER, to: OTHER, logs: [taken(9n)], reverts: true }, TOKEN, null],
    ] as const) {
      const hash = chain.send({ ...sent });
      chain.mine();
      expect(await evmAdapter.ledger.paidAmount(hash, PAYER, currency, access()), String(amount)).to.equal(amount);
    }
    chain.fault = 'down';
    const error: unknown = await evmAdapter.ledger
      .paidAmount(TOKEN, PAYER, TOKEN, access())
      .catch((reason: unknown) => reason);
    expect(error).to.be.an('error');
  });
});

describe('receivedAmount with an age', () => {
  it('S-15 is null when the block is more than so many seconds older than the newest block', async () => {
    const { chain, access } = readableChain();
    const hash = chain.send({ from: OTHER, to: TOKEN, logs: [log(PAYER, 5n)] });
    chain.mine();
    chain.mineEmpty(9);
    for (const [maxAge, amount] of [
      [9n, 5n],
      [8n, null],
      [undefined, 5n],
    ] as const)
      expect(await evmAdapter.ledger.receivedAmount(hash, PAYER, TOKEN, access(), maxAge)).to.equal(amount);
  });
});
