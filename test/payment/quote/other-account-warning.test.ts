/** Tests the warning for an SVM payer who receives the money on a contract account of another chain. */
import { expect } from 'chai';
import type { PaymentContext } from '../../../src/payment/context/context.js';
import { otherAccountWarning } from '../../../src/payment/quote/other-account-warning.js';
import type { QuoteSummary } from '../../../src/types.js';
import type { AccountKind } from '../../../src/vm/family/abilities.js';
import type { VmAdapter } from '../../../src/vm/family/adapter.js';
import { VirtualClock } from '../../support/clock.js';
import { registerFamily } from '../../support/fakes/register-family.js';
import { quote, selection } from '../../support/samples.js';
import { people } from '../../support/quotes.js';

const DESTINATION = 10;
const SAFE_CHAIN = 8453;

interface Case {
  /** What controls the recipient on the chain of its wallet. */
  kind?: AccountKind | 'unreadable';
  /** The chain of the recipient's wallet. Null if the wallet does not tell it. */
  walletChain?: number | null;
  recipient?: string;
  /** False if the page has no access to the account any more. */
  hasWallet?: boolean;
}

async function warningsIn({
  kind = 'contract',
  walletChain = SAFE_CHAIN,
  recipient = people.payer,
  hasWallet = true,
}: Case): Promise<string[]> {
  const accountKind = async (): Promise<AccountKind> => {
    if (kind === 'unreadable') throw new Error('no answer');
    return kind;
  };
  const vmType = 'toy-other';
  registerFamily(vmType, { vmType, transactions: { accountKind } } as unknown as VmAdapter);
  const provider = {
    request: () => (walletChain === null ? Promise.reject(new Error()) : Promise.resolve(walletChain)),
  };
  const accounts = [
    { address: people.payer, vmType: 'evm', wallet: 'safe' },
    { address: 'BYxE', vmType: 'svm', wallet: 'sun' },
  ];
  const context = {
    deps: { fetch, clock: new VirtualClock() },
    loadChains: () => Promise.resolve(),
    chain: (id: number) => ({ id, vmType }),
    wallet: (id: string) => Promise.resolve(hasWallet ? { id, name: id, vmType: 'evm', provider } : null),
    state: () => ({ name: 'quoting', selection: { ...selection, accounts } }),
  } as unknown as PaymentContext;
  const asked: QuoteSummary = { ...quote, recipient, receives: { ...quote.receives, chainId: DESTINATION } };
  const notes = await otherAccountWarning(context, asked, new AbortController().signal);
  return notes.map(({ rule, path }) => `${rule} ${path}`);
}

describe('other-account-warning', () => {
  it('F-121 warns when the own recipient is a contract on the chain of its wallet', async () => {
    expect(await warningsIn({})).to.deep.equal(['account intent.recipient']);
    expect(await warningsIn({ recipient: people.payer.toUpperCase().replace('0X', '0x') })).to.have.length(1);
  });

  for (const [title, given] of [
    ['a key controls the account', { kind: 'key' }],
    ['the account delegates to code, so the key holds on every chain', { kind: 'delegated' }],
    ['the wallet is on the destination chain', { walletChain: DESTINATION }],
    ['the recipient is another’s', { recipient: people.recipient }],
    ['the recipient is the SVM account that pays', { recipient: 'BYxE' }],
    ['the chain cannot be read', { kind: 'unreadable' }],
    ['the wallet does not tell its chain', { walletChain: null }],
    ['the page has no access to the account', { hasWallet: false }],
  ] as const)
    it(`F-121 does not warn when ${title}`, async () => {
      expect(await warningsIn(given)).to.deep.equal([]);
    });
});
