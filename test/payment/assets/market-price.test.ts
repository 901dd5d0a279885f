import { expect } from 'chai';
import type { QuoteBody } from '../../../src/api/requests/types.js';
import { marketPriceOf } from '../../../src/payment/assets/market-price.js';
import type { Account, Asset } from '../../../src/types.js';
import { VirtualClock } from '../../support/clock.js';
import { people } from '../../support/quotes.js';
import { asset } from '../../support/samples.js';

const evm: Account = { address: people.payer, vmType: 'evm', wallet: 'one.test' };
const svm: Account = { address: people.svmRecipient, vmType: 'svm', wallet: 'Two' };
const sol: Asset = { ...asset, chainId: 792703809, currency: '1'.repeat(32), account: svm.address };

/** The bodies of the price requests for SOL, or for another asset. `payee` is the chain type of the destination. */
async function asked(
  accounts: readonly Account[],
  vmType = 'svm',
  { payee, paying = sol, recipient }: { payee?: string; paying?: Asset; recipient?: string } = {},
): Promise<QuoteBody[]> {
  const bodies: QuoteBody[] = [];
  const price = (body: QuoteBody): Promise<unknown> => {
    bodies.push(body);
    return Promise.reject(new Error('no price'));
  };
  const intent = { tradeType: 'EXACT_OUTPUT', amount: '1', destinationChainId: 10 } as const;
  await marketPriceOf(paying, true, {
    accounts,
    payee,
    chains: [{ id: paying.chainId, vmType }],
    intent: { ...intent, destinationCurrency: people.recipient, ...(recipient && { recipient }) },
    book: { price },
    clock: new VirtualClock(),
    signal: new AbortController().signal,
  });
  return bodies;
}

describe('marketPriceOf', () => {
  it('asks with the account that holds the asset, and with the payer’s EVM account as the recipient', async () => {
    const [body] = await asked([evm, svm]);
    expect(body).to.include({ user: svm.address, refundTo: svm.address, recipient: evm.address });
  });

  it('limits the route exactly if the chain limits the size of a transaction', async () => {
    const [small] = await asked([evm, svm], 'svm');
    expect(small).to.include({ maxRouteLength: 4, includeComputeUnitLimit: true });
    const [large] = await asked([evm, svm], 'evm');
    expect(large).not.to.have.any.keys('maxRouteLength', 'includeComputeUnitLimit');
  });

  it('asks for no price when the recipient is not known, or the account is gone', async () => {
    expect(await asked([svm])).to.deep.equal([]);
    expect(await asked([evm])).to.deep.equal([]);
  });

  it('asks for no price while the payer must still type a recipient of another chain family', async () => {
    const eth: Asset = { ...asset, account: evm.address };
    expect(await asked([evm], 'evm', { paying: eth, payee: 'svm' })).to.deep.equal([]);
    const [own] = await asked([evm, svm], 'evm', { paying: eth, payee: 'svm' });
    expect(own, 'the SVM account receives').to.include({ user: evm.address, recipient: svm.address });
    const typed = { paying: eth, payee: 'svm', recipient: people.svmRecipient };
    expect(await asked([evm], 'evm', typed)).to.have.length(1);
  });
});
