/** Tests the accounts of a payer who can connect wallets of two families. */
import { expect } from '@open-wc/testing';
import { account, assets, selecting, selection } from '../../../stories/support/payments.js';
import type { Account } from '../../../src/types.js';
import { clear, screen, type Screen } from '../support.js';

const svmWallet = { id: 'Two', name: 'Two', icon: null, vmType: 'svm' } as const;
const svm: Account = { address: '7Yg5UzLwC2hRVGpdLUdnzqpTmRSXf2FiXeVSHWpeNQfX', vmType: 'svm', wallet: 'Two' };
const wallets = [...selection.wallets, svmWallet];
const lines = ({ root }: Screen): string[] =>
  [...root.querySelectorAll<HTMLElement>('.account')].map(({ innerText }) => innerText.replace(/\s+/gu, ' ').trim());

describe('accounts of two families', () => {
  afterEach(clear);

  it('are one line without a button when only EVM wallets are offered', () => {
    const view = screen(selecting({ accounts: [account], assets }));
    expect(lines(view)).to.have.length(1);
    expect(view.root.querySelector('.account button, .account + details')).to.equal(null);
  });

  it('offer the wallets of the other family below the connected account, each with the name of its chains', () => {
    const view = screen(selecting({ accounts: [account], assets, wallets }));
    expect(view.root.querySelector('details summary')?.textContent).to.contain('Add a wallet for Solana');
    const offered = view.all('wallet');
    expect(offered.map(({ dataset }) => dataset['wallet'])).to.deep.equal(['Two']);
    expect(offered[0]?.textContent).to.contain('Solana');
    offered[0]?.click();
    expect(view.asked).to.deep.equal([{ type: 'wallet-picked', wallet: 'Two' }]);
  });

  it('offer the wallets of each further family apart', () => {
    const third = { ...svmWallet, id: 'Three', vmType: 'tvm' as 'svm' };
    const view = screen(selecting({ accounts: [account], assets, wallets: [...wallets, third] }));
    const offered = [...view.root.querySelectorAll('details')].map((each) =>
      [...each.querySelectorAll<HTMLElement>('[part~=wallet]')].map(({ dataset }) => dataset['wallet']),
    );
    expect(offered).to.deep.equal([['Two'], ['Three']]);
  });

  it('are two lines with the name of their chains, and each can be disconnected alone', () => {
    const view = screen(selecting({ accounts: [account, svm], assets, wallets }));
    const [first, second] = lines(view);
    expect(first).to.contain('Ethereum');
    expect(second).to.contain('Solana').and.to.contain('7Yg5');
    expect(view.root.querySelector('details summary')?.textContent ?? '').to.not.contain('Add a wallet');
    const buttons = view.root.querySelectorAll<HTMLButtonElement>('.account button');
    expect([...buttons].map(({ textContent }) => textContent.replace(/\s+/gu, ' ').trim())).to.deep.equal([
      'Disconnect MetaMask',
      'Disconnect Two',
    ]);
    buttons[1]?.click();
    expect(view.asked).to.deep.equal([{ type: 'wallet-dropped', vmType: 'svm' }]);
  });

  it('keep an address on one line when the screen is narrow', () => {
    const view = screen(selecting({ accounts: [account, svm], assets, wallets }));
    for (const line of view.root.querySelectorAll<HTMLElement>('.account')) {
      line.style.inlineSize = '12.5rem';
      expect(line.querySelector('[title]')?.getClientRects().length).to.equal(1);
    }
  });
});
