import { expect } from 'chai';
import type { Hex } from 'viem';
import { privateKeyToAddress } from 'viem/accounts';
import type { HubPayError } from '../../../src/errors.js';
import { platformClock } from '../../../src/shared/time/clock.js';
import type { SignatureRequest } from '../../../src/vm/family/abilities.js';
import * as evm from '../../../src/vm/evm/adapter.js';
import type { ChainAccess } from '../../../src/vm/family/sources.js';
import { splitSignature } from '../../../src/vm/venue/messages.js';
import { venueAdapter } from '../../../src/vm/venue/adapter.js';
import { evmWallet } from '../../../src/wallets/evm-wallet.js';
import type { Wallet } from '../../../src/wallets/wallet.js';
import { fakeEvmWallet, walletError, type FakeEvmWallet } from '../../support/fake-evm-wallet.js';
import { passed } from '../../support/judge.js';
import { ids, payerKey, people } from '../../support/quotes.js';
import { signedBy, venueCase, venueChain, venueTokens } from '../../support/venue-quotes.js';

const adapter = venueAdapter(evm);
const transfers = adapter.transfers!;

function connected(): { fake: FakeEvmWallet; wallet: Wallet } {
  const fake = fakeEvmWallet({ connected: true, owned: [people.payer] });
  const info = { id: 'w', name: 'W', icon: null, vmType: 'evm' } as const;
  return { fake, wallet: evmWallet(info, fake.provider, () => Promise.resolve()) };
}
const requests = async (version: '1' | '2' = '1'): Promise<[SignatureRequest, SignatureRequest]> =>
  (await passed(venueCase(version))).requests as [SignatureRequest, SignatureRequest];
const typed = (fake: FakeEvmWallet): { domain: { chainId: number }; message: Record<string, unknown> } => {
  const asked = fake.requests.findLast(({ method }) => method === 'eth_signTypedData_v4')!;
  return JSON.parse((asked.params as [string, string])[1]) as never;
};
const someTypedData = {
  domain: {},
  types: { A: [{ name: 'a', type: 'string' }] },
  primaryType: 'A',
  message: { a: '' },
};
const codeOf = (error: unknown): string => (error as HubPayError).code;

describe('venueAdapter', () => {
  it('has no ability that the venue lacks', () => {
    const { ledger, transactions, batches, permits, walletReads, typedData } = adapter;
    expect([ledger, transactions, batches, permits, walletReads, typedData]).to.deep.equal(Array(6).fill(undefined));
  });

  it('takes no network fee', async () => {
    expect(await adapter.estimateFee([], {} as never)).to.equal(0n);
    expect(adapter.hashText('a')).to.equal(evm.evmAdapter.hashText('a'));
  });
});

describe('prepare of the venue', () => {
  const prepare = async (wallet: Wallet): Promise<unknown> => {
    const [request] = await requests();
    return adapter.prepare(request, wallet, {} as never).catch((error: unknown) => error);
  };

  it('switches no chain, whatever chain the wallet is on', async () => {
    const { fake, wallet } = connected();
    fake.chainId = 42161;
    expect(await prepare(wallet)).to.equal(undefined);
    expect(fake.requests.map(({ method }) => method)).to.deep.equal(['eth_accounts']);
  });

  it('refuses another account and a locked wallet', async () => {
    const { fake, wallet } = connected();
    fake.accounts = [people.attacker];
    expect(codeOf(await prepare(wallet))).to.equal('account-changed');
    fake.accounts = [];
    expect(codeOf(await prepare(wallet))).to.equal('wallet-locked');
  });
});

describe('transfers.sign', () => {
  const signsAs = (fake: FakeEvmWallet, key: Hex): void =>
    fake.always('eth_signTypedData_v4', ([, text]) => signedBy(key, String(text)));
  const refusal = (request: SignatureRequest, wallet: Wallet): Promise<HubPayError> =>
    transfers.sign(request, wallet).then(
      () => expect.fail('was signed'),
      (error: unknown) => error as HubPayError,
    );

  it('F-134 reads the wallet’s chain before each prompt, and derives both fields from it', async () => {
    const { fake, wallet } = connected();
    signsAs(fake, payerKey);
    const [mapping, transfer] = await requests();
    fake.chainId = 8453;
    const first = await transfers.sign(mapping, wallet);
    expect(typed(fake).domain.chainId).to.equal(8453);
    expect(first.body).to.include({ signatureChainId: 8453 });
    fake.chainId = 10;
    const second = await transfers.sign(transfer, wallet);
    expect(typed(fake).domain.chainId).to.equal(10);
    expect(typed(fake).message).to.include({ signatureChainId: '0xa', type: 'sendAsset' });
    expect(second.body['action']).to.deep.equal(typed(fake).message);
  });

  it('returns the signature beside the body of the mapping, and split inside the body of the transfer', async () => {
    const { fake, wallet } = connected();
    signsAs(fake, payerKey);
    const [mapping, transfer] = await requests('2');
    const first = await transfers.sign(mapping, wallet);
    expect(first.signature).to.equal(signedBy(payerKey, JSON.stringify(typed(fake))));
    expect(first.body).not.to.have.property('signature');
    const { body } = await transfers.sign(transfer, wallet);
    expect(Object.keys(body).sort()).to.deep.equal(['action', 'nonce', 'signature']);
    expect(body['signature']).to.deep.equal(splitSignature(signedBy(payerKey, JSON.stringify(typed(fake)))));
  });

  for (const [what, signature] of Object.entries({
    'a contract account': `0x${'5e'.repeat(130)}`,
    'no key': `0x${'ff'.repeat(64)}1b`,
    'a key of nobody': signedBy(ids.other, JSON.stringify(someTypedData)),
  }))
    it(`refuses both signatures of ${what}, and names the account whose key must sign`, async () => {
      const { fake, wallet } = connected();
      fake.always('eth_signTypedData_v4', signature);
      for (const request of await requests()) {
        const { code, money, values } = await refusal(request, wallet);
        expect([code, money, values]).to.deep.equal(['wallet-failed', 'not-sent', { account: people.payer }]);
      }
    });

  it('refuses both signatures of another account of the wallet, and names this account', async () => {
    const { fake, wallet } = connected();
    const other = privateKeyToAddress(ids.other);
    fake.accounts = [people.payer, other.toLowerCase()];
    signsAs(fake, ids.other);
    for (const request of await requests()) {
      const { code, money, values } = await refusal(request, wallet);
      expect([code, money, values]).to.deep.equal(['account-changed', 'not-sent', { old: people.payer, new: other }]);
    }
  });

  it('asks the wallet for nothing when the code that checks the signature cannot load', async () => {
    const { fake, wallet } = connected();
    const { transfers: unable } = venueAdapter({ ...evm, loadCurve: () => Promise.reject(new TypeError('offline')) });
    const [mapping] = await requests();
    const error: unknown = await unable!.sign(mapping, wallet).catch((each: unknown) => each);
    expect([codeOf(error), fake.count('eth_signTypedData_v4')]).to.deep.equal(['service-down', 0]);
  });

  it('throws wallet-rejected when the payer declines, and asks only once', async () => {
    const { fake, wallet } = connected();
    fake.always('eth_signTypedData_v4', walletError(4001, 'no'));
    const [mapping] = await requests();
    expect(codeOf(await transfers.sign(mapping, wallet).catch((error: unknown) => error))).to.equal('wallet-rejected');
    expect(fake.count('eth_signTypedData_v4')).to.equal(1);
  });
});

describe('transferState', () => {
  const state = async (
    withdrawable: unknown,
    held: string | null = '1000',
    amount = '300',
  ): Promise<TransferStateOrNull> => {
    const fetch = (() => Promise.resolve(Response.json({ withdrawable }))) as typeof globalThis.fetch;
    const chain = { ...venueChain(), httpRpcUrl: 'https://venue.test/info' };
    const access: ChainAccess = { chain, fetch, signal: new AbortController().signal, clock: platformClock };
    const { address: currency } = venueTokens.perps;
    return transfers.transferState({ owner: people.payer, currency, amount, held }, access);
  };
  type TransferStateOrNull = Awaited<ReturnType<typeof transfers.transferState>>;

  it('is moved when the balance is lower by the amount or more', async () => {
    expect(await state('0.000007')).to.equal('moved');
    expect(await state('0.0')).to.equal('moved');
  });

  it('is unmoved only when the balance is exactly as before', async () => {
    expect(await state('0.00001')).to.equal('unmoved');
  });

  it('is unclear when the balance is higher, because the payer can have earned what the transfer took', async () => {
    expect(await state('0.00001001')).to.equal('unclear');
    expect(await state('1.0')).to.equal('unclear');
  });

  it('is unclear when the balance is lower by less than the amount', async () => {
    expect(await state('0.00000701')).to.equal('unclear');
    expect(await state('0.00000999')).to.equal('unclear');
  });

  it('is null when a balance is unknown or damaged', async () => {
    for (const [now, held, amount] of [
      [null, '1000', '300'],
      ['1.0', null, '300'],
      ['1.0', '-1', '300'],
      ['1.0', 'x', '300'],
      ['1.0', '1000', ''],
    ] as const)
      expect(await state(now, held, amount)).to.equal(null);
  });
});
