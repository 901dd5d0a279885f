/**
 * Lets the element change texts that a translator of the browser, or an extension, has replaced by nodes of its own.
 * Lit still holds the replaced nodes, and would write a new text into a node outside the page. So the controller puts
 * Lit's nodes back before each rendering. After the rendering, it restores the foreign nodes at each place whose text
 * is unchanged.
 */
import type { ReactiveController, ReactiveControllerHost } from 'lit';

type Host = ReactiveControllerHost & { readonly renderRoot: HTMLElement | DocumentFragment };

export class TextController implements ReactiveController {
  readonly #host: Host;
  readonly #observer = new MutationObserver((records) => this.#add(records));
  /** The changes that other code has made to child nodes in the shadow root, oldest first. */
  #foreign: readonly MutationRecord[] = [];
  #isRendering = false;

  constructor(host: Host) {
    this.#host = host;
    host.addController(this);
  }

  hostConnected(): void {
    this.#observer.observe(this.#host.renderRoot, { childList: true, characterData: true, subtree: true });
  }

  hostDisconnected(): void {
    this.#add(this.#observer.takeRecords());
    this.#observer.disconnect();
  }

  hostUpdate(): void {
    this.#add(this.#observer.takeRecords());
    this.#isRendering = true;
    const places = this.#replacedPlaces();
    for (let i = this.#foreign.length - 1; i >= 0; i -= 1) {
      const record = this.#foreign[i];
      if (record && places.has(record.target)) exchange(record, record.addedNodes, record.removedNodes);
    }
    this.#observer.takeRecords();
  }

  hostUpdated(): void {
    const changed = new Set<Node | null>();
    for (const { type, target } of this.#observer.takeRecords())
      changed.add(type === 'childList' ? target : target.parentNode);
    const places = this.#replacedPlaces();
    this.#foreign = this.#foreign.filter((record) => {
      const { target, addedNodes, removedNodes } = record;
      if (!this.#host.renderRoot.contains(target)) return false;
      if (!places.has(target)) return true;
      if (!changed.has(target)) exchange(record, removedNodes, addedNodes);
      return !changed.has(target);
    });
    this.#observer.takeRecords();
    this.#isRendering = false;
  }

  #add(records: readonly MutationRecord[]): void {
    // After a rendering that has failed, the records can be those of the element itself, so they are ignored.
    if (!this.#isRendering) this.#foreign = [...this.#foreign, ...records.filter(({ type }) => type === 'childList')];
  }

  /**
   * Returns the nodes from which other code has removed a text. Whatever else extensions add, such as an icon in a
   * field, stays.
   */
  #replacedPlaces(): ReadonlySet<Node> {
    const isText = (node: Node): boolean => node.nodeType === Node.TEXT_NODE;
    return new Set(
      this.#foreign.filter(({ removedNodes }) => [...removedNodes].some(isText)).map((each) => each.target),
    );
  }
}

/**
 * Removes the nodes `out` from the record's target, and inserts the nodes `into` there, to undo or repeat the recorded
 * change.
 */
function exchange({ target, nextSibling, previousSibling }: MutationRecord, out: NodeList, into: NodeList): void {
  for (const node of out) if (node.parentNode === target) target.removeChild(node);
  const after = previousSibling?.parentNode === target ? previousSibling.nextSibling : null;
  const next = nextSibling?.parentNode === target ? nextSibling : after;
  for (const node of into) target.insertBefore(node, next);
}
