/**
 * The base class of the element. An extension, or a script of the page, can remove the nodes that Lit needs, and a
 * rendering then fails. The shadow root is emptied and rendered afresh, so that the payer never keeps an old screen.
 */
import { LitElement, type PropertyValues } from 'lit';
import { logWarning } from '../shared/log-warning.js';
import { boxOf } from '../shared/page/visible-box.js';

/** An element that renders its content afresh if a rendering has failed. */
export class RepairedElement extends LitElement {
  #hasWarned = false;

  protected override update(changed: PropertyValues): void {
    try {
      super.update(changed);
    } catch (error) {
      // If the content cannot even be described, an empty root would not help, and this call throws the error again.
      this.render();
      if (!this.#hasWarned)
        logWarning(
          `<${this.localName}> Other code has changed the content of the element, so it was rendered afresh.`,
          this,
          error,
        );
      this.#hasWarned = true;
      this.#empty();
      super.update(changed);
    }
  }

  /** Removes what is rendered, except the box that observers watch. The next rendering begins before a new marker. */
  #empty(): void {
    const root = this.renderRoot;
    const box = boxOf(this);
    for (const node of [...root.childNodes]) if (node !== box && node.nodeName !== 'STYLE') node.remove();
    this.renderOptions.renderBefore = root.appendChild(this.ownerDocument.createComment(''));
  }
}
