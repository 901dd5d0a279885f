/**
 * Shows the real element beside its snippet. The controls of the story change the element in place, so that a payment
 * in test mode goes on while a designer changes a color.
 */
import { css, html, render, type TemplateResult } from 'lit';
import { action } from 'storybook/actions';
import type { HubPay } from '../../src/index.js';
import { eventTable } from '../../src/element/reference.js';
import { attributeRows, callable, outputRows, propertyRows, slotNameOf, slotRows, type Settings } from './controls.js';
import { copyButton } from './copy-button.js';
import { cssOf, frameworks, isSet, snippet, type Framework } from './snippets.js';
import { toolStyles } from './tools.js';

export type Playground = HTMLElement & {
  /** Applies the values of the controls. */
  set(settings: Settings): void;
  /** Returns the element that the playground shows now. */
  element(): HubPay;
};

export function createPlayground(): Playground {
  const host = document.createElement('div');
  host.className = 'playground';
  const seat = document.createElement('div');
  const beside = document.createElement('div');
  beside.className = 'tools';
  const [look, own] = [document.createElement('style'), document.createElement('style')];
  own.textContent = toolStyles.cssText + styles.cssText;
  host.append(own, look, seat, beside);

  let settings: Settings = {};
  let framework: Framework = 'html';
  let pay = create();

  function create(): HubPay {
    const next = document.createElement('hub-pay');
    logEvents(next);
    for (const { name } of eventTable) next.addEventListener(name, () => queueMicrotask(draw));
    seat.replaceChildren(next);
    return next;
  }
  const choose = (next: Framework) => () => {
    framework = next;
    draw();
  };
  const tab = ([id, name]: [string, string]): TemplateResult =>
    html`<button type="button" aria-pressed=${id === framework} @click=${choose(id as Framework)}>${name}</button>`;

  function draw(): void {
    const code = snippet(framework, settings);
    render(
      html`
        <div class="bar" role="group" aria-label="Framework of the snippet">
          ${Object.entries(frameworks).map(tab)} ${copyButton(code, 'Copy')}
        </div>
        <pre tabindex="0" role="region" aria-label="Snippet"><code>${code}</code></pre>
        <div class="bar" role="group" aria-label="Methods">
          ${callable.map(
            ({ name }) =>
              html`<button type="button" @click=${() => void call(pay, name)}><code>${name}()</code></button>`,
          )}
        </div>
        <dl aria-label="Values that the element reports">
          ${outputRows.map(
            ({ property }) =>
              html`<dt><code>${property}</code></dt>
                <dd data-output=${property}>${textOf(Reflect.get(pay, property) as unknown)}</dd>`,
          )}
        </dl>
      `,
      beside,
    );
  }

  return Object.assign(host, {
    element: () => pay,
    set(next: Settings) {
      // The first `base-url` of an element decides whether the element is in test mode. So another one needs another
      // element.
      if (next['base-url'] !== settings['base-url'] && seat.isConnected) {
        pay = create();
        settings = {};
      }
      apply(pay, settings, next);
      look.textContent = cssOf(next);
      settings = { ...next };
      draw();
      void pay.updateComplete.then(draw);
    },
  });
}

/** Writes every event of the element with its detail into the panel `Actions`. */
export function logEvents(pay: HTMLElement): void {
  for (const { name } of eventTable) {
    const log = action(name);
    pay.addEventListener(name, (event) => {
      log(event instanceof CustomEvent ? event.detail : {});
    });
  }
}

/** Sets what has changed. What the payer does with the element, such as closing the sheet, stays. */
function apply(pay: HubPay, before: Settings, next: Settings): void {
  const changed = ({ id }: { id: string }): boolean => before[id] !== next[id];
  for (const { id, attribute } of attributeRows.filter(changed)) {
    const value = next[id];
    if (isSet(value)) pay.setAttribute(attribute, value === true ? '' : String(value));
    else pay.removeAttribute(attribute);
  }
  for (const { id, entry } of propertyRows.filter(changed)) Object.assign(pay, { [entry.property]: next[id] });
  for (const { id, entry } of slotRows.filter(changed)) {
    pay.querySelector(`[data-control="${id}"]`)?.remove();
    if (!isSet(next[id])) continue;
    const content = document.createElement('span');
    content.dataset['control'] = id;
    content.slot = slotNameOf(entry);
    content.textContent = String(next[id]);
    pay.append(content);
  }
}

/** Calls a method that needs no argument. The panel `Actions` shows what it returns. */
async function call(pay: HubPay, name: string): Promise<void> {
  const method = Reflect.get(pay, name) as (this: HubPay) => unknown;
  action(`${name}()`)(await method.call(pay));
}

/** Writes a value that the element reports in one line. */
function textOf(value: unknown): string {
  if (value === null || value === undefined) return String(value);
  if (typeof value !== 'object') return JSON.stringify(value);
  const { name, valid } = value as { name?: unknown; valid?: unknown };
  if (typeof name === 'string') return `{ name: '${name}', … }`;
  return typeof valid === 'boolean' ? `{ valid: ${String(valid)}, … }` : '{ … }';
}

const styles = css`
  .playground {
    display: grid;
    grid-template-columns: minmax(0, 1fr) minmax(0, 1fr);
    gap: 2rem;
    align-items: start;
    max-inline-size: 72rem;
    margin-inline: auto;
    padding: 1.5rem;
    font-family: system-ui, sans-serif;
  }
  .playground > div:first-of-type {
    min-block-size: 34rem;
  }
  .tools dl {
    display: grid;
    grid-template-columns: auto minmax(0, 1fr);
    gap: 0.25rem 1rem;
    margin: 0;
  }
  .tools dd {
    margin: 0;
    overflow-wrap: anywhere;
    unicode-bidi: plaintext;
    text-align: match-parent;
  }
  @media (width < 50rem) {
    .playground {
      grid-template-columns: minmax(0, 1fr);
      padding: 1rem;
    }
  }
`;
