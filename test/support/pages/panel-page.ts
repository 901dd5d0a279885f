/**
 * A test page: defines the element after the first frames, pays in each panel of an order, and reports where paragraphs
 * were, and how wide panels.
 */
import type { HubPay } from '../../../src/index.js';

/**
 * By the id of a paragraph: each distance from the top of the page that it had in any frame, in pixels. By the id of a
 * panel: each width.
 */
export type PanelPage = Readonly<Record<string, readonly number[]>>;

const frames = async (count: number): Promise<void> => {
  for (let left = count; left > 0; left -= 1) await new Promise(requestAnimationFrame);
};

await frames(3);
console.warn = () => undefined;
await import('../../../src/index.js');
const { setTestOutcome } = await import('../../../src/testing/index.js');
for (const panel of document.querySelectorAll<HubPay>('hub-pay[reference]')) {
  setTestOutcome(panel, 'success', 0);
  while (panel.state.name !== 'succeeded') {
    await frames(1);
    panel.shadowRoot?.querySelector<HTMLElement>('[part~=primary]')?.click();
  }
}
await frames(3);
const { places } = globalThis as unknown as { places: Record<string, Set<number>> };
parent.postMessage(Object.fromEntries(Object.entries(places).map(([id, tops]) => [id, [...tops]])), '*');
