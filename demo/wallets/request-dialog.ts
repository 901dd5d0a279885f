/** The demo wallet's window. The window shows one request at a time. */

export type RequestSummary = {
  method: string;
  title: string;
  rows: readonly (readonly [label: string, value: string])[];
};

/** `postpone`: the owner closed the window without an answer, and can answer later. */
export type Decision = 'approve' | 'reject' | 'postpone';

/**
 * Shows a request in a `<dialog>`. The dialog is modal, because only a modal dialog works above another modal dialog.
 */
export function showRequest({ method, title, rows }: RequestSummary): Promise<Decision> {
  const dialog = document.createElement('dialog');
  dialog.id = 'demo-wallet';
  dialog.dataset['method'] = method;
  dialog.setAttribute('aria-labelledby', 'demo-wallet-title');
  const heading = append(dialog, 'h2', title);
  heading.id = 'demo-wallet-title';
  const list = append(dialog, 'dl');
  for (const [label, value] of rows) {
    append(list, 'dt', label);
    append(list, 'dd', value);
  }
  append(dialog, 'p', 'Demo wallet, for the local chains of this page only.');
  const actions = append(dialog, 'div');
  return new Promise((resolve) => {
    const close = (decision: Decision): void => {
      dialog.close();
      dialog.remove();
      resolve(decision);
    };
    for (const [decision, text] of CHOICES) {
      const button = append(actions, 'button', text);
      button.type = 'button';
      button.dataset['walletAction'] = decision;
      button.addEventListener('click', () => close(decision));
    }
    dialog.addEventListener('cancel', (event) => {
      event.preventDefault();
      close('reject');
    });
    document.body.append(dialog);
    dialog.showModal();
  });
}

/**
 * The buttons of the window. The first button gets the focus. `postpone` is first, because a wrong press of this button
 * does no harm.
 */
const CHOICES: readonly (readonly [Decision, string])[] = [
  ['postpone', 'Not now'],
  ['reject', 'Reject'],
  ['approve', 'Approve'],
];

function append<K extends keyof HTMLElementTagNameMap>(parent: Element, tag: K, text = ''): HTMLElementTagNameMap[K] {
  const child = document.createElement(tag);
  child.textContent = text;
  parent.append(child);
  return child;
}
