/** The least that an element with Lit can be: a button with a label. Benchmarks compare `<hub-pay>` with it. */
import { html, LitElement, type PropertyDeclarations, type TemplateResult } from 'lit';

class FloorButton extends LitElement {
  static override properties: PropertyDeclarations = { label: {} };
  declare label: string;

  protected override render(): TemplateResult {
    return html`<button>${this.label}</button>`;
  }
}

customElements.define('floor-button', FloorButton);
