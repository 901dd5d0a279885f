/** Opens a page in a frame, whose elements are upgraded before or after `DOMContentLoaded`. */
import type { EarlyPage } from './early-page.js';
import type { PanelPage } from './panel-page.js';
import type { UntoldPage } from './untold-page.js';

/** Resolves with the report of a page that upgrades its elements before `DOMContentLoaded`. */
export const earlyPage = (): Promise<EarlyPage> => reportOf('early-page.html');

/** Resolves with the report of a page that upgrades its elements between `DOMContentLoaded` and `load`. */
export const untoldPage = (): Promise<UntoldPage> => reportOf('untold-page.html');

/** Resolves with the report of a page that defines its panels after the first frames, and pays in them. */
export const panelPage = (): Promise<PanelPage> => reportOf('panel-page.html');

async function reportOf<T>(file: string): Promise<T> {
  const frame = document.createElement('iframe');
  frame.src = `/test/support/pages/${file}`;
  frame.style.cssText = 'inline-size: 1000px; block-size: 600px';
  const report = await new Promise<T>((resolve) => {
    window.addEventListener('message', ({ data, source }: MessageEvent<T>) => {
      if (source === frame.contentWindow) resolve(data);
    });
    document.body.append(frame);
  });
  frame.remove();
  return report;
}
