/**
 * Tests the price of a deposit address that a page shows again after a reload. The attacker can write to the storage of
 * the page, and the service can lie about dollars.
 */
import { expect } from 'chai';
import { depositTerms } from '../../../../src/payment/context/order-terms.js';
import { tokenAmount } from '../../../../src/shared/amounts.js';
import { evmAdapter } from '../../../../src/vm/evm/adapter.js';
import { amountOf, currency, tokens, type Json } from '../../../support/quotes.js';
import { SECOND } from '../../../support/times.js';
import { PINNED, type World } from '../../../support/world.js';
import { addressOf, worldChains } from '../../../support/world-service.js';
import { awaiting, REFUND_TO } from '../../deposits.js';
import { entryOf, shownId } from '../../sent.js';

const dai = currency('DAI', 18, `0x${'da'.repeat(20)}`);

type Told = { currencyIn: Json; currencyOut?: Json };

/** The service's record names these amounts, and a script of the page has stored their digest. */
function plant(world: World, requestId: string, { currencyIn, currencyOut }: Told): void {
  const record = world.service.ownRecords.get(requestId) as { data: { metadata: Json } };
  const metadata = { ...record.data.metadata, currencyIn, ...(currencyOut && { currencyOut }) };
  world.service.records.set(requestId, { ...record, data: { metadata } });
  const pays = tokenAmount(currencyIn as never);
  const digest = evmAdapter.hashText(depositTerms(requestId, addressOf(requestId), pays, REFUND_TO));
  const [key, text] = world.journalItem();
  world.storage.items.set(key, text.replaceAll(entryOf(world).digest, digest));
}

/** True if the page shows the deposit address again. */
async function isShownAgain(told: Told, options = {}): Promise<boolean> {
  const { world, tab } = await awaiting(undefined, options);
  const requestId = shownId(tab);
  tab.kill();
  plant(world, requestId, told);
  const next = world.open({ useDepositAddress: true, ...options });
  await world.clock.advance(60 * SECOND);
  return next.state.name === 'awaiting-deposit';
}

const usdc = (amount: bigint, usd: string, more: Json = {}): Json => ({
  ...amountOf(8453, tokens.usdc, amount, usd, '1'),
  ...more,
});
const out = (usd: string): Json => amountOf(10, tokens.usdcOut, 25_000_000n, usd, '25');

describe('recall-payment of a deposit address', () => {
  for (const options of [{}, PINNED]) {
    const where = 'registry' in options ? 'with a registry' : 'without a registry';

    it(`S-33 shows the address again ${where} when the price is fair, whatever dollars the service names`, async () => {
      for (const usd of ['25.08', '250.8', '0', 'none'])
        expect(await isShownAgain({ currencyIn: usdc(25_080_000n, usd) }, options), usd).to.equal(true);
    });

    const unfair: Record<string, Told> = {
      'ten times the price is told as the right dollars': { currencyIn: usdc(250_800_000n, '25.08') },
      'eleven percent more are told as the right dollars': { currencyIn: usdc(27_750_000n, '25.00') },
      'the dollars are those of nothing': { currencyIn: usdc(250_800_000n, '0') },
      'what arrives is told as more dollars': { currencyIn: usdc(250_800_000n, '250.8'), currencyOut: out('250.8') },
      'both sides are told alike': { currencyIn: usdc(250_800_000n, '25'), currencyOut: out('25') },
    };
    for (const [what, told] of Object.entries(unfair)) {
      it(`S-33 S-4 shows no address again ${where} when ${what}`, async () => {
        expect(await isShownAgain(told, options)).to.equal(false);
      });
    }
  }

  it('S-33 shows no address again when ten times the price is told with more decimals', async () => {
    const { currency: token } = usdc(1n, '1') as { currency: object };
    const lie = usdc(250_800_000n, '25.08', { currency: { ...token, decimals: 7 }, amountFormatted: '25.08' });
    expect(await isShownAgain({ currencyIn: lie }, PINNED)).to.equal(false);
  });

  it('S-33 shows no address again when ten times the price is in a dollar token of 18 decimals', async () => {
    const chains = worldChains().map((chain) =>
      chain.id === 8453 ? { ...chain, erc20Currencies: [...(chain.erc20Currencies ?? []), dai] } : chain,
    );
    const paying = (units: bigint): Told => ({
      currencyIn: amountOf(8453, dai, units * 10n ** 18n, '25.08', '1'),
    });
    expect(await isShownAgain(paying(250n), { registry: { chains } })).to.equal(false);
    expect(await isShownAgain(paying(25n), { registry: { chains } })).to.equal(true);
  });

  it('S-33 takes the dollars of the merchant’s registry, and not the ids of the service’s listing', async () => {
    // The registry has no ids, so the worth of its tokens is unknown, and the service's word is the only one.
    const chains = worldChains().map((chain) => ({
      ...chain,
      erc20Currencies: (chain.erc20Currencies ?? []).map(({ id: _, ...token }) => token as never),
    }));
    expect(await isShownAgain({ currencyIn: usdc(25_080_000n, '27.6') }, { registry: { chains } })).to.equal(false);
  });

  it('S-33 shows the symbol and the decimals of the registry after a reload, not those of the record', async () => {
    const { world, tab } = await awaiting(undefined, PINNED);
    const requestId = shownId(tab);
    tab.kill();
    const { currency: token } = usdc(1n, '1') as { currency: object };
    plant(world, requestId, { currencyIn: usdc(25_080_000n, '9', { currency: { ...token, symbol: 'EURC' } }) });
    const next = world.open({ useDepositAddress: true, ...PINNED });
    await next.reach('awaiting-deposit');
    expect(next.state).to.have.nested.property('payment.quote.pays.symbol', 'USDC');
    expect(next.state).to.have.nested.property('payment.quote.pays.amountUsd', '25.08');
  });
});
