/** Waits for a condition without a time limit of its own. A wait that never ends reaches the limit of mocha. */
import type { ReactiveController, ReactiveElement } from 'lit';
import type { SinonStub } from 'sinon';

/**
 * Resolves when the condition of the element is true. Checks the condition after each update of the element, and after
 * each change of its content: the live region changes without an update.
 */
export function until(element: ReactiveElement, reached: () => unknown): Promise<void> {
  return new Promise((resolve, reject) => {
    const check = (): void => {
      if (!reached()) return;
      element.removeController(updates);
      content.disconnect();
      resolve();
    };
    // Lit warns if the condition changes the element during an update, for example with a press.
    const updates: ReactiveController = { hostUpdated: () => void element.updateComplete.then(check).catch(reject) };
    element.addController(updates);
    const content = new MutationObserver(check);
    for (const root of [element, element.shadowRoot])
      if (root) content.observe(root, { childList: true, characterData: true, attributes: true, subtree: true });
    check();
  });
}

/** Makes the stub return the results of `answer`. Resolves with the arguments of its first call. */
export function called<A extends unknown[]>(
  stub: SinonStub<A>,
  answer: (...args: NoInfer<A>) => unknown = () => undefined,
): Promise<A> {
  return new Promise((resolve) => {
    stub.callsFake((...args: A) => {
      resolve(args);
      return answer(...args);
    });
  });
}
