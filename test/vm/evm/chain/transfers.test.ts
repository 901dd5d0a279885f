import { expect } from 'chai';
import { evmAdapter } from '../../../../src/vm/evm/adapter.js';
import { PAYER } from '../../../support/fake-evm-wallet.js';
import { TRANSFER, transferLog, word } from '../../../support/transfer-log.js';
import { readableChain } from '../../chain-access.js';

const TOKEN = `0x${'70'.repeat(20)}`;
const OTHER = `0x${'d0'.repeat(20)}`;
const log = (to: string, amount: bigint, change: object = {}): object => ({
  ...transferLog(TOKEN, OTHER, to, amount),
  ...change,
});

describe('transfersTo', () => {
  let { chain, access } = readableChain();

  beforeEach(() => {
    ({ chain, access } = readableChain());
    const native = { id: 'eth', symbol: 'ETH', name: 'Ether', address: `0x${'00'.repeat(20)}`, decimals: 18 };
    const before = access;
    access = () => ({ ...before(), chain: { ...before().chain, currency: native } });
  });

  it('S-13 sums the transfers of each token to the address, and ignores everything else', async () => {
    const logs = [
      log(PAYER, 5n),
      log(PAYER, 7n),
      log(OTHER, 100n),
      log(PAYER, 9n, { topics: [TRANSFER, word(OTHER), word(PAYER), word(OTHER)] }),
      log(PAYER, 9n, { data: '0x' }),
      log(PAYER, 9n, { topics: [word(OTHER), word(OTHER), word(PAYER)] }),
    ];
    const hash = chain.send({ from: OTHER, to: TOKEN, logs });
    chain.mine();
    const seen = await evmAdapter.ledger.transfersTo(hash, PAYER, access());
    expect(seen?.amounts).to.deep.equal({ [TOKEN]: 12n });
  });

  it('S-13 reads the native amount and the time of the block', async () => {
    const first = chain.send({ from: OTHER, to: PAYER, value: 3n });
    chain.mine();
    const second = chain.send({ from: OTHER, to: PAYER, value: 4n });
    chain.mine();
    const [early, late] = await Promise.all(
      [first, second].map((hash) =>
        evmAdapter.ledger.transfersTo(hash, PAYER.toUpperCase().replace('0X', '0x'), access()),
      ),
    );
    expect([early, late].map((seen) => seen?.amounts[`0x${'00'.repeat(20)}`])).to.deep.equal([3n, 4n]);
    expect(late!.at > early!.at).to.equal(true);
  });

  it('S-13 reads the native amount from the balance when a contract forwards it', async () => {
    chain.override('eth_getBalance', ([, block]) => (Number(block) >= 1 ? '0x9' : '0x2'));
    const hash = chain.send({ from: OTHER, to: TOKEN });
    chain.mine();
    const seen = await evmAdapter.ledger.transfersTo(hash, PAYER, access());
    expect(seen?.amounts).to.deep.equal({ [`0x${'00'.repeat(20)}`]: 7n });
  });

  it('S-13 is null when the transaction is pending or has reverted, and throws when the chain cannot be read', async () => {
    const pending = chain.send({ from: OTHER, to: PAYER, value: 3n });
    expect(await evmAdapter.ledger.transfersTo(pending, PAYER, access())).to.equal(null);
    const reverted = chain.send({ from: OTHER, to: PAYER, value: 3n, reverts: true });
    chain.mine();
    expect(await evmAdapter.ledger.transfersTo(reverted, PAYER, access())).to.equal(null);
    chain.fault = 'down';
    const error: unknown = await evmAdapter.ledger
      .transfersTo(pending, PAYER, access())
      .catch((reason: unknown) => reason);
    expect(error).to.be.an('error');
  });
});
