/** Shows the table of what needs a person, as a page of the merchant shows it: plain, and with a few lines of CSS. */
import type { Meta, StoryObj } from '@storybook/web-components-vite';
import { attentionTable } from '../src/server/ledger/attention-table.js';
import type { Attention } from '../src/server/ledger/attention-types.js';
import { attentionRegistry, attentionSamples, hostileAttention } from '../test/support/attention.js';

type Args = {
  /** Whether the page's CSS styles the table. */
  styled: boolean;
};
type Story = StoryObj<Args>;

const meta: Meta<Args> = {
  title: 'Server/Attention table',
  args: { styled: true },
  parameters: { layout: 'padded' },
};
export default meta;

/** The same lines stand in the documentation. */
const CSS = `
.hub-pay-attention { border-collapse: collapse; font: 0.875rem/1.5 system-ui, sans-serif; }
.hub-pay-attention :is(th, td) {
  padding: 0.75rem; border-block-end: 1px solid #8886; text-align: start; vertical-align: top;
  overflow-wrap: break-word;
}
.hub-pay-attention code { font-size: 0.75rem; }
@media (width < 60rem) {
  .hub-pay-attention thead { display: none; }
  .hub-pay-attention, .hub-pay-attention :is(tbody, tr, th, td) { display: block; }
  .hub-pay-attention :is(th, td) { border: 0; padding-block: 0.25rem; }
  .hub-pay-attention tr { padding-block: 0.5rem; border-block-end: 1px solid #8886; }
}
`;

const story = (list: readonly Attention[], args: Partial<Args> = {}): Story => ({
  args,
  render: ({ styled }) => {
    const page = document.createElement('div');
    const style = document.createElement('style');
    style.textContent = styled ? CSS : '';
    const { body } = new DOMParser().parseFromString(attentionTable(list, attentionRegistry), 'text/html');
    page.append(style, ...body.childNodes);
    return page;
  },
});

export const EachKind: Story = story(attentionSamples);
export const EachKindWithoutStyles: Story = story(attentionSamples, { styled: false });
export const HostileTexts: Story = story([hostileAttention]);
export const NothingToDo: Story = story([]);
