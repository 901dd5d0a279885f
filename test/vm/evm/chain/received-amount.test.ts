import { expect } from 'chai';
import { evmAdapter } from '../../../../src/vm/evm/adapter.js';
import { PAYER } from '../../../support/fake-evm-wallet.js';
import { TRANSFER, word } from '../../../support/transfer-log.js';
import { readableChain } from '../../chain-access.js';

const TO = `0x${'d0'.repeat(20)}`;
const NATIVE = `0x${'00'.repeat(20)}`;
const TOKEN = `0x${'70'.repeat(20)}`;
const HASH = `0x${'fa'.repeat(32)}`;

describe('EVM adapter', () => {
  let { chain, access } = readableChain();

  beforeEach(() => {
    ({ chain, access } = readableChain());
  });

  describe('receivedAmount', () => {
    const log = (o: { address?: string; to?: string; amount: bigint; topic?: string }): object => ({
      address: (o.address ?? TOKEN).toUpperCase().replace('0X', '0x'),
      topics: [o.topic ?? TRANSFER, word(TO), word(o.to ?? PAYER)],
      data: word(o.amount),
    });
    const mined = (o: { logs?: object[]; status?: string }): void => {
      chain.override('eth_getTransactionReceipt', () => ({
        transactionHash: HASH,
        blockHash: HASH,
        status: '0x1',
        logs: [],
        ...o,
      }));
    };

    it('sums only the token’s transfers to the payer', async () => {
      mined({
        logs: [
          log({ amount: 5n }),
          log({ amount: 7n }),
          log({ amount: 100n, to: TO }),
          log({ amount: 1_000n, address: `0x${'71'.repeat(20)}` }),
          log({ amount: 10_000n, topic: `0x${'8c'.repeat(32)}` }),
        ],
      });
      expect(await evmAdapter.ledger.receivedAmount(HASH, PAYER, TOKEN, access())).to.equal(12n);
      expect(
        await evmAdapter.ledger.receivedAmount(
          HASH.toUpperCase().replace('0X', '0x'),
          PAYER.toUpperCase().replace('0X', '0x'),
          TOKEN,
          access(),
        ),
      ).to.equal(12n);
    });

    it('reads native currency from the value of the transaction', async () => {
      const hash = chain.send({ from: TO, to: PAYER, value: 9n });
      chain.mine();
      expect(await evmAdapter.ledger.receivedAmount(hash, PAYER, NATIVE, access())).to.equal(9n);
      expect(await evmAdapter.ledger.receivedAmount(hash, TO, NATIVE, access())).to.equal(null);
    });

    it('F-110 is null when nothing arrived or the transaction reverted or is not mined', async () => {
      mined({});
      expect(await evmAdapter.ledger.receivedAmount(HASH, PAYER, TOKEN, access())).to.equal(null);
      mined({ logs: [log({ amount: 5n })], status: '0x0' });
      expect(await evmAdapter.ledger.receivedAmount(HASH, PAYER, TOKEN, access())).to.equal(null);
      chain.override('eth_getTransactionReceipt', () => null);
      expect(await evmAdapter.ledger.receivedAmount(HASH, PAYER, TOKEN, access())).to.equal(null);
    });

    const nothing = null;
    for (const [token, arrived, logs] of [
      ['takes a share of each transfer', 97n, [log({ amount: 97n }), log({ amount: 3n, to: TO })]],
      ['calls a hook, which moves other tokens', 5n, [log({ amount: 5n }), log({ amount: 9n, address: TO })]],
      ['rebases, and logs shares beside the amount', 5n, [log({ amount: 5n, topic: HASH }), log({ amount: 5n })]],
      ['returns false and moves nothing', nothing, []],
      ['is paused or has blocked the payer, and reverts', nothing, undefined],
      ['logs a transfer of nothing', nothing, [log({ amount: 0n })]],
      ['is another token behind the same event', nothing, [log({ amount: 5n, address: `0x${'71'.repeat(20)}` })]],
      ['numbers its items, as a collectible does', nothing, [{ ...log({ amount: 0n }), data: '0x' }]],
      [
        'indexes a number beside the parties',
        nothing,
        [{ ...log({ amount: 5n }), topics: [TRANSFER, word(TO), word(PAYER), word(TO)] }],
      ],
      ['does not index the parties', nothing, [{ address: TOKEN, topics: [TRANSFER], data: '0x05' }]],
      ['logs more than a number', nothing, [{ ...log({ amount: 5n }), data: `0x${'ff'.repeat(64)}00` }]],
      ['pays in two parts', 12n, [log({ amount: 5n }), log({ amount: 7n })]],
      ['burns a part of what arrives', 4n, [log({ amount: 4n }), log({ amount: 1n, to: NATIVE })]],
    ] as const) {
      it(`F-185 reads what arrived, and nothing else, when the token ${token}`, async () => {
        mined(logs === undefined ? { status: '0x0' } : { logs: [...logs] });
        expect(await evmAdapter.ledger.receivedAmount(HASH, PAYER, TOKEN, access())).to.equal(arrived);
      });
    }

    it('is null when the receipt cannot be read', async () => {
      chain.override('eth_getTransactionReceipt', () => ({
        transactionHash: HASH,
        blockHash: HASH,
        status: '0x1',
        logs: [{ address: TOKEN, topics: [TRANSFER, word(TO), word(PAYER)], data: 'x' }],
      }));
      expect(await evmAdapter.ledger.receivedAmount(HASH, PAYER, TOKEN, access())).to.equal(null);
      chain.fault = 'down';
      expect(await evmAdapter.ledger.receivedAmount(HASH, PAYER, TOKEN, access())).to.equal(null);
    });
  });
});
