import { expect } from 'chai';
import type { PaymentResult, KnownAmount } from '../../../../src/types.js';
import { people, tokens } from '../../../support/quotes.js';
import { HOUR } from '../../../support/times.js';
import { World } from '../../../support/world.js';
import { transferLog, word } from '../../../support/transfer-log.js';
import { factsOf, shownId, polls, sent, type Sent } from '../../sent.js';

const FILL = `0x${'fe'.repeat(32)}`;
const SECOND_FILL = `0x${'fd'.repeat(32)}`;

const transfer = (amount: bigint, to: string = people.recipient, token: string = tokens.usdcOut.address): object =>
  transferLog(token, people.payer, to, amount);

/** Adds these transactions and their logs to the destination chain. */
function delivers({ world }: Sent, mined: Readonly<Record<string, readonly object[]>>, status = '0x1'): void {
  world.destinationChain.override('eth_getTransactionReceipt', ([hash]) => {
    const logs = mined[String(hash)];
    return logs ? { transactionHash: hash, blockHash: word(1n), status, logs } : null;
  });
}

/** The quoted amount is 25 USDC. The guaranteed minimum is 24.9 USDC by default, and 25 USDC for `'exactly'`. */
async function paid(promises: 'at least' | 'exactly' = 'at least'): Promise<Sent> {
  return sent(undefined, ({ service }) => {
    if (promises === 'at least')
      service.tamper = (text) => text.replaceAll('"minimumAmount":"25000000"', '"minimumAmount":"24900000"');
  });
}

const received = ({ tab }: Sent): KnownAmount | undefined =>
  (tab.detail('hub-success') as { received: KnownAmount } | undefined)?.received;

const quoted = { chainId: 10, currency: tokens.usdcOut.address, symbol: 'USDC', decimals: 6 };
const least = { ...quoted, amount: '24900000', amountFormatted: '24.9', minimumAmount: '24900000' };

describe('read-delivery', () => {
  for (const [what, amount, amountFormatted] of [
    ['more', 25_100_000n, '25.1'],
    ['less', 24_000_000n, '24'],
  ] as const) {
    it(`F-94 F-107 F-191 reports the amount on the destination chain when it is ${what} than quoted`, async () => {
      const one = await paid();
      delivers(one, { [FILL]: [transfer(amount)] });
      one.say('success', { txHashes: [FILL] });
      await one.tab.reach('succeeded');
      const promised = what === 'less' && { minimumAmount: '24900000' };
      expect(received(one)).to.deep.equal({ ...quoted, amount: String(amount), amountFormatted, ...promised });
      expect(one.tab.state).to.have.deep.nested.property('receipt.received', received(one));
    });
  }

  const warned = ({ tab }: Sent): string[] | undefined =>
    (tab.detail('hub-success') as PaymentResult).warnings?.map(({ path }) => path);

  it('S-15 warns payer and page when one unit arrives, and not when the promised minimum arrives', async () => {
    for (const [amount, paths] of [
      [1n, ['received.amount']],
      [24_899_999n, ['received.amount']],
      [24_900_000n, undefined],
    ] as const) {
      const one = await paid();
      delivers(one, { [FILL]: [transfer(amount)] });
      one.say('success', { txHashes: [FILL] });
      await one.tab.reach('succeeded');
      expect(warned(one), String(amount)).to.deep.equal(paths);
      expect(one.tab.state).to.have.nested.property('receipt.received.amount', String(amount));
      if (paths) expect(one.tab.state).to.have.nested.property('receipt.received.minimumAmount', '24900000');
    }
  });

  it('S-15 says that only the service reports the delivery when no fill is named, or the fill shows none', async () => {
    for (const [txHashes, mined] of [
      [[], {}],
      [[FILL], {}],
      [[FILL], { [FILL]: [transfer(25_000_000n, people.attacker)] }],
    ] as const) {
      const one = await paid('exactly');
      delivers(one, mined);
      one.say('success', { txHashes: [...txHashes] });
      await one.tab.reach('succeeded');
      expect(warned(one)).to.deep.equal(['destination']);
    }
  });

  /** The shop gets these amounts in one transaction. */
  function fill({ destinationChain: chain }: World, ...amounts: bigint[]): string {
    const logs = amounts.map((amount) => transfer(amount));
    const hash = chain.send({ from: people.attacker, to: tokens.usdcOut.address, logs });
    chain.mine();
    return hash;
  }

  /** Pays these orders one after another. The service delivers each with the transaction of the same place. */
  async function deliveries(world: World, hashes: readonly string[]): Promise<(string[] | undefined)[]> {
    world.service.outcome = 'none';
    const warnings = [];
    for (const [index, hash] of hashes.entries()) {
      const tab = world.open({ reference: `order-${index}` });
      await tab.review();
      await tab.press();
      await tab.reach('processing');
      world.service.statuses.set(shownId(tab), { status: 'success', txHashes: [hash] });
      await tab.reach('succeeded');
      warnings.push(warned({ tab } as Sent));
    }
    return warnings;
  }

  it('S-15 says that only the service reports the delivery when it names a transfer from before the payment', async () => {
    const world = new World();
    const old = fill(world, 25_000_000n);
    world.destinationChain.mineEmpty(700);
    expect(await deliveries(world, [old])).to.deep.equal([['destination']]);
  });

  it('S-15 confirms one delivery by one transfer, also when the service names it for two orders', async () => {
    const world = new World();
    const [first, second] = [fill(world, 25_000_000n), fill(world, 25_000_000n)];
    const warnings = await deliveries(world, [first, first, second]);
    expect(warnings).to.deep.equal([undefined, ['destination'], undefined]);
  });

  it('warns of nothing when one transaction delivers several payments, also after a reload', async () => {
    const world = new World();
    const all = fill(world, 25_000_000n, 25_000_000n, 25_000_000n);
    const warnings = await deliveries(world, [all, all, all, all]);
    expect(warnings).to.deep.equal([undefined, undefined, undefined, ['destination']]);
    for (const tab of world.tabs) tab.kill();
    const next = world.open({ reference: 'order-2' });
    await next.do({ type: 'opened' });
    await next.reach('succeeded');
    expect(next.state).to.have.property('receipt').that.does.not.have.property('warnings');
  });

  for (const [title, hours] of [
    ['it was delivered days ago', 50],
    ['the clock was set back after the payment began', -3],
  ] as const) {
    it(`I17 warns of nothing when ${title}`, async () => {
      const one = await paid();
      const hash = fill(one.world, 25_000_000n);
      one.world.destinationChain.override('eth_getBlockByNumber', () => ({ timestamp: '0x6ab2d000' }));
      one.world.destinationChain.override('eth_getBlockByHash', () => ({ timestamp: '0x6ab06000' }));
      one.tab.kill();
      one.world.clock.sleep(hours * HOUR);
      one.say('success', { txHashes: [hash] });
      const next = one.world.open();
      await next.reach('succeeded');
      expect(warned({ ...one, tab: next })).to.equal(undefined);
    });
  }

  it('warns of nothing when the node does not show the time of the delivery', async () => {
    const one = await paid();
    const hash = fill(one.world, 25_000_000n);
    one.world.destinationChain.override('eth_getBlockByHash', () => null);
    one.say('success', { txHashes: [hash] });
    await one.tab.reach('succeeded');
    expect(warned(one)).to.equal(undefined);
  });

  it('reports the quoted amount with its USD value when the destination chain shows the same amount', async () => {
    const one = await paid();
    delivers(one, { [FILL]: [transfer(25_000_000n)] });
    one.say('success', { txHashes: [FILL] });
    await one.tab.reach('succeeded');
    expect(received(one)).to.deep.equal({
      ...quoted,
      amount: '25000000',
      amountFormatted: '25',
      amountUsd: '25',
    });
  });

  for (const [what, value, arrived] of [
    ['all of it', 600_000_000_000_000n, { amount: '600000000000000', amountFormatted: '0.0006' }],
    ['a part of it', 200_000_000_000_000n, { amount: '200000000000000', amountFormatted: '0.0002' }],
    ['nothing that can be read of it', 0n, { amount: null, amountFormatted: null }],
  ] as const) {
    it(`F-192 reports the arrived top-up apart from the payment when ${what} arrived`, async () => {
      const currency = { ...tokens.eth, chainId: 10 };
      const promised = { currency, amount: '600000000000000', amountFormatted: '0.0006', amountUsd: '2.00' };
      const one = await sent(undefined, (world) => {
        const more = `"details":{"currencyGasTopup":${JSON.stringify(promised)},`;
        world.service.tamper = (text) => text.replace('"details":{', more);
        const open = world.open.bind(world);
        world.open = (options) => open({ topupGas: true, ...options });
      });
      const extra = one.world.destinationChain.send({ from: people.attacker, to: people.recipient, value });
      one.world.destinationChain.mine();
      one.say('success', { txHashes: [extra] });
      await one.tab.reach('succeeded');
      expect(one.tab.detail('hub-success')).to.deep.nested.include({
        'topup.amount': arrived.amount,
        'topup.amountFormatted': arrived.amountFormatted,
        'received.amount': '25000000',
      });
    });
  }

  it('counts each transaction once and ignores transfers to other accounts and of other tokens', async () => {
    const one = await paid();
    const others = [transfer(7n, people.attacker), transfer(9n, people.recipient, tokens.usdc.address)];
    delivers(one, { [FILL]: [transfer(20_000_000n), ...others], [SECOND_FILL]: [transfer(5_000_001n)] });
    one.say('success', { txHashes: [FILL, SECOND_FILL, FILL.toUpperCase().replace('0X', '0x')] });
    await one.tab.reach('succeeded');
    expect(received(one)).to.have.property('amount', '25000001');
  });

  it('reports a partly readable delivery only when it reaches the promised minimum, else the minimum', async () => {
    for (const [amount, reported] of [
      [24_900_000n, '24900000'],
      [20_000_000n, undefined],
    ] as const) {
      const one = await paid();
      delivers(one, { [FILL]: [transfer(amount)] });
      one.say('success', { txHashes: [FILL, SECOND_FILL] });
      await one.tab.reach('succeeded');
      if (reported === undefined) expect(received(one)).to.deep.equal(least);
      else expect(received(one)).to.include({ amount: reported }).and.not.to.have.property('minimumAmount');
    }
  });

  it('reports no amount when one transaction is unreadable and the quoted amount is unknown', async () => {
    for (const [unread, amount] of [
      [[], '20000000'],
      [[SECOND_FILL], null],
    ] as const) {
      const one = await paid();
      one.tab.kill();
      one.world.service.ownRecords.clear();
      delivers(one, { [FILL]: [transfer(20_000_000n)] });
      one.say('success', { txHashes: [FILL, ...unread] });
      const next = one.world.open({ amount: undefined } as never);
      await next.reach('succeeded');
      expect(next.detail('hub-success')).to.have.nested.property('received.amount', amount);
    }
  });

  const unread: Record<string, (one: Sent) => void> = {
    'the node is down': ({ world }) => void (world.destinationChain.fault = 'down'),
    'the node answers HTML': ({ world }) => void (world.destinationChain.fault = 'html'),
    'the node is silent': ({ world }) => void (world.destinationChain.fault = 'silent'),
    'the node does not know the transaction yet': (one) => delivers(one, {}),
    'the transaction has no readable transfer': (one) => delivers(one, { [FILL]: [] }),
    'the transaction reverted': (one) => delivers(one, { [FILL]: [transfer(1n)] }, '0x0'),
  };
  for (const [what, happen] of Object.entries(unread)) {
    it(`F-87 reports the promised minimum once, within three seconds, when ${what}`, async () => {
      const one = await paid();
      happen(one);
      one.say('success', { txHashes: [FILL] });
      await one.world.clock.advance(4_100);
      expect(one.tab.state.name).to.equal('succeeded');
      expect(received(one)).to.deep.equal(least);
      await one.world.clock.advance(30_000);
      expect(factsOf(one.tab)).to.deep.equal(['hub-sent', 'hub-status success', 'hub-success']);
    });
  }

  it('reports the promised minimum and reads no node when the service names no transaction', async () => {
    const one = await paid();
    const before = one.world.destinationChain.methods.length;
    one.say('success');
    await one.tab.reach('succeeded');
    expect(received(one)).to.deep.equal(least);
    expect(one.world.destinationChain.methods.length).to.equal(before);
  });

  it('reports the quoted amount, not as a minimum, when the delivery is unreadable and the quote was exact', async () => {
    const one = await paid('exactly');
    one.say('success', { txHashes: [FILL] });
    await one.tab.reach('succeeded');
    expect(received(one)).to.deep.equal({
      ...quoted,
      amount: '25000000',
      amountFormatted: '25',
      amountUsd: '25',
    });
  });

  it('polls no status and emits nothing twice when the destination node is silent', async () => {
    const one = await paid();
    one.world.destinationChain.fault = 'silent';
    one.say('success', { txHashes: [FILL] });
    await one.world.clock.advance(1_000);
    const before = polls(one.world);
    await one.world.clock.advance(2_500);
    expect(polls(one.world)).to.equal(before);
    await one.world.clock.advance(60_000);
    expect(polls(one.world)).to.equal(before);
    expect(one.world.facts()).to.have.length(2);
  });

  for (const end of ['kill', 'close'] as const) {
    it(`F-155 I14 I15 emits hub-success once, in the next page, when the page ends (${end}) during the read`, async () => {
      const one = await paid();
      one.world.destinationChain.fault = 'silent';
      one.say('success', { txHashes: [FILL] });
      await one.world.clock.advance(2_000);
      expect(one.tab.state.name).to.equal('processing');
      one.tab[end]();
      await one.world.clock.advance(10_000);
      expect(one.tab.emitted).not.to.include('hub-success');
      one.world.destinationChain.fault = null;
      delivers(one, { [FILL]: [transfer(25_100_000n)] });
      const next = one.world.open();
      await next.reach('succeeded');
      await one.world.clock.advance(30_000);
      expect(shownId(next)).to.equal(one.requestId);
      expect(one.world.facts()).to.deep.equal([`hub-sent ${one.requestId}`, `hub-success ${one.requestId}`]);
      expect(next.detail('hub-success')).to.have.nested.property('received.amount', '25100000');
    });
  }

  it('F-102 emits no failure when a failed status turns into success and the delivery is still being read', async () => {
    const one = await paid();
    one.world.destinationChain.fault = 'silent';
    one.say('failure');
    await one.world.clock.advance(9_500);
    one.say('success', { txHashes: [FILL] });
    await one.tab.reach('succeeded');
    expect(one.world.factNames()).to.deep.equal(['hub-sent', 'hub-success']);
  });

  it('I24 leaves no timer when the element closes after the read', async () => {
    const one = await paid();
    one.world.destinationChain.fault = 'silent';
    one.say('success', { txHashes: [FILL] });
    await one.tab.reach('succeeded');
    await one.world.clock.advance(5_000);
    one.tab.close();
    await one.world.clock.advance(0);
    expect(one.world.clock.pending).to.equal(0);
  });
});

describe('read-delivery with a sponsor', () => {
  const detail = (paid: string, left: string): object => ({
    capHit: left !== '0',
    sponsoredTotal: amountOf(paid),
    userPaysTotal: amountOf(left),
  });
  const { name: _name, ...usdc } = tokens.usdcOut;
  const amountOf = (amount: string): object => ({ currency: { ...usdc, chainId: 10 }, amount });

  async function sponsored(): Promise<Sent> {
    return sent(
      undefined,
      ({ service }) => {
        service.tamper = (text) => {
          const quote = JSON.parse(text) as object;
          return JSON.stringify({ ...quote, feeSponsorship: { quoted: detail('900', '0') } });
        };
      },
      { subsidizeFees: true },
    );
  }
  const reported = ({ tab }: Sent): unknown => {
    const { sponsored: by } = tab.detail('hub-success') as PaymentResult;
    return by && [by.total.amount, by.userPays.amount, by.capHit];
  };

  it('F-29 reports the sponsored amounts from the service’s record when the payment succeeds', async () => {
    const one = await sponsored();
    const actual = detail('700', '200');
    one.world.service.records.set(one.requestId, {
      id: one.requestId,
      status: 'success',
      data: { feeSponsorship: { actual } },
    });
    one.say('success', { txHashes: [FILL] });
    await one.tab.reach('succeeded');
    expect(reported(one)).to.deep.equal(['700', '200', true]);
  });

  it('reports the quoted sponsorship when the record has none or does not arrive within three seconds', async () => {
    for (const answer of ['nothing', 'silent'] as const) {
      const one = await sponsored();
      if (answer === 'silent') one.world.service.outages.set('/requests/v2', 'silent');
      one.say('success', { txHashes: [FILL] });
      await one.tab.reach('succeeded');
      expect(reported(one), answer).to.deep.equal(['900', '0', false]);
    }
  });

  it('requests no record when the quote has no sponsorship', async () => {
    const one = await paid('exactly');
    one.say('success', { txHashes: [FILL] });
    await one.tab.reach('succeeded');
    expect(reported(one)).to.equal(undefined);
    expect(one.world.requestsTo('/requests/v2')).to.deep.equal([]);
  });
});
