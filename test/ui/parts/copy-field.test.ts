/** Tests the copy button where the browser denies the page its clipboard, as the browsers inside some apps do. */
import { expect } from '@open-wc/testing';
import { selecting } from '../../../stories/support/payments.js';
import { clear, screen } from '../support.js';

const code = 'wc:ab@2?relay-protocol=irn&symKey=cd';

describe('copy button', () => {
  const { clipboard } = navigator;
  const page = document as { execCommand: (command: string) => boolean };
  const { execCommand } = page;
  afterEach(() => {
    Object.defineProperty(navigator, 'clipboard', { value: clipboard, configurable: true });
    page.execCommand = execCommand;
    clear();
  });

  for (const [name, value] of [
    ['denies the clipboard', { writeText: () => Promise.reject(new DOMException('denied', 'NotAllowedError')) }],
    ['has no clipboard', undefined],
  ] as const) {
    for (const works of [true, false]) {
      it(`${works ? 'copies a selected text' : 'does not say that it has copied'} when the browser ${name}`, async () => {
        Object.defineProperty(navigator, 'clipboard', { value, configurable: true });
        const view = screen(selecting({ accounts: [], assets: [], connecting: 'io.metamask', code }));
        let selected: string | undefined;
        page.execCommand = (command) => {
          const field = view.root.querySelector('textarea');
          selected = `${command} ${field?.value.slice(field.selectionStart, field.selectionEnd) ?? ''}`;
          return works;
        };
        view.press('copy');
        await new Promise((resolve) => setTimeout(resolve));
        expect(selected).to.equal(`copy ${code}`);
        expect(view.root.querySelector('textarea')).to.equal(null);
        expect(view.read('copy')).to.contain(works ? 'Copied' : 'Copy');
        expect(view.read('copy').includes('Copied')).to.equal(works);
      });
    }
  }
});
