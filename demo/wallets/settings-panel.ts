/** Connects the demo wallet to its controls on the page: settings, postponed requests and log. */
import { registry } from '../shop/devnet-data.js';
import { accounts } from './execute-request.js';
import { svmKeys } from './svm-requests.js';
import { pendingRequests, updateState, walletState, type WalletState } from './wallet-state.js';
import { networkName } from './describe-request.js';

/**
 * Connects the controls. A `<select data-wallet-setting="…">` changes the member of `WalletState` with this name. A
 * button with `data-wallet-action` opens postponed requests (`open`) or disconnects the page (`disconnect`). Returns a
 * function that updates the display.
 */
export function bindPanel(o: { open(): void; changed(): void }): () => void {
  const selects = [...document.querySelectorAll<HTMLSelectElement>('select[data-wallet-setting]')];
  for (const select of selects) {
    select.append(...optionsOf(nameOf(select)));
    select.addEventListener('change', () => {
      updateState(settingOf(select));
      o.changed();
    });
  }
  document.querySelector('[data-wallet-action="open"]')?.addEventListener('click', () => o.open());
  document.querySelector('[data-wallet-action="disconnect"]')?.addEventListener('click', () => {
    updateState({ connected: false, svmConnected: false });
    o.changed();
  });
  const show = (): void => {
    const memory = walletState();
    for (const select of selects) select.value = String(memory[nameOf(select)]);
    const waiting = document.querySelector('#wallet-waiting');
    if (waiting) waiting.textContent = String(pendingRequests().length);
    document.querySelector('#wallet-log')?.replaceChildren(...memory.log.map(logItem));
  };
  show();
  return show;
}

/** Creates the options for accounts and networks. The HTML of the page contains all other options. */
function optionsOf(setting: Setting): HTMLOptionElement[] {
  if (setting === 'account') {
    return accounts.map(({ address }, index) => new Option(`${index + 1}: ${address}`, String(index)));
  }
  if (setting === 'svmAccount') {
    const one = svmKeys.map(
      ({ publicKey }, index) => new Option(`${index + 1}: ${publicKey.toBase58()}`, String(index)),
    );
    return [...one, new Option('both', 'both')];
  }
  if (setting !== 'chainId' && setting !== 'unknownChainId') return [];
  const networks = registry.chains.filter(({ vmType }) => vmType === 'evm');
  return networks.map(({ id }) => new Option(networkName(id), String(id)));
}

type Setting =
  | 'account'
  | 'form'
  | 'chainId'
  | 'unknownChainId'
  | 'svmAccount'
  | 'svmTransaction'
  | 'decision'
  | 'answer';

function nameOf(select: HTMLSelectElement): Setting {
  return select.dataset['walletSetting'] as Setting;
}

/** Converts the value to a number if the stored setting is a number. */
function settingOf(select: HTMLSelectElement): Partial<WalletState> {
  const name = nameOf(select);
  return { [name]: typeof walletState()[name] === 'number' ? Number(select.value) : select.value };
}

function logItem(entry: WalletState['log'][number]): HTMLLIElement {
  const item = document.createElement('li');
  const details = document.createElement('details');
  const summary = document.createElement('summary');
  const text = document.createElement('pre');
  summary.textContent = `${entry.method}: ${entry.outcome}`;
  text.textContent = JSON.stringify(entry, null, 2);
  details.append(summary, text);
  item.append(details);
  return item;
}
