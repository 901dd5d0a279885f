/** The page on which a designer chooses the values of tokens. It shows three screens with them, and their CSS. */
import { css, html, render, type TemplateResult } from 'lit';
import type { PaymentState } from '../../src/payment/model/state.js';
import { defaultOfToken, tokenRows, type Settings } from './controls.js';
import { copyButton } from './copy-button.js';
import { problem, reviewing, selecting, succeeded } from './payments.js';
import { cssOf, isSet } from './snippets.js';
import { stage } from './stage.js';
import { looks } from './token-looks.js';

const SCREENS: readonly PaymentState[] = [
  selecting(),
  reviewing({ problem: problem('insufficient-native') }),
  succeeded,
];

/** Creates the page. `given` are the values of the controls. */
export function createWorkshop(given: Settings): HTMLElement {
  const host = document.createElement('div');
  const [own, look] = [document.createElement('style'), document.createElement('style')];
  const [tools, screens] = [document.createElement('div'), document.createElement('div')];
  host.className = 'workshop';
  own.textContent = styles.cssText;
  tools.className = 'tools';
  screens.className = 'screens';
  screens.append(...SCREENS.map((state) => stage(state, { layout: 'panel', theme: themeOf(given) })));
  host.append(own, look, tools, screens);
  let settings = given;
  draw();
  return host;

  function set(next: Settings): void {
    settings = next;
    draw();
  }

  function draw(): void {
    const code = cssOf(settings) || 'hub-pay {\n}\n';
    // The screens are not the element itself, so the same declarations apply to the box around them.
    look.textContent = cssOf(settings).replaceAll('hub-pay {', '.screens {');
    render(
      html`
        <div class="bar" role="group" aria-label="Worked looks">
          ${Object.entries(looks).map(
            ([name, values]) =>
              html`<button type="button" aria-pressed=${sameLook(settings, values)} @click=${() => set({ ...values })}>
                ${name}
              </button>`,
          )}
        </div>
        <div class="pickers">${tokenRows.map(({ id }) => picker(id))}</div>
        <div class="bar">${copyButton(code, 'Copy CSS')}</div>
        <pre tabindex="0" role="region" aria-label="CSS of this look"><code>${code}</code></pre>
      `,
      tools,
    );
  }

  function picker(name: string): TemplateResult {
    const value = isSet(settings[name]) ? String(settings[name]) : '';
    const change = ({ target }: Event): void => set({ ...settings, [name]: (target as HTMLInputElement).value });
    const color = html`<input
      type="color"
      aria-label=${`${name}, color`}
      .value=${hexOf(value || defaultOfToken(name))}
      @input=${change}
    />`;
    return html`<div class="picker">
      <label for=${`value-of${name}`}>${name.replace('--hub-', '')}</label>
      ${name.includes('-color-') ? color : ''}
      <input
        id=${`value-of${name}`}
        .value=${value}
        placeholder=${defaultOfToken(name)}
        spellcheck="false"
        @change=${change}
      />
    </div>`;
  }
}

const themeOf = ({ theme }: Settings): 'auto' | 'light' | 'dark' =>
  theme === 'light' || theme === 'dark' ? theme : 'auto';

const sameLook = (settings: Settings, look: Readonly<Record<string, string>>): boolean =>
  tokenRows.every(({ id }) => (settings[id] ?? '') === (look[id] ?? ''));

/** A color picker of the browser knows only six digits. It shows the light color of a pair. */
function hexOf(value: string): string {
  const [, short, long] = /#(?:([\da-f]{3})\b|([\da-f]{6})\b)/iu.exec(value) ?? [];
  return `#${long ?? short?.replaceAll(/./gu, '$&$&') ?? '000000'}`;
}

const styles = css`
  .workshop {
    display: grid;
    grid-template-columns: minmax(18rem, 24rem) minmax(0, 1fr);
    gap: 2rem;
    padding: 1.5rem;
    font-family: system-ui, sans-serif;
  }
  .tools {
    display: grid;
    gap: 1rem;
    align-content: start;
    font-size: 0.875rem;
  }
  .tools .bar {
    display: flex;
    flex-wrap: wrap;
    gap: 0.5rem;
  }
  .tools button {
    padding: 0.375rem 0.75rem;
    border: 1px solid GrayText;
    border-radius: 0.375rem;
    color: CanvasText;
    background: Canvas;
    font: inherit;
    cursor: pointer;
  }
  .tools button[aria-pressed='true'] {
    color: Canvas;
    background: CanvasText;
  }
  .pickers {
    display: grid;
    gap: 0.375rem;
  }
  .picker {
    display: grid;
    grid-template-columns: 9.5rem 2rem minmax(0, 1fr);
    gap: 0.5rem;
    align-items: center;
  }
  .picker input {
    box-sizing: border-box;
    inline-size: 100%;
    padding: 0.25rem 0.5rem;
    border: 1px solid GrayText;
    border-radius: 0.375rem;
    color: CanvasText;
    background: Canvas;
    font:
      0.8125rem ui-monospace,
      monospace;
  }
  .picker input:last-child {
    grid-column: 3;
  }
  .picker input::placeholder {
    color: color-mix(in srgb, CanvasText 70%, Canvas);
    opacity: 1;
  }
  .picker input[type='color'] {
    block-size: 1.75rem;
    padding: 0.125rem;
  }
  .tools pre {
    max-block-size: 20rem;
    margin: 0;
    padding: 1rem;
    border: 1px solid color-mix(in srgb, CanvasText 20%, Canvas);
    border-radius: 0.5rem;
    background: color-mix(in srgb, CanvasText 4%, Canvas);
    overflow: auto;
    font:
      0.8125rem/1.5 ui-monospace,
      monospace;
  }
  .screens {
    display: flex;
    flex-wrap: wrap;
    gap: 1.5rem;
    align-content: start;
  }
  .screens > * {
    flex: 0 1 22rem;
  }
  @media (width < 48rem) {
    .workshop {
      grid-template-columns: minmax(0, 1fr);
      padding: 1rem;
    }
  }
`;
