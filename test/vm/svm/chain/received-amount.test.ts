import { expect } from 'chai';
import { paidAmount, receivedAmount, transfersTo } from '../../../../src/vm/svm/chain/received-amount.js';
import { fromHex } from '../../../../src/vm/svm/data/bytes.js';
import { le, svm, svmTokens, SYSTEM } from '../../../support/svm-quotes.js';
import { HASH, mined, type Mined } from './history.js';
import { accountOf, at, svmNode, type SvmNode } from '../node.js';

const [usdc, pyusd, wsol] = [svmTokens.usdc.address, svmTokens.pyusd.address, svmTokens.wsol.address];
const node = (each: Mined): SvmNode => svmNode({ getTransaction: () => mined(each) });
/** A token account, and its rent in lamports. */
const TOKENS = svm.config;
const RENT = 2_039_280;

/** A transaction of the payer, who pays its fee of 5,000. `gain`: what else happens to the payer's lamports. */
const ofPayer = (gain: number, account: [number, number], tokens: NonNullable<Mined['tokens']>): Mined => ({
  keys: [svm.payer, TOKENS],
  lamports: [[10_000_000, 10_000_000 + gain - 5_000], account],
  tokens,
});

/** The payer pays 900 lamports and 7 USDC. The recipient has two accounts of USDC. */
const paid: Mined = {
  keys: [svm.payer, svm.recipient],
  lamports: [
    [100_000, 94_100],
    [50, 950],
  ],
  tokens: [
    [
      [2, svm.payer, usdc, 10n],
      [3, svm.recipient, usdc, 1n],
      [4, svm.recipient, pyusd, 5n],
    ],
    [
      [2, svm.payer, usdc, 3n],
      [3, svm.recipient, usdc, 4n],
      [5, svm.recipient, usdc, 4n],
      [4, svm.recipient, pyusd, 5n],
    ],
  ],
};

describe('receivedAmount', () => {
  it('is what all accounts of the owner gained', async () => {
    const { access } = node(paid);
    expect(await receivedAmount(HASH, svm.recipient, usdc, access)).to.equal(7n);
    expect(await receivedAmount(HASH, svm.recipient, SYSTEM, access)).to.equal(900n);
  });

  it('is the whole amount when the receiver has also paid the network fee', async () => {
    const lamports: [number, number][] = [
      [100_000, 1_095_000],
      [50, 50],
    ];
    const { access } = node({ keys: [svm.payer, svm.recipient], lamports });
    expect(await receivedAmount(HASH, svm.payer, SYSTEM, access)).to.equal(1_000_000n);
  });

  it('is without the rent that the receiver has paid for a new token account, or got back for a closed one', async () => {
    const opened = ofPayer(700 - RENT, [0, RENT], [[], [[1, svm.recipient, usdc, 0n]]]);
    expect(await receivedAmount(HASH, svm.payer, SYSTEM, node(opened).access)).to.equal(700n);
    const closed = ofPayer(700 + RENT, [RENT, 0], [[[1, svm.payer, usdc, 5n]], []]);
    expect(await receivedAmount(HASH, svm.payer, SYSTEM, node(closed).access)).to.equal(700n);
    expect(await receivedAmount(HASH, svm.recipient, SYSTEM, node(opened).access)).to.equal(null);
  });

  it('is null for nothing, a loss, a failed transaction, another case of letters and a node that is down', async () => {
    const { access } = node(paid);
    expect(await receivedAmount(HASH, svm.recipient, pyusd, access)).to.equal(null);
    expect(await receivedAmount(HASH, svm.payer, usdc, access)).to.equal(null);
    expect(await receivedAmount(HASH, svm.recipient, usdc.toLowerCase(), access)).to.equal(null);
    expect(await receivedAmount(HASH, svm.recipient, usdc, node({ ...paid, err: 'x' }).access)).to.equal(null);
    const down = node(paid);
    down.isDown = true;
    expect(await receivedAmount(HASH, svm.recipient, usdc, down.access)).to.equal(null);
  });

  it('is null for a transaction that is too old by the chain’s own clock', async () => {
    const old = node(paid);
    const clock = (time: bigint): unknown => at([accountOf(fromHex(`${'00'.repeat(32)}${le(time, 8)}`))]);
    old.answers['getMultipleAccounts'] = () => clock(1_700_000_100n);
    expect(await receivedAmount(HASH, svm.recipient, usdc, old.access, 100n)).to.equal(7n);
    expect(await receivedAmount(HASH, svm.recipient, usdc, old.access, 99n)).to.equal(null);
  });
});

describe('paidAmount', () => {
  it('is what the sender lost, without the network fee', async () => {
    const { access } = node(paid);
    expect(await paidAmount(HASH, svm.payer, usdc, access)).to.equal(7n);
    expect(await paidAmount(HASH, svm.payer, SYSTEM, access)).to.equal(900n);
  });

  it('is without the rent of new token accounts, and with what was sent to them', async () => {
    const opened = ofPayer(-900 - RENT, [0, RENT], [[], [[1, svm.recipient, usdc, 7n]]]);
    expect(await paidAmount(HASH, svm.payer, SYSTEM, node(opened).access)).to.equal(900n);
    const delivered = ofPayer(-900 - RENT, [0, RENT + 900], [[], [[1, svm.recipient, wsol, 900n]]]);
    expect(await paidAmount(HASH, svm.payer, SYSTEM, node(delivered).access)).to.equal(900n);
    const sent = ofPayer(-900, [0, 900], [[], []]);
    expect(await paidAmount(HASH, svm.payer, SYSTEM, node(sent).access)).to.equal(900n);
  });

  it('counts wrapped currency that the payer keeps, or had before, as native currency', async () => {
    const rest = ofPayer(-900 - RENT, [0, RENT + 100], [[], [[1, svm.payer, wsol, 100n]]]);
    expect(await paidAmount(HASH, svm.payer, SYSTEM, node(rest).access)).to.equal(800n);
    const closed = ofPayer(-900 + 500 + RENT, [RENT + 500, 0], [[[1, svm.payer, wsol, 500n]], []]);
    expect(await paidAmount(HASH, svm.payer, SYSTEM, node(closed).access)).to.equal(900n);
  });

  it('is null for an account that lost nothing, and for a failed transaction', async () => {
    expect(await paidAmount(HASH, svm.recipient, usdc, node(paid).access)).to.equal(null);
    expect(await paidAmount(HASH, svm.payer, usdc, node({ ...paid, err: 'x' }).access)).to.equal(null);
    expect(await paidAmount(HASH, svm.payer, pyusd, node(paid).access)).to.equal(null);
  });

  it('throws when the chain cannot be read', async () => {
    const down = node(paid);
    down.isDown = true;
    const thrown: unknown = await paidAmount(HASH, svm.payer, usdc, down.access).catch((error: unknown) => error);
    expect(thrown).to.be.an('error');
  });
});

describe('transfersTo', () => {
  it('lists everything that the account gained, with the time of the block', async () => {
    expect(await transfersTo(HASH, svm.recipient, node(paid).access)).to.deep.equal({
      at: 1_700_000_000n,
      amounts: { [SYSTEM]: 900n, [usdc]: 7n },
      signer: svm.payer,
      senders: { [SYSTEM]: [svm.payer], [usdc]: [svm.payer] },
    });
  });

  it('S-34 names no senders when the account has signed, or has paid something', async () => {
    const own = ofPayer(700, [0, 0], [[[1, svm.recipient, usdc, 5n]], [[1, svm.recipient, usdc, 4n]]]);
    expect((await transfersTo(HASH, svm.payer, node(own).access))?.senders).to.deep.equal({});
    const exchange: Mined = {
      ...paid,
      tokens: [
        [
          [2, svm.payer, usdc, 10n],
          [4, svm.recipient, pyusd, 5n],
        ],
        [
          [2, svm.payer, usdc, 3n],
          [3, svm.recipient, usdc, 7n],
          [4, svm.recipient, pyusd, 1n],
        ],
      ],
    };
    expect((await transfersTo(HASH, svm.recipient, node(exchange).access))?.senders).to.deep.equal({});
  });

  it('S-34 does not take the account that pays the network fee and the rent for a sender', async () => {
    const opened: Mined = {
      keys: [svm.payer, svm.recipient, TOKENS],
      lamports: [
        [10_000_000, 10_000_000 - 5_000 - RENT],
        [100, 1_000],
        [0, RENT],
      ],
      tokens: [[], [[2, svm.recipient, usdc, 0n]]],
    };
    expect((await transfersTo(HASH, svm.recipient, node(opened).access))?.senders).to.deep.equal({ [SYSTEM]: [] });
  });

  it('is null for a failed transaction, and throws when the time is unknown', async () => {
    expect(await transfersTo(HASH, svm.recipient, node({ ...paid, err: 'x' }).access)).to.equal(null);
    const thrown: unknown = await transfersTo(HASH, svm.recipient, node({ ...paid, time: null }).access).catch(
      (error: unknown) => error,
    );
    expect(thrown).to.be.an('error');
  });
});
