/** The page on which a designer chooses the values of tokens. It shows screens with them, and their CSS. */
import { css, html, render, type TemplateResult } from 'lit';
import type { PaymentState } from '../../src/payment/model/state.js';
import { defaultOfToken, tokenRows, type Settings } from './controls.js';
import { copyButton } from './copy-button.js';
import { authorizing, problem, reviewing, selecting, succeeded } from './payments.js';
import { cssOf, isSet } from './snippets.js';
import { stage } from './stage.js';
import { looks } from './token-looks.js';
import { toolStyles } from './tools.js';

const SCREENS: readonly PaymentState[] = [
  selecting(),
  reviewing(),
  authorizing(0, ['deposit']),
  succeeded,
  selecting({ accounts: [], assets: [] }),
  reviewing({ problem: problem('insufficient-native') }),
];

/** Creates the page. `given` are the values of the controls. */
export function createWorkshop(given: Settings): HTMLElement {
  const host = document.createElement('div');
  const [own, look] = [document.createElement('style'), document.createElement('style')];
  const [tools, screens] = [document.createElement('div'), document.createElement('div')];
  host.className = 'workshop';
  own.textContent = toolStyles.cssText + styles.cssText;
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
          ${copyButton(code, 'Copy CSS')}
        </div>
        <div class="pickers">${tokenRows.map(({ id }) => picker(id))}</div>
        <pre tabindex="0" role="region" aria-label="CSS of this look"><code>${code}</code></pre>
      `,
      tools,
    );
  }

  function picker(name: string): TemplateResult {
    const value = isSet(settings[name]) ? String(settings[name]) : '';
    const change = ({ target }: Event): void => set({ ...settings, [name]: (target as HTMLInputElement).value });
    const [light = '#000000', dark = light] = colorsOf(value || defaultOfToken(name));
    const pick = ({ target }: Event): void => {
      const chosen = (target as HTMLInputElement).value;
      const pair = isDark(given) ? [light, chosen] : [chosen, dark];
      set({ ...settings, [name]: light === dark ? chosen : `light-dark(${pair.join(', ')})` });
    };
    const color = html`<input
      type="color"
      aria-label=${`${name}, ${isDark(given) ? 'dark' : 'light'} color`}
      .value=${isDark(given) ? dark : light}
      @input=${pick}
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

const isDark = (settings: Settings): boolean =>
  themeOf(settings) === 'dark' || (themeOf(settings) === 'auto' && matchMedia('(prefers-color-scheme: dark)').matches);

/** Returns the light and the dark color of a value. A color picker of the browser needs six digits. */
const colorsOf = (value: string): string[] =>
  [...value.matchAll(/#(?:([\da-f]{3})\b|([\da-f]{6})\b)/giu)].map(
    ([, short, long]) => `#${long ?? short?.replaceAll(/./gu, '$&$&') ?? ''}`,
  );

const styles = css`
  .workshop {
    display: grid;
    grid-template-columns: minmax(18rem, 24rem) minmax(0, 1fr);
    gap: 2rem;
    padding: 1.5rem;
    font-family: system-ui, sans-serif;
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
