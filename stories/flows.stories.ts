/** Whole payments of the real element in test mode. The play function of each story presses as a payer does. */
import type { Meta, StoryObj } from '@storybook/web-components-vite';
import { expect, userEvent, waitFor } from 'storybook/test';
import type { HubPay } from '../src/index.js';
import type { StateName } from '../src/events.js';
import { languageTags } from '../src/i18n/locales/languages.js';
import { setTestOutcome, type TestOutcome } from '../src/testing/index.js';
import { logEvents } from './support/playground.js';
import { speedUp } from './support/speed.js';

type Args = {
  /** How many times as fast as a real payment. A test run plays fast. */
  speed: '1×' | '10×';
  layout: 'button' | 'panel';
  theme: 'auto' | 'light' | 'dark';
  locale: string;
};
type Story = StoryObj<Args>;

const meta: Meta<Args> = {
  title: 'Element/Flows',
  args: { speed: navigator.webdriver ? '10×' : '1×', layout: 'button', theme: 'auto', locale: 'en' },
  argTypes: {
    speed: { control: 'inline-radio', options: ['1×', '10×'] },
    layout: { control: 'inline-radio', options: ['button', 'panel'] },
    theme: { control: 'inline-radio', options: ['auto', 'light', 'dark'] },
    locale: { control: 'select', options: languageTags },
  },
  beforeEach: ({ args }) => speedUp(args.speed === '10×' ? 10 : 1),
};
export default meta;

const ATTRIBUTES = {
  'base-url': 'demo:',
  'destination-chain-id': '84532',
  'destination-currency': 'USDC',
  amount: '25.00',
  recipient: '0x7A3bC1de5f60718293a4B5c6d7E8f90123456789',
  merchant: 'Acme Coffee',
};

const ENDS: readonly StateName[] = ['succeeded', 'refunded', 'failed'];
const PATIENCE = { timeout: 240_000, interval: 50 };

/** Plays a payment until it ends as `end`. `delayMs` is the time between the payment and its outcome. */
function flow(outcome: TestOutcome, end: StateName, delayMs: number): Story {
  return {
    render: ({ layout, theme, locale }) => {
      const pay = document.createElement('hub-pay');
      // A new order each time. Otherwise the element would show the payment of the story before.
      const attributes = { ...ATTRIBUTES, reference: crypto.randomUUID(), layout, theme, locale };
      for (const [name, value] of Object.entries(attributes)) pay.setAttribute(name, value);
      setTestOutcome(pay, outcome, delayMs);
      logEvents(pay);
      return pay;
    },
    play: async ({ canvasElement }) => {
      const pay = canvasElement.querySelector('hub-pay')!;
      await press(pay);
      await expect(pay.state.name).toBe(end);
    },
  };
}

/** Presses the next part again and again, until the payment has ended. */
async function press(pay: HubPay): Promise<void> {
  const ended = (): boolean => ENDS.includes(pay.state.name);
  let last: Element | undefined;
  while (!ended()) {
    await waitFor(() => expect(ended() || next(pay) !== undefined).toBe(true), PATIENCE);
    const part = next(pay);
    if (!part || ended()) continue;
    last = part;
    const { state } = pay;
    await userEvent.click(part);
    await waitFor(() => expect(pay.state !== state || next(pay) !== last).toBe(true), PATIENCE);
  }
}

/** Finds the part that a payer presses now. */
function next({ state, layout, shadowRoot }: HubPay): HTMLElement | undefined {
  const usable = (name: string): HTMLElement | undefined =>
    [...(shadowRoot?.querySelectorAll<HTMLElement>(`[part~="${name}"]`) ?? [])].find(
      (each) => !each.matches(':disabled, [aria-disabled="true"]'),
    );
  const isOpen = layout === 'panel' || shadowRoot?.querySelector('dialog')?.open === true;
  if (!isOpen) return usable('button');
  if (state.name === 'selecting')
    return usable(state.accounts.length === 0 ? 'wallet' : state.asset ? 'primary' : 'asset');
  return state.name === 'reviewing' && !state.confirming ? usable('primary') : undefined;
}

/** The payment arrives after three seconds. */
export const Delivered: Story = flow('success', 'succeeded', 3_000);
/** The service sends the payment back. */
export const Refunded: Story = flow('refund', 'refunded', 3_000);
/** The payment fails. The element waits for a changed answer of the service before it says so. */
export const Failed: Story = flow('failure', 'failed', 3_000);
/** The payment takes more than two minutes. The element says that it takes longer than usual. */
export const Slow: Story = flow('success', 'succeeded', 135_000);
