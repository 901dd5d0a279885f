/** Tests which refused permits lead to a quote without a permit, and that this happens once. */
import { expect } from 'chai';
import { isUnguardablePermit } from '../../../src/payment/guard/unguardable-permit.js';
import type { GuardNote } from '../../../src/types.js';
import { judge } from '../../support/judge.js';
import { permitAttacks } from '../../support/malicious/malicious-permits.js';
import { apply, ids, people, read, tokens, type Json } from '../../support/quotes.js';
import { USDC, type Tab } from '../../support/world.js';
import { PermitWorld } from '../permit-world.js';

const isForm = async (title: string): Promise<boolean> => {
  const found = permitAttacks.find((each) => each.title === title);
  const result = await judge(found!.make());
  return !result.ok && isUnguardablePermit(result.blocks);
};

/** The attacks whose form the guard does not know. All others could pay somebody else, and stay an error. */
const FORMS = [
  'has "eip191" signed',
  'has a bare hash signed',
  'has no data to sign',
  'has a salt in the domain',
  'has a salt in place of the chain',
  'has a salt, and pays a stranger',
  'has a name in letters of another script',
  'names the token USD₮0',
  'permits for a token that is named USD₮0',
  'lacks the version in the domain',
  'permits for a domain without a version',
  'has no version, and takes the whole balance',
  'has an empty name',
  'has a version that is a number',
  'has a list as the domain',
  'has a member of its own in the domain',
  'has an invisible letter in its name',
  'has a version that is too long',
  'has a salt in the domain of Permit2',
  'has a type with an additional member',
  'has a Safe transaction signed',
  'has a permit of DAI’s old form, for the whole balance',
  'has the own permit of DAI, for the whole balance',
  'has an allowance of Permit2 signed',
  'has a transfer without a witness signed',
];

const NOT_FORMS = [
  'requests a signature that the intent excludes',
  'requests two signatures, which could both be used',
  'signs for another chain',
  'signs for another token',
  'names the chain in hex',
  'names a list of chains',
  'names the zero address as its contract',
  'is named USD₮0, and is for another token',
  'is named USD₮0, and is for another chain',
  'has an additional member in the message',
  'has an amount in hex',
  'pays a stranger by a signature',
  'takes the whole balance by a signature',
  'posts it to https://evil.example',
  'posts it for another request',
  'permits a stranger',
  'takes more through Permit2',
  'approves more than Permit2 takes',
  'signs for the native currency',
];

/** A world whose permits have this typed data. Without `usePermit`, the service asks for transactions. */
class OddPermits extends PermitWorld {
  constructor(change: (sign: Json) => void, isStubborn = false) {
    super();
    const { tamper } = this.service;
    this.permits = () => isStubborn || this.service.quoted.at(-1)?.['usePermit'] === true;
    this.service.tamper = (text) => {
      const quote = JSON.parse(tamper(text)) as Json;
      const sign = read(quote, 'steps[0].items[0].data.sign') as Json | undefined;
      if (sign) change(sign);
      return JSON.stringify(quote);
    };
  }

  /** The `usePermit` of each quote for USDC of chain 8453 to the shop. */
  get asked(): unknown[] {
    return this.service.quoted
      .filter(({ originCurrency, user }) => originCurrency === USDC.currency && user === people.payer)
      .map(({ usePermit }) => usePermit ?? false);
  }
}

async function picked(world: OddPermits): Promise<Tab> {
  const tab = world.open({ usePermit: true });
  await tab.do({ type: 'opened' }, { type: 'wallet-picked', wallet: 'one.test' });
  await world.clock.until(() => tab.state.name === 'selecting' && tab.state.assets.length > 0);
  await tab.do({ type: 'asset-picked', ...USDC });
  await world.clock.until(
    () => tab.state.name === 'reviewing' || (tab.state.name === 'selecting' && !!tab.state.problem),
  );
  return tab;
}

describe('isUnguardablePermit', () => {
  it('P-63 is true exactly for signatures whose form the guard does not know', async () => {
    for (const title of FORMS) expect(await isForm(title), title).to.equal(true);
    for (const title of NOT_FORMS) expect(await isForm(title), title).to.equal(false);
  });

  it('is false beside a block of another rule, and for a wrong member of a known type', () => {
    const block = (rule: string, path: string): GuardNote => ({ rule, path, message: 'is wrong' });
    const form = block('G31', 'steps[0].items[0].data.sign.domain');
    expect(isUnguardablePermit([form])).to.equal(true);
    expect(isUnguardablePermit([])).to.equal(false);
    expect(isUnguardablePermit([form, block('G03', 'details.currencyIn')])).to.equal(false);
    expect(isUnguardablePermit([block('G31', 'steps[0].items[0].data.sign.value')])).to.equal(false);
  });
});

describe('a quote whose permit cannot be guarded', () => {
  for (const [what, change] of [
    ['a salt in its domain', (sign) => apply(sign, ['domain.salt', ids.other])],
    ['no version in its domain', (sign) => apply(sign, ['domain.version'])],
    ['the name USD₮0', (sign) => apply(sign, ['domain.name', 'USD₮0'])],
    ['a kind that is no typed data', (sign) => apply(sign, ['signatureKind', 'eip191'])],
    ['another primary type', (sign) => apply(sign, ['primaryType', 'PermitSingle'])],
  ] as readonly (readonly [string, (sign: Json) => void])[])
    it(`P-63 is asked for once without usePermit when it has ${what}, and the payer pays by transaction`, async () => {
      const world = new OddPermits(change);
      const tab = await picked(world);
      expect(tab.state.name).to.equal('reviewing');
      const before = world.asked.length;
      await tab.press();
      await tab.reach('succeeded');
      expect([world.signings.length, world.posts.length]).to.deep.equal([0, 0]);
      expect(world.asked.slice(0, before).at(-1)).to.equal(false);
      expect(await world.deposits()).to.equal(1);
    });

  it('P-63 is not asked for again with usePermit when the price is renewed', async () => {
    const world = new OddPermits((sign) => apply(sign, ['domain.salt', ids.other]));
    const tab = await picked(world);
    const before = world.asked.length;
    await world.clock.advance(60_000);
    await tab.reach('reviewing');
    expect(world.asked.slice(before)).to.deep.equal([false, false]);
  });

  it('P-63 is refused when the service still asks for a signature, with one more request and no loop', async () => {
    const world = new OddPermits((sign) => apply(sign, ['domain.salt', ids.other]), true);
    const tab = await picked(world);
    expect(tab.state).to.have.nested.property('problem.code', 'quote-unsafe');
    const before = world.asked.length;
    await world.clock.advance(60_000);
    expect([world.asked.length, world.signings.length]).to.deep.equal([before, 0]);
    expect(world.asked.slice(-2)).to.deep.equal([true, false]);
  });

  it('P-63 stays an error when it would pay somebody else', async () => {
    const world = new OddPermits((sign) => apply(sign, ['value.to', people.attacker]));
    const tab = await picked(world);
    expect(tab.state).to.have.nested.property('problem.code', 'quote-unsafe');
    expect(world.asked.at(-1)).to.equal(true);
  });

  it('P-63 G10 is refused when the other form is an attack', async () => {
    const world = new OddPermits((sign) => apply(sign, ['domain.salt', ids.other]));
    const { tamper } = world.service;
    world.service.tamper = (text) => {
      const attacker = people.attacker.slice(2).toLowerCase();
      const quote = tamper(text);
      if (world.service.quoted.at(-1)?.['usePermit']) return quote;
      return quote.replace(/(0x095ea7b3[0-9a-f]{24})[0-9a-f]{40}/u, `$1${attacker}`);
    };
    const tab = await picked(world);
    expect(tab.state).to.have.nested.property('problem.code', 'quote-unsafe');
    expect(JSON.stringify(tab.state)).to.include('G10');
    expect(tokens.usdc.symbol).to.equal('USDC');
  });

  it('P-63 returns to the review, not to the list, when the payer declines the transaction', async () => {
    const world = new OddPermits((sign) => apply(sign, ['domain.salt', ids.other]));
    world.payer = 'waits';
    const tab = await picked(world);
    await tab.press();
    world.prompts[0]!.reject(4001);
    await tab.reach('reviewing');
    expect(tab.state).to.have.nested.property('problem.code', 'wallet-rejected');
  });
});
