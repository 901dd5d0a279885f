/**
 * Lets the element change texts that a translator of the browser, or an extension, has replaced by nodes of its own.
 * Lit still holds the replaced nodes, and would write a new text into a node outside the page. So the controller puts
 * Lit's nodes back before each rendering. After the rendering, it restores the foreign nodes at each place where they
 * have replaced only texts, and where the text is unchanged.
 *
 * A translator can be late, and put the translation of an old amount over the new one. If the numbers of the two texts
 * differ, the controller restores the element's own text at once.
 */
import type { ReactiveController, ReactiveControllerHost } from 'lit';

type Host = ReactiveControllerHost & { readonly renderRoot: HTMLElement | DocumentFragment };

export class TextController implements ReactiveController {
  readonly #host: Host;
  readonly #observer = new MutationObserver((records) => this.#heard(records));
  /** The changes that other code has made to child nodes in the shadow root, oldest first. */
  #foreign: readonly MutationRecord[] = [];
  #isRendering = false;
  /** The nodes of other code, except those inside them. */
  readonly #others = new WeakSet<Node>();
  /** The nodes of Lit that other code has removed. */
  readonly #own = new WeakSet<Node>();
  /** Where numbers were restored since the last rendering: only once, because the other code could do it again. */
  #restored = new WeakSet<Node>();

  constructor(host: Host) {
    this.#host = host;
    host.addController(this);
  }

  hostConnected(): void {
    this.#observer.observe(this.#host.renderRoot, { ...WATCHED, subtree: true });
  }

  hostDisconnected(): void {
    this.#add(this.#observer.takeRecords());
    this.#observer.disconnect();
  }

  hostUpdate(): void {
    this.#add(this.#observer.takeRecords());
    this.#isRendering = true;
    this.#restored = new WeakSet();
    const places = this.#places(() => true);
    this.#undo(this.#foreign.filter(({ target }) => places.has(target)));
  }

  hostUpdated(): void {
    const changed = new Set<Node | null>();
    for (const { type, target } of this.#observer.takeRecords())
      changed.add(type === 'childList' ? target : target.parentNode);
    const places = this.#places(() => true);
    const whole = this.#places((node) => !isText(node));
    this.#foreign = this.#foreign.filter((record) => {
      const { target, addedNodes, removedNodes } = record;
      if (!this.#host.renderRoot.contains(target)) return false;
      if (!places.has(target)) return true;
      // Foreign elements in place of Lit's would not change with the state, and would have no listeners.
      const isKept = !changed.has(target) && !whole.has(target);
      if (isKept) exchange(record, removedNodes, addedNodes);
      return isKept;
    });
    this.#observer.takeRecords();
    this.#isRendering = false;
  }

  #add(records: readonly MutationRecord[]): void {
    // After a rendering that has failed, the records can be those of the element itself, so they are ignored.
    if (this.#isRendering) return;
    const added = records.filter(({ type, target }) => type === 'childList' && !this.#isForeign(target));
    for (const { addedNodes, removedNodes } of added) {
      for (const node of removedNodes) if (!this.#others.has(node)) this.#own.add(node);
      for (const node of addedNodes) if (!this.#own.has(node)) this.#others.add(node);
    }
    this.#foreign = [...this.#foreign, ...added];
  }

  #heard(records: readonly MutationRecord[]): void {
    this.#add(records);
    if (this.#isRendering) return;
    for (const { type, target, oldValue } of records)
      if (type === 'characterData' && !this.#isForeign(target) && this.#mayRestore(target, oldValue, target.nodeValue))
        target.nodeValue = oldValue;
    for (const place of this.#places(() => true)) {
      const changes = this.#foreign.filter(({ target }) => target === place);
      const removed = nodesOf(changes, 'removedNodes').filter(
        (node) => node.parentNode !== place && this.#own.has(node),
      );
      const there = nodesOf(changes, 'addedNodes').filter((node) => node.parentNode === place);
      if (!this.#mayRestore(place, textOf(removed), textOf(there))) continue;
      this.#undo(changes);
      this.#foreign = this.#foreign.filter(({ target }) => target !== place);
    }
    this.#observer.takeRecords();
  }

  /** Whether the numbers of the texts differ, and none was restored at this node since the last rendering. */
  #mayRestore(node: Node, own: string | null, foreign: string | null): boolean {
    if (this.#restored.has(node) || numbersOf(own) === numbersOf(foreign)) return false;
    this.#restored.add(node);
    return true;
  }

  #undo(changes: readonly MutationRecord[]): void {
    for (let i = changes.length - 1; i >= 0; i -= 1) {
      const record = changes[i];
      if (record) exchange(record, record.addedNodes, record.removedNodes);
    }
    this.#observer.takeRecords();
  }

  #isForeign(node: Node): boolean {
    for (let each: Node | null = node; each; each = each.parentNode) if (this.#others.has(each)) return true;
    return false;
  }

  /**
   * Returns the nodes from which other code has removed such a node of Lit. Whatever else extensions add, such as an
   * icon in a field, stays.
   */
  #places(isMeant: (node: Node) => boolean): ReadonlySet<Node> {
    const hasLost = ({ removedNodes }: MutationRecord): boolean =>
      [...removedNodes].some((node) => this.#own.has(node) && isMeant(node));
    return new Set(this.#foreign.filter(hasLost).map(({ target }) => target));
  }
}

const WATCHED = { childList: true, characterData: true, characterDataOldValue: true };

const isText = (node: Node): boolean => node.nodeType === Node.TEXT_NODE;

const nodesOf = (records: readonly MutationRecord[], list: 'addedNodes' | 'removedNodes'): Node[] => [
  ...new Set(records.flatMap((record) => [...record[list]])),
];

const textOf = (nodes: readonly Node[]): string =>
  nodes.map((node) => (node.nodeType === Node.COMMENT_NODE ? '' : node.textContent)).join(' ');

/** Returns the digits of the text by groups, in an order of their own, because a translation can have another order. */
const numbersOf = (text: string | null): string => (text?.match(/\p{Nd}+/gu) ?? []).sort().join(' ');

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
