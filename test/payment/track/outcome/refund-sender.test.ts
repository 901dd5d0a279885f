/** Tests which income of the payer counts as the refund: its sender must be the service, and its size must fit. */
import { expect } from 'chai';
import { sleep } from '../../../../src/shared/time/clock.js';
import type { ChainRecord, RefundResult } from '../../../../src/types.js';
import { settle } from '../../../support/clock.js';
import { contracts, people, tokens } from '../../../support/quotes.js';
import { MINUTE } from '../../../support/times.js';
import { transferLog, word, type Log } from '../../../support/transfer-log.js';
import { ETH, PINNED, USDC, type World } from '../../../support/world.js';
import { PermitWorld } from '../../permit-world.js';
import { pressed } from '../../reviewing.js';
import { sent, shownId } from '../../sent.js';

const WEI = 8_000_000_000_000_000n;
const UNITS = 25_000_000n;
/** An account of nobody who takes part in the payment, such as an employer or an exchange. */
const STRANGER = `0x${'5a'.repeat(20)}`;
const [usdc, { payer }] = [tokens.usdc.address, people];

type Income = (world: World) => Parameters<World['chain']['send']>[0];

const native =
  (from: string, value = WEI): Income =>
  () => ({ from, to: payer, value });
const token =
  (from: string, signer = STRANGER, more: Log[] = []): Income =>
  () => ({ from: signer, to: usdc, logs: [transferLog(usdc, from, payer, UNITS), ...more] });

/** The account's balance rises in the block of a contract's transaction, as when the contract forwards the money. */
const forwarded =
  (contract: string, data: string, signer: string): Income =>
  ({ chain }) => {
    const last = Number(chain.answer('eth_blockNumber', []));
    chain.override('eth_getBalance', ([, block]) => `0x${(Number(block) > last ? WEI : 0n).toString(16)}`);
    return { from: signer, to: contract, data };
  };

/** The service tells no end of its own. */
const untold = ({ service }: World): void => void (service.outcome = 'none');

/** The service names this income as the refund of a payment. Returns what the page says about it. */
async function told(pay: typeof ETH, income: Income, options: object = PINNED): Promise<RefundResult> {
  const { world, tab, hash, say } = await sent(pay, untold, options);
  world.chain.mine();
  await world.clock.advance(2_000);
  const back = world.chain.send(income(world));
  world.chain.mine();
  say('refund', { inTxHashes: [hash], txHashes: [back] });
  await tab.reach('refunded');
  await world.clock.advance(10 * MINUTE);
  return (tab.state as { refund: RefundResult }).refund;
}

describe('refund-sender', () => {
  const facts: [title: string, pay: typeof ETH, income: Income, options?: object][] = [
    ['the solver sends the native currency', ETH, native(contracts.solver)],
    ['the depository forwards the native currency', ETH, forwarded(contracts.depository, word(payer), STRANGER)],
    ['the router forwards the native currency', ETH, forwarded(contracts.router, word(payer), STRANGER)],
    ['a contract of anybody forwards it for the solver', ETH, forwarded(STRANGER, word(payer), contracts.solver)],
    ['the depository sends the tokens', USDC, token(contracts.depository)],
    ['the router sends the tokens', USDC, token(contracts.router)],
    ['the solver sends the tokens', USDC, token(contracts.solver, contracts.solver)],
    ['an exchange sends the tokens for the solver', USDC, token(STRANGER, contracts.solver)],
    [
      'somebody adds a transfer of nothing',
      USDC,
      token(contracts.depository, STRANGER, [
        transferLog(usdc, STRANGER, payer, 0n),
        transferLog(usdc, payer, STRANGER, 0n),
      ]),
    ],
    ['a tenth more comes back', ETH, native(contracts.solver, 9_100_000_000_000_000n)],
    ['no registry is set, and the contract that took the payment sends it', ETH, native(contracts.depository), {}],
  ];
  for (const [title, pay, income, options] of facts) {
    it(`S-34 tells the refund as a fact when ${title}`, async () => {
      expect(await told(pay, income, options)).to.include({ confirmed: true });
    });
  }

  const listed = (chains: ChainRecord[]): ChainRecord[] =>
    chains.map((chain) => ({ ...chain, solverAddresses: [STRANGER] }));
  const asked: [title: string, pay: typeof ETH, income: Income, options?: object][] = [
    ['it is a hundred times the payment', ETH, native(contracts.solver, 100n * WEI)],
    ['it is a fifth more than the payment', ETH, native(contracts.solver, 10_100_000_000_000_000n)],
    ['a stranger sends the native currency', ETH, native(STRANGER)],
    ['a stranger sends the tokens', USDC, token(STRANGER)],
    ['the merchant sends the tokens', USDC, token(people.recipient)],
    ['the payer sends it to the own account', ETH, native(payer)],
    ['the payer sends tokens to the own account', USDC, token(payer, payer)],
    ['the payer takes the own tokens through the router', USDC, token(contracts.router, payer)],
    [
      'the payer’s smart account exchanges other tokens through the router',
      USDC,
      token(contracts.router, STRANGER, [transferLog(tokens.usdt.address, payer, contracts.router, UNITS)]),
    ],
    [
      'the depository sends one unit of it, and a stranger the rest',
      USDC,
      token(STRANGER, STRANGER, [transferLog(usdc, contracts.depository, payer, 1n)]),
    ],
    [
      'a transaction of the solver for somebody else is in the same block',
      ETH,
      forwarded(contracts.depository, word(STRANGER), contracts.solver),
    ],
    ['no registry is set, and only the service’s list names the sender', ETH, native(contracts.solver), {}],
  ];
  for (const [title, pay, income, options] of asked) {
    it(`S-34 asks the payer to look, and tells no refund as a fact, when ${title}`, async () => {
      expect(await told(pay, income, options)).to.not.have.property('confirmed');
    });
  }

  it('S-34 tells the refund as a fact when the wallet shows it, and the node never answers', async () => {
    const { world, tab, hash, say } = await sent(USDC, untold, PINNED);
    world.chain.mine();
    await world.clock.advance(2_000);
    const back = world.chain.send(token(contracts.depository)(world));
    world.chain.mine();
    world.chain.fault = 'silent';
    say('refund', { inTxHashes: [hash], txHashes: [back] });
    await tab.reach('refunded');
    await world.clock.advance(10 * MINUTE);
    expect((tab.state as { refund: RefundResult }).refund).to.include({ confirmed: true });
  });

  it('S-34 tells the refund as a fact when only a slow node shows it', async () => {
    const { world, tab, hash, say } = await sent(USDC, untold, PINNED);
    const { chain, clock, wallet } = world;
    chain.mine();
    await clock.advance(2_000);
    const back = chain.send(token(contracts.depository)(world));
    chain.mine();
    const { fetch } = chain;
    const slowly: typeof fetch = async (input, init) => {
      await sleep(900, clock, new AbortController().signal);
      return fetch(input, init);
    };
    Object.assign(chain, { fetch: slowly });
    wallet.always('eth_getTransactionReceipt', () => null);
    say('refund', { inTxHashes: [hash], txHashes: [back] });
    await tab.reach('refunded');
    await clock.advance(10 * MINUTE);
    expect((tab.state as { refund: RefundResult }).refund).to.include({ confirmed: true });
  });

  it('S-34 asks the payer to look when the list of the service makes the sender a solver', async () => {
    const lied = (each: World): void => {
      untold(each);
      each.service.listing = listed;
    };
    const { world, tab, say } = await sent(ETH, lied, PINNED);
    world.chain.mine();
    await world.clock.advance(2_000);
    const back = world.chain.send(native(STRANGER)(world));
    world.chain.mine();
    say('refund', { txHashes: [back] });
    await tab.reach('refunded');
    await world.clock.advance(10 * MINUTE);
    expect((tab.state as { refund: RefundResult }).refund).to.not.have.property('confirmed');
  });
});

describe('refund-sender of a signed payment', () => {
  /** The service's account that uses the payer's signature, and later calls the depository for the refund. */
  const relayer = `0x${'7e'.repeat(20)}`;

  async function refunded(signer: string): Promise<RefundResult> {
    const world = new PermitWorld();
    untold(world);
    const { tab } = await pressed(world, USDC, { usePermit: true, ...PINNED });
    world.signings[0]!.sign();
    await settle();
    const requestId = shownId(tab);
    const { chain, service, clock } = world;
    const paying = chain.send({
      from: relayer,
      to: usdc,
      logs: [transferLog(usdc, payer, contracts.depository, UNITS)],
    });
    chain.mine();
    service.statuses.set(requestId, { status: 'pending', inTxHashes: [paying] });
    await clock.advance(10_000);
    const back = chain.send({ from: signer, to: usdc, logs: [transferLog(usdc, contracts.depository, payer, UNITS)] });
    chain.mine();
    service.statuses.set(requestId, { status: 'refund', inTxHashes: [paying], txHashes: [back] });
    await tab.reach('refunded');
    await clock.advance(10 * MINUTE);
    return (tab.state as { refund: RefundResult }).refund;
  }

  it('S-34 tells the refund as a fact when the account that used the signature also sends the refund', async () => {
    expect(await refunded(relayer)).to.include({ confirmed: true });
  });

  it('S-34 tells no refund as a fact when the payer signs its transaction', async () => {
    expect(await refunded(payer)).to.not.have.property('confirmed');
  });
});
