/**
 * A wallet that runs in the page. The wallet announces itself by EIP-6963 and by the Wallet Standard. Like a browser
 * extension, the wallet sees only the page's requests, and keeps its state after a reload.
 */
import { addressAt, executeRequest } from './execute-request.js';
import { createRequestQueue } from './request-queue.js';
import { onOtherTab } from './wallet-state.js';
import { bindPanel } from './settings-panel.js';
import { createProvider } from './provider.js';
import { describeRequest } from './describe-request.js';
import { describeSvmRequest, executeSvmRequest, isSvmRequest } from './svm-requests.js';
import { registerSvmWallet } from './svm-wallet.js';

const requests = createRequestQueue({
  describe: (request) =>
    isSvmRequest(request) ? describeSvmRequest(request) : describeRequest(request, addressAt(request.account)),
  execute: (request) => (isSvmRequest(request) ? executeSvmRequest(request) : executeRequest(request)),
  changed,
});
const provider = createProvider(requests);
const showPanel = bindPanel({ open: () => requests.open(), changed });

const icon = `data:image/svg+xml;base64,${btoa(picture())}` as const;
const refreshSvm = registerSvmWallet(requests, icon);

function changed(): void {
  provider.refresh();
  refreshSvm();
  showPanel();
}

function picture(): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32">
<rect width="32" height="32" rx="8" fill="#5b3df5"/><circle cx="20" cy="16.5" r="1.5" fill="#fff"/>
<path d="M8 11h16v11H8z" fill="none" stroke="#fff" stroke-width="2"/></svg>`;
}

const info = Object.freeze({ uuid: crypto.randomUUID(), name: 'Demo wallet', icon, rdns: 'dev.hub-pay.demo' });
const announce = (): void => {
  dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail: Object.freeze({ info, provider }) }));
};

addEventListener('eip6963:requestProvider', announce);
announce();
onOtherTab(changed);
requests.open();
