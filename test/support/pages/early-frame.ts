/** Opens a page in a frame. This page upgrades its elements before `DOMContentLoaded`. */
import type { EarlyPage } from './early-page.js';

/** Resolves with the report of the page. */
export async function earlyPage(): Promise<EarlyPage> {
  const frame = document.createElement('iframe');
  frame.src = '/test/support/pages/early-page.html';
  const report = await new Promise<EarlyPage>((resolve) => {
    window.addEventListener('message', ({ data, source }: MessageEvent<EarlyPage>) => {
      if (source === frame.contentWindow) resolve(data);
    });
    document.body.append(frame);
  });
  frame.remove();
  return report;
}
