/** The screens on which the payer chooses a wallet and a token, and types an amount or a recipient. */
import type { Meta } from '@storybook/web-components-vite';
import { allWallets, svmSelecting } from '../support/families.js';
import { both, dai, nothingLoaded, open, openAmount, stranger, swap } from '../support/moments.js';
import { assetOf, assets, eth, price, selecting, selection } from '../support/payments.js';
import { args, type Args, argTypes, story, type Story, unfoldedAtEnd } from '../support/story.js';

const meta: Meta<Args> = { title: 'States/Choosing', args, argTypes };
export default meta;

export const NoWalletFound: Story = story(selecting(nothingLoaded));
export const Wallets: Story = story(selecting({ accounts: [], assets: [] }));
export const WalletsInPanel: Story = story(selecting({ accounts: [], assets: [] }), {}, { layout: 'panel' });
export const WalletsOrDepositAddress: Story = story(selecting({ accounts: [], assets: [] }), {
  config: { depositAddress: true },
});
export const WalletsAndOtherWaysToPay: Story = story(selecting({ accounts: [], assets: [] }), {
  methods: 'Pay by card or bank transfer',
});
export const WalletsOfEveryChain: Story = story(selecting({ accounts: [], assets: [], wallets: allWallets }));
export const Tokens: Story = story(selecting());
export const TokensInPanel: Story = story(selecting(), {}, { layout: 'panel' });
export const TokensWithLineItems: Story = story(selecting(), {
  config: {
    summary: [
      { label: 'Espresso beans, 1 kg', amount: '$22.00' },
      { label: 'Shipping', amount: '$3.00' },
    ],
  },
});
export const TokensThatCannotPay: Story = story(
  selecting({
    assets: [
      eth,
      ...assets.slice(-1),
      assetOf(137, 'USDT', '40', { usd: '40.00', disabled: 'chain-paused' }),
      assetOf(10, 'DAI', '300', { usd: '300.00', disabled: 'no-route' }),
      assetOf(8453, 'USDC.e', '12', { verified: false, disabled: 'amount-too-low' }),
      assetOf(42161, 'ETH', null),
    ],
  }),
);
export const ManyTokens: Story = story(
  selecting({
    assets: ['USDC', 'USDT', 'DAI', 'ETH'].flatMap((symbol, row) =>
      [1, 10, 8453].map((chainId, column) => {
        const held = String(900 - row * 100 - column * 30);
        return assetOf(chainId, symbol, held, { usd: held });
      }),
    ),
  }),
);
export const ManyTokensWithoutMatch: Story = story(
  selecting({ assets: Array.from({ length: 12 }, (_, index) => assetOf(8453, `TOK${index}`, '5')) }),
  { local: { query: 'zzz', searchResult: { query: 'zzz', assets: [] } } },
);

const unheld = [
  assetOf(1, 'LINK', '0', { disabled: 'insufficient-funds' }),
  assetOf(137, 'PEPE', '0', { verified: false, disabled: 'insufficient-funds' }),
];
export const SearchFound: Story = story(selecting(), {
  local: { query: 'e', searchResult: { query: 'e', assets: [unheld[0]!, stranger, unheld[1]!] } },
});
export const TokenWithHighPriceImpact: Story = story(
  selecting({ assets: [eth, { ...dai, highPriceImpact: true }, ...assets.slice(-1)] }),
);
export const NoTokenIsEnough: Story = story(selecting({ assets: assets.slice(-1) }));
export const EmptyWallet: Story = story(selecting({ assets: [] }));
export const SolanaTokens: Story = story(svmSelecting({ wallets: allWallets.slice(-2) }));
export const TokensOfTwoWallets: Story = story(both);
export const TokensOfTwoWalletsInPanel: Story = story(both, {}, { layout: 'panel' });
export const OneWalletDisconnected: Story = story(svmSelecting());
export const SecondWalletOffered: Story = story(selecting({ wallets: allWallets }));
export const SecondWalletOfferedOpen: Story = unfoldedAtEnd(SecondWalletOffered);

const { amount: _amount, ...openIntent } = selection.intent;
const donation = selecting({ ...open, intent: openIntent });
export const AmountToType: Story = story(donation, { config: openAmount });
export const AmountTyped: Story = story(
  { ...donation, intent: { ...openIntent, amount: '12500000' }, asset: eth },
  { config: openAmount, local: { amount: '12.5' } },
);
export const AmountAmbiguous: Story = story(donation, {
  config: openAmount,
  local: { amount: '1,234' },
});
export const SuggestedAmounts: Story = story(donation, {
  config: { ...openAmount, minAmount: '5', presets: ['5', '10', '25'] },
  local: { amount: '4' },
});
export const RecipientToType: Story = story(
  selecting({ payerFields: ['recipient'], intent: { ...openIntent, amount: price.amount } }),
  { local: { recipient: '0x12' } },
);
export const SwapNothingChosen: Story = story(selecting(swap));
export const SwapWithoutWallet: Story = story(selecting({ ...swap, accounts: [], assets: [] }));
export const SwapBothChosen: Story = story(
  selecting({
    ...swap,
    receives: { ...eth, amount: null, amountFormatted: null },
    asset: { chainId: eth.chainId, currency: eth.currency },
    intent: {
      tradeType: 'EXACT_INPUT',
      destinationChainId: price.chainId,
      destinationCurrency: price.currency,
    },
    destinations: [...swap.destinations, { ...price, name: 'USD Coin', verified: true }],
  }),
);
