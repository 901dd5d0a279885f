/** Lets the page Phone see the code that a page of the shop shows in another tab, as the camera of a phone would. */
import type { HubPay } from '../../src/element/hub-pay.js';

/** The phone looks at the screens, and each open page of the shop answers with its code or null. */
export type ScreenMessage = { type: 'look' } | { type: 'screen'; code: string | null } | { type: 'closed' };

export const openScreenChannel = (): BroadcastChannel => new BroadcastChannel('shop-screen');

export function showCode(element: HubPay): void {
  const channel = openScreenChannel();
  const tell = (message: ScreenMessage): void => channel.postMessage(message);
  const show = (): void => {
    // Without the element's file, the page shows only the link inside the tag.
    if (!element.matches(':defined')) return;
    const { state } = element;
    tell({ type: 'screen', code: (state.name === 'selecting' && state.code) || null });
  };
  channel.addEventListener('message', ({ data }: MessageEvent<ScreenMessage>) => {
    if (data.type === 'look') show();
  });
  addEventListener('pagehide', () => tell({ type: 'closed' }));
  addEventListener('pageshow', show);
}
