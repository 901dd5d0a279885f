/** What the payer sees while something loads: chains, a wallet, balances, a search or a price. */
import type { Meta } from '@storybook/web-components-vite';
import { allWallets } from '../support/families.js';
import { both, nothingLoaded } from '../support/moments.js';
import { quote, reviewing, selecting, selection } from '../support/payments.js';
import { args, type Args, argTypes, story, type Story, unfoldedAtEnd } from '../support/story.js';

const meta: Meta<Args> = { title: 'States/Loading', args, argTypes };
export default meta;

export const ChainsLoading: Story = story(selecting({ ...nothingLoaded, receives: null, loading: 'chains' }));
export const WalletConnecting: Story = story(selecting({ accounts: [], assets: [], connecting: 'io.metamask' }));
export const WalletDoesNotAnswer: Story = story(
  selecting({ accounts: [], assets: [], connecting: 'io.metamask', stalled: true }),
);
export const SecondWalletConnecting: Story = unfoldedAtEnd(
  story(selecting({ wallets: allWallets, connecting: 'Phantom' })),
);
export const BalancesLoading: Story = story(selecting({ assets: [], loading: 'assets' }));
export const SecondBalancesLoading: Story = story({ ...both, assets: selection.assets, loading: 'assets' });
export const SearchLoading: Story = story(selecting(), { local: { query: 'pepe' } });

const { quote: _quote, confirming: _no, ...first } = reviewing();
export const FirstPriceLoading: Story = story({ ...first, name: 'quoting' });
export const NextPriceLoading: Story = story({ ...reviewing(), name: 'quoting', quote });
