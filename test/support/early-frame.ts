/** Opens the page that upgrades its elements before `DOMContentLoaded`, in a frame. */
import type { EarlyPage } from './early-page.js';

/**
 * Resolves with the report of the page.
 * @param test The URL of the test file, two folders below `test`. In a bundle, a URL here would be that of the test.
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
