/** The element itself, in test mode, with a control for each of its attributes, properties, slots, tokens and parts. */
import type { Meta, StoryObj } from '@storybook/web-components-vite';
import { expect, waitFor } from 'storybook/test';
import { controls, type Settings } from './support/controls.js';
import { createPlayground, type Playground as Shown } from './support/playground.js';

const meta: Meta<Settings> = {
  title: 'Element/Playground',
  argTypes: controls,
  parameters: { layout: 'fullscreen', controls: { expanded: true, sort: 'none' } },
};
export default meta;

let shown: Shown | undefined;

/** Every control changes the element in place. The snippet follows the controls. */
export const Playground: StoryObj<Settings> = {
  args: {
    'base-url': 'demo:',
    'destination-chain-id': 84532,
    'destination-currency': 'USDC',
    amount: '25.00',
    recipient: '0x7A3bC1de5f60718293a4B5c6d7E8f90123456789',
    merchant: 'Acme Coffee',
    layout: 'panel',
  },
  render(settings) {
    if (!shown?.isConnected) shown = createPlayground();
    shown.set(settings);
    return shown;
  },
  play: async ({ canvasElement }) => {
    const pay = canvasElement.querySelector('hub-pay')!;
    // A busy machine loads the code slowly.
    await waitFor(() => expect(pay.state.name).toBe('reviewing'), { timeout: 30_000 });
  },
};
