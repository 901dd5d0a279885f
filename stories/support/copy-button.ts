/** A button that copies a text and says so. */
import { html, type TemplateResult } from 'lit';

/** Milliseconds for which the button says that it has copied. */
const SAID_MS = 1_500;

export function copyButton(text: string, label: string): TemplateResult {
  const copy = async ({ currentTarget }: Event): Promise<void> => {
    const said = (currentTarget as Element).querySelector('span')!;
    const done = await navigator.clipboard.writeText(text).then(
      () => 'Copied',
      () => 'The browser did not allow it',
    );
    said.dataset['done'] = done;
    setTimeout(() => delete said.dataset['done'], SAID_MS);
  };
  return html`<style>
      .copied[data-done] {
        font-size: 0;
      }
      .copied[data-done]::after {
        content: attr(data-done);
        font-size: 0.875rem;
      }
    </style>
    <button type="button" class="copy" @click=${copy}><span class="copied" role="status">${label}</span></button>`;
}
