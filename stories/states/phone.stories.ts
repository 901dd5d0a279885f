/** The screens of payers whose wallet is on a phone: this one, or another device. */
import type { Meta } from '@storybook/web-components-vite';
import { authorizing, NOW, payment, problem, processing, selecting, selection, wallets } from '../support/payments.js';
import { args, type Args, argTypes, story, type Story, unfolded } from '../support/story.js';

const meta: Meta<Args> = { title: 'States/Phone', args, argTypes };
export default meta;

const phone = { isTouch: true, userAgent: 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Safari/604.1' };
const orderAddress = 'https://shop.example/checkout?order=1042';
const onPhone = { device: phone, orderAddress };
const none = selecting({ accounts: [], assets: [], wallets: [] });
const inside = (userAgent: string) => ({ device: { isTouch: true, userAgent } });

export const PhoneWithoutWallet: Story = story(none, onPhone);
export const PhoneWithoutWalletInPanel: Story = story(none, onPhone, { layout: 'panel' });
export const PhoneForEveryChain: Story = story(none, {
  ...onPhone,
  config: { depositAddress: true },
});
export const PhoneWithWalletOfThePage: Story = story(
  selecting({ accounts: [], assets: [], wallets: wallets.slice(0, 1) }),
  onPhone,
);
export const PhoneWithoutReference: Story = story(none, { device: phone });
export const InsideInstagram: Story = story(none, { ...inside('iPhone Instagram 340.0'), orderAddress });
export const InsideTelegram: Story = story(none, { device: { isTouch: true, isTelegram: true } });
export const InsideAnotherApp: Story = story(none, { ...inside('Mozilla/5.0 (Linux; Android 15; wv)'), orderAddress });
export const NoWalletExplained: Story = unfolded(PhoneWithoutReference);

const topic = '7f6e504bfad60b485450578e05678ed3e8e8c4751d3c6160be17160d63ec90f9';
const key = '587d5484ce2a2a6ee3ba1962fdd7e8588e06200c46823bd18fbd67def96ad303';

const codeFor = (seconds: number): string =>
  `wc:${topic}@2?expiryTimestamp=${Math.floor(NOW / 1000) + seconds}&relay-protocol=irn&symKey=${key}`;
const waiting = (code: string) =>
  selecting({ accounts: [], assets: [], wallets: [walletConnect], connecting: walletConnect.id, code });
const walletConnect = { id: 'WalletConnect', name: 'WalletConnect', icon: null, vmType: 'evm' } as const;

export const CodeToScan: Story = story(waiting(codeFor(299)));
export const CodeToScanInPanel: Story = story(waiting(codeFor(299)), {}, { layout: 'panel' });
export const CodeToScanOrOpen: Story = unfolded(CodeToScan);
export const CodeToOpen: Story = story(waiting(codeFor(299)), { device: phone });
export const CodeToOpenOrScan: Story = unfolded(CodeToOpen);
export const CodeInsideInstagram: Story = story(waiting(codeFor(299)), inside('iPhone Instagram 340.0'));
export const CodeWithoutTime: Story = story(waiting(`wc:${topic}@2?relay-protocol=irn&symKey=${key}`));
export const CodeOfOneWallet: Story = story(waiting('metamask://connect/mwp?p=eyJzZXNzaW9uUmVxdWVzdCI6e319'), {
  device: phone,
});
export const CodeHasRunOut: Story = story(waiting(codeFor(0)));

export const CodeWasLostByReload: Story = story(
  selecting({
    accounts: [],
    assets: [],
    problem: { ...problem('wallet-failed', 'not-sent'), reason: 'connect-interrupted' },
  }),
);

const withApp = { ...selection, wallets: wallets.map((wallet) => ({ ...wallet, appLink: 'metamask://wc' })) };
const asked = { ...authorizing(0, ['approve', 'deposit']), selection: withApp };

export const WalletOnThisPhoneIsAsked: Story = story(asked, { device: phone });
export const WalletOnThisPhoneIsAskedInPanel: Story = story(asked, { device: phone }, { layout: 'panel' });
export const WalletOnThisPhoneCanStillAsk: Story = story(
  processing({ payment, status: 'unknown', selection: withApp }),
  { device: phone },
);
