/** Tests the warnings for a payer whose account is a contract, in the review and before the prompt. */
import { expect } from 'chai';
import { accountWarnings } from '../../../src/payment/quote/account-warnings.js';
import type { SessionOptions } from '../../../src/payment/model/options.js';
import { people } from '../../support/quotes.js';
import { ETH, World } from '../../support/world.js';
import { selection } from '../../support/samples.js';

const intent = { ...selection.intent, user: people.payer, originChainId: 8453, destinationChainId: 10 };
const places = (kind: Parameters<typeof accountWarnings>[0], more: object = {}): string[] =>
  accountWarnings(kind, { ...intent, ...more }).map(({ rule, path }) => `${rule} ${path}`);

/** The paths of the warnings that the review shows, and of those that the page gets before the prompt. */
async function shown(
  code: string | null,
  { recipient, ...rest }: Partial<SessionOptions> = {},
): Promise<[review: string[], confirm: string[]]> {
  const world = new World();
  world.payer = 'waits';
  world.service.attestation = 'honestly';
  if (recipient === people.payer) world.service.tamper = (text) => text.replaceAll(people.recipient, people.payer);
  if (code) world.chain.override('eth_getCode', () => code);
  else world.chain.override('eth_getCode', () => new Promise(() => undefined));
  const tab = world.open({ ...rest, ...(recipient !== undefined && { recipient }) });
  await tab.review(ETH);
  const warned = (tab.state as { quote: { warnings: { rule: string; path: string }[] } }).quote.warnings;
  await tab.press();
  const told = tab.detail('hub-confirm') as { quote: { warnings: { rule: string; path: string }[] } };
  const accounts = (all: { rule: string; path: string }[]): string[] =>
    all.filter(({ rule }) => rule === 'account').map(({ path }) => path);
  return [accounts(warned), accounts(told.quote.warnings)];
}

describe('account-warnings', () => {
  it('F-118 warns that a contract can pay after the price has expired, and does not warn when a key pays', () => {
    expect(places('contract')).to.deep.equal(['account intent.user']);
    for (const kind of ['key', 'delegated', null] as const) expect(places(kind)).to.deep.equal([]);
  });

  it('F-121 warns that the address can be another’s when a contract pays itself on another chain', () => {
    const own = ['account intent.user', 'account intent.recipient'];
    expect(places('contract', { recipient: people.payer })).to.deep.equal(own);
    expect(places('contract', { recipient: people.payer.toUpperCase().replace('0X', '0x') })).to.deep.equal(own);
    const { recipient: _, ...open } = intent;
    expect(accountWarnings('contract', open)).to.have.length(2);
    expect(places('contract', { recipient: people.payer, destinationChainId: 8453 })).to.have.length(1);
    expect(places('delegated', { recipient: people.payer })).to.deep.equal([]);
  });

  it('F-121 shows both warnings before the press, and tells the page, when a contract pays itself', async () => {
    const both = ['intent.user', 'intent.recipient'];
    expect(await shown('0x6080', { recipient: people.payer })).to.deep.equal([both, both]);
    expect(await shown(`0xef0100${'ab'.repeat(20)}`, { recipient: people.payer })).to.deep.equal([[], []]);
  });

  for (const [title, options, code, readings] of [
    ['once for each review', {}, '0x6080', 1],
    ['with each quote when the page uses permits', { usePermit: true }, '0x', 4],
    ['with each quote until the chain answers', {}, null, 4],
  ] as const) {
    it(`F-118 reads the account’s code ${title}, and keeps the warning`, async () => {
      const world = new World();
      world.payer = 'waits';
      world.chain.override('eth_getCode', () => code);
      const tab = world.open(options);
      const readCode = (): number => world.chain.methods.filter((method) => method === 'eth_getCode').length;
      await tab.review(ETH);
      const before = readCode() - 1;
      await world.clock.advance(75_000);
      expect(readCode() - before).to.equal(readings);
      const { warnings } = (tab.state as { quote: { warnings: { path: string }[] } }).quote;
      expect(warnings.some(({ path }) => path === 'intent.user')).to.equal(code === '0x6080');
      await tab.do({ type: 'back' });
      const left = readCode();
      await tab.review(ETH);
      expect(readCode() - left).to.equal(1);
    });
  }

  it('F-118 shows the review without a warning when the chain does not tell what the account is', async () => {
    expect(await shown(null)).to.deep.equal([[], []]);
    expect(await shown('0x6080')).to.deep.equal([['intent.user'], ['intent.user']]);
  });
});
