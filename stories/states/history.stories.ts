/** The list of past payments, and the details of one. */
import type { Meta } from '@storybook/web-components-vite';
import { historyScreen, payments, unreachable } from '../support/past-payments.js';
import { selecting } from '../support/payments.js';
import { args, type Args, argTypes, story, type Story } from '../support/story.js';

const meta: Meta<Args> = { title: 'States/Past payments', args, argTypes };
export default meta;

const history = (of: Parameters<typeof historyScreen>[0], args?: Partial<Args>): Story =>
  story(selecting(), { history: historyScreen(of) }, args);
export const PastPayments: Story = history({ payments, hasMore: true });
export const PastPaymentsInPanel: Story = history({ payments }, { layout: 'panel' });
export const PastPaymentsLoading: Story = history({ loading: true });
export const MorePastPaymentsLoading: Story = history({ payments: payments.slice(0, 2), hasMore: true, loading: true });
export const NoPastPayments: Story = history({});
export const PastPaymentsUnavailable: Story = history({ problem: unreachable });
export const PastPaymentsOfThisDevice: Story = history({ payments: payments.slice(0, 2), problem: unreachable });
export const PastPaymentsWithoutWallet: Story = story(selecting({ accounts: [] }), {
  history: historyScreen({ payments: payments.slice(0, 3) }),
});
export const OnePayment: Story = history({ payments, opened: payments[1]! });
export const OneRunningPayment: Story = history({ payments, opened: payments[0]! });
export const OnePaymentWithoutDetails: Story = history({ payments, opened: payments[5]! });
