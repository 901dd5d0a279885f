/** Tests that the payer reads the amount that really left the account, also if the payer edited it in the wallet. */
import { expect } from 'chai';
import type { PaymentResult, RefundResult } from '../../../../src/types.js';
import { contracts, people, tokens } from '../../../support/quotes.js';
import { ETH, PINNED, USDC, World, type Tab } from '../../../support/world.js';
import { transferLog } from '../../../support/transfer-log.js';
import { entryOf, shownId } from '../../sent.js';

const transfer = (from: string, to: string, amount: bigint): object =>
  transferLog(tokens.usdc.address, from, to, amount);

type Edit = { from?: string; to?: string; value?: bigint; logs?: object[] };
type Edited = { world: World; tab: Tab; hash: string; requestId: string };

/** The payer edits the paying transaction in the wallet. It is mined. */
async function edited(pay: typeof ETH, edit: Edit): Promise<Edited> {
  const world = new World();
  world.payer = 'waits';
  world.service.outcome = 'none';
  const tab = world.open(PINNED);
  await tab.review(pay);
  await tab.press();
  if (pay === USDC) {
    world.prompts[0]!.approve();
    await world.clock.until(() => world.prompts.length === 2);
  }
  const { transaction, answer } = world.prompts.at(-1)!;
  const hash = world.chain.send({ ...transaction, value: BigInt(transaction.value), ...edit });
  answer(hash);
  world.chain.mine();
  await tab.reach('processing');
  return { world, tab, hash, requestId: shownId(tab) };
}

const success = ({ world, requestId, hash }: Edited, named: string[] = [hash]): void =>
  void world.service.statuses.set(requestId, { status: 'success', inTxHashes: named, txHashes: [] });
const paid = ({ state }: Tab): string | null | undefined =>
  (state as { receipt?: PaymentResult }).receipt?.paid.amountFormatted;

describe('read-paid', () => {
  const { payer, recipient, attacker } = people;
  const taken = (amount: bigint): object => transfer(payer, recipient, amount);
  const cases: [title: string, pay: typeof ETH, edit: Edit, shown: string][] = [
    ['a smaller native amount', ETH, { value: 4_000_000_000_000_000n }, '0.004'],
    ['a larger token amount', USDC, { logs: [taken(30_000_000n)] }, '30'],
    [
      'a token amount of which a part came back',
      USDC,
      { logs: [taken(9_000_000n), transfer(recipient, payer, 1_000_000n)] },
      '8',
    ],
  ];
  for (const [title, pay, edit, shown] of cases) {
    it(`F-66 shows ${title} as paid when the payer edited it in the wallet, also after a reload`, async () => {
      const one = await edited(pay, edit);
      success(one);
      await one.tab.reach('succeeded');
      expect(paid(one.tab)).to.equal(shown);
      expect(one.tab.detail('hub-success')).to.have.nested.property('paid.amountFormatted', shown);
      one.tab.kill();
      const next = one.world.open(PINNED);
      await next.reach('succeeded');
      expect(paid(next)).to.equal(shown);
    });
  }

  const kept: [title: string, pay: typeof ETH, edit: Edit][] = [
    ['nothing was edited', ETH, {}],
    ['the tokens of others moved', USDC, { logs: [transfer(recipient, attacker, 30_000_000n)] }],
    ['another account sent the transaction', ETH, { from: attacker, value: 1n }],
    ['the account’s own batch can contain more than this payment', USDC, { to: payer, logs: [taken(50_000_000n)] }],
  ];
  for (const [title, pay, edit] of kept) {
    it(`F-66 shows the quoted amount as paid when ${title}`, async () => {
      const one = await edited(pay, edit);
      success(one);
      await one.tab.reach('succeeded');
      const { payment } = one.tab.state as { payment: { quote: { pays: { amountFormatted: string } } } };
      expect(paid(one.tab)).to.equal(payment.quote.pays.amountFormatted);
    });
  }

  it('F-66 shows the quoted amount when the node does not answer, and takes no stored hash for the payment', async () => {
    for (const named of [true, false]) {
      const one = await edited(ETH, { value: 4_000_000_000_000_000n });
      if (named) one.world.chain.fault = 'down';
      else one.tab.kill();
      success(one, named ? [one.hash] : []);
      const tab = named ? one.tab : one.world.open(PINNED);
      await tab.reach('succeeded');
      expect(paid(tab)).to.equal('0.00836');
      expect(entryOf(one.world).payment.payingHash).to.equal(one.hash);
    }
  });

  it('F-66 compares a refund with what was paid when the payer edited the amount', async () => {
    const one = await edited(ETH, { value: 3_000_000_000_000_000n });
    const back = one.world.chain.send({ from: contracts.solver, to: payer, value: 3_000_000_000_000_000n });
    one.world.chain.mine();
    one.world.service.statuses.set(one.requestId, { status: 'refund', inTxHashes: [one.hash], txHashes: [back] });
    await one.tab.reach('refunded');
    const { refund } = one.tab.state as { refund: RefundResult };
    expect([refund.returned?.amountFormatted, refund.paid?.amountFormatted]).to.deep.equal(['0.003', '0.003']);
    expect(refund.confirmed).to.equal(true);
  });
});
