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

  it('S-34 names the sender of each token, and the signer', async () => {
    const hash = chain.send({ from: OTHER, to: TOKEN, logs: [log(PAYER, 5n), log(PAYER, 0n)] });
    chain.mine();
    const seen = await evmAdapter.ledger.transfersTo(hash, PAYER, access());
    expect(seen).to.deep.include({ signer: OTHER, senders: { [TOKEN]: [OTHER] } });
  });

  it('S-34 names the contract that forwarded native currency only when its calldata names the address', async () => {
    chain.override('eth_getBalance', ([, block]) => (Number(block) >= 1 ? '0x9' : '0x2'));
    for (const [data, senders] of [
      [word(PAYER), [TOKEN]],
      [word(OTHER), []],
    ] as const) {
      const hash = chain.send({ from: OTHER, to: TOKEN, data });
      chain.mine();
      chain.override('eth_getBalance', ([, block]) => `0x${(10 + Number(block)).toString(16)}`);
      const seen = await evmAdapter.ledger.transfersTo(hash, PAYER, access());
      expect(seen?.senders[`0x${'00'.repeat(20)}`]).to.deep.equal(senders);
    }
  });

  it('S-34 names no senders when the address has signed, or has paid something', async () => {
    const back = log(PAYER, 5n);
    const own = [
      chain.send({ from: PAYER, to: TOKEN, logs: [back] }),
      chain.send({ from: OTHER, to: TOKEN, logs: [back, transferLog(OTHER, PAYER, OTHER, 1n)] }),
    ];
    chain.mine();
    for (const hash of own)
      expect((await evmAdapter.ledger.transfersTo(hash, PAYER, access()))?.senders).to.deep.equal({});
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
