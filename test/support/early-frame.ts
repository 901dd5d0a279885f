/** Opens a page in a frame. This page upgrades its elements before `DOMContentLoaded`. */
import type { EarlyPage } from './early-page.js';

/**
 * Resolves with the report of the page.
 * @param test The URL of the test file, two folders below `test`. In a bundle, this file has no URL of its own.
 */
export async function earlyPage(test: string): Promise<EarlyPage> {
  const frame = document.createElement('iframe');
  frame.src = new URL('../../support/early-page.html', test).href;
  const report = await new Promise<EarlyPage>((resolve) => {
    window.addEventListener('message', ({ data, source }: MessageEvent<EarlyPage>) => {
      if (source === frame.contentWindow) resolve(data);
    });
    document.body.append(frame);
  });
  frame.remove();
  return report;
}
