/**
 * The script of the page Phone. It shows what the phone in the demo's server shows, and tells the server what its
 * holder presses.
 */
import { describeRequest, networkName } from '../wallets/describe-request.js';
import type { RequestSummary } from '../wallets/request-dialog.js';
import { openScreenChannel, type ScreenMessage } from '../shop/screen-channel.js';
import type { AskedQuestion, LoggedQuestion, PhoneAction, PhoneView } from './phone-view.js';

const part = (id: string): HTMLElement => document.querySelector<HTMLElement>(`#${id}`)!;
const field = (id: string): HTMLInputElement => document.querySelector<HTMLInputElement>(`#${id}`)!;
const button = (id: string): HTMLButtonElement => document.querySelector<HTMLButtonElement>(`#${id}`)!;
const choice = (id: string): HTMLSelectElement => document.querySelector<HTMLSelectElement>(`#${id}`)!;

/** The question on the screen. A press answers this one, even if the server already has another one as the first. */
let shown: AskedQuestion | undefined;
let version = 0;

async function act(action: PhoneAction): Promise<boolean> {
  part('problem').textContent = '';
  try {
    const headers = { 'content-type': 'application/json' };
    const response = await fetch('/phone/act', { method: 'POST', headers, body: JSON.stringify(action) });
    const answer = (await response.json()) as PhoneView | { message: string };
    if ('message' in answer) part('problem').textContent = answer.message;
    else show(answer);
    return response.ok;
  } catch {
    part('problem').textContent = 'The demo does not answer. Start it again, and reload this page.';
    return false;
  }
}

/** Shows each new view. If the demo does not answer, says so and asks again. */
async function follow(): Promise<void> {
  for (;;) {
    try {
      const response = await fetch(`/phone/view?after=${version}`);
      if (!response.ok) throw new Error(`The demo answered ${response.status}`);
      show((await response.json()) as PhoneView);
    } catch {
      part('line').textContent = 'The demo does not answer';
      await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
    }
  }
}

const RETRY_MS = 2_000;
/** How long the phone looks at the screens after a press, because several tabs of the shop can answer. */
const LOOK_MS = 1_000;

function show(view: PhoneView): void {
  // An answer to a press can arrive after a newer view.
  if (view.version < version) return;
  ({ version } = view);
  const [question] = view.questions;
  showQuestion(view, question);
  part('line').textContent = view.isOnline ? 'Online' : 'No network';
  field('offline').checked = !view.isOnline;
  field('slow').checked = view.isSlow;
  button('hour').disabled = !view.questions.some(({ held }) => held);
  button('end').disabled = view.pages.length === 0 && view.questions.length === 0;
  part('networks').textContent = view.chains.map(networkName).join(', ');
  part('pages').textContent = view.pages.map(({ name }) => name).join(', ') || 'no page';
  const account = choice('account');
  if (account.length === 0) account.append(...view.accounts.map(accountOption));
  account.value = String(view.account);
  part('log').replaceChildren(...view.log.map(logItem));
}

function showQuestion(view: PhoneView, question: AskedQuestion | undefined): void {
  const isNew = question !== undefined && question.id !== shown?.id;
  const hadFocus = part('question').contains(document.activeElement);
  shown = question;
  part('question').hidden = !question;
  part('idle').hidden = question !== undefined;
  part('idle-text').textContent = idleText(view);
  document.title = `${question ? '● ' : ''}Phone · Acme Coffee`;
  if (question) {
    const { title, rows } = summaryOf(question, view);
    Object.assign(part('question').dataset, { id: question.id, method: question.method });
    part('asker').textContent = `${question.page.name || 'A page'} asks`;
    part('question-title').textContent = title;
    part('rows').replaceChildren(...rows.flatMap(([label, value]) => [made('dt', label), made('dd', value)]));
    part('decide').hidden = question.held !== null;
    part('held').hidden = question.held === null;
    part('held').textContent =
      question.held === 'approve'
        ? 'Approved. The phone does it and answers after an hour.'
        : 'Rejected. The phone answers after an hour.';
    const others = view.questions.length - 1;
    part('more').hidden = others === 0;
    part('more').textContent = others === 1 ? 'One more question waits.' : `${others} more questions wait.`;
    if (isNew) part('news').textContent = `New question of ${question.page.name}: ${title}`;
  } else if (part('news').textContent !== '') {
    part('news').textContent = 'No question is open.';
  }
  // The pressed button is gone, so the focus would begin again at the top of the page.
  if (hadFocus && (isNew || !question || question.held)) part(question ? 'question-title' : 'idle-title').focus();
}

function idleText({ isScanning, isOnline, pages }: PhoneView): string {
  if (isScanning && !isOnline) return 'The code is scanned. The phone needs its network to hear from the shop.';
  if (isScanning) return 'The code is scanned. The phone waits for the shop.';
  if (pages.length > 0) return 'When the shop asks the wallet for something, the question appears here.';
  return 'Scan a code of the shop to connect.';
}

/** Describes a question in words. The texts of requests are those of the demo wallet. */
function summaryOf(question: AskedQuestion, { accounts, chains }: PhoneView): Pick<RequestSummary, 'title' | 'rows'> {
  const { method, chainId, params, page, account } = question;
  const address = accounts[account]?.address ?? '';
  if (method === 'connect' || chainId === null) {
    const rows: RequestSummary['rows'] = [
      ['Page', page.url],
      ['Account', address],
      [
        'Networks',
        chains
          .filter((id) => asksFor(params, id))
          .map(networkName)
          .join(', '),
      ],
    ];
    return { title: 'Connect to this page', rows };
  }
  const asked = { id: String(question.id), method, params: params as unknown[], chainId, account, approved: false };
  const { title, rows } = describeRequest(asked, address);
  const known = new Set(rows.map(([label]) => label));
  const network: RequestSummary['rows'] = known.has('Network') ? [] : [['Network', networkName(chainId)]];
  const payer: RequestSummary['rows'] = known.has('Account') ? [] : [['Account', payerOf(params) ?? address]];
  return { title, rows: [...payer, ...network, ...rows] };
}

const asksFor = (params: unknown, chainId: number): boolean =>
  (params as { eip155: { chains: readonly string[] } }).eip155.chains.includes(`eip155:${chainId}`);

const payerOf = (params: unknown): string | undefined => (params as [{ from?: string }?])[0]?.from;

function accountOption({ address, isContract }: PhoneView['accounts'][number], index: number): HTMLOptionElement {
  const kind = isContract ? 'Smart account of the first' : `Account ${index + 1}`;
  return new Option(`${kind}: ${address.slice(0, 6)}…${address.slice(-4)}`, String(index));
}

function logItem({ method, chainId, outcome }: LoggedQuestion): HTMLElement {
  const where = chainId === null ? '' : ` on ${networkName(chainId)}`;
  const item = made('li', `${method}${where}: ${outcome}`);
  item.dataset['outcome'] = outcome;
  return item;
}

function made<K extends keyof HTMLElementTagNameMap>(tag: K, text: string): HTMLElementTagNameMap[K] {
  const element = document.createElement(tag);
  element.textContent = text;
  return element;
}

/** Offers the code of the shop's page while the shop is open in another tab. */
function watchScreen(): void {
  const channel = openScreenChannel();
  const look = button('look');
  const ask = (): void => channel.postMessage({ type: 'look' } satisfies ScreenMessage);
  let isLooking = false;
  channel.addEventListener('message', ({ data }: MessageEvent<ScreenMessage>) => {
    if (data.type === 'look') return;
    look.hidden = data.type === 'closed';
    // The shop can be open in a further tab.
    if (data.type === 'closed') ask();
    if (data.type === 'closed' || !isLooking) return;
    if (data.code === null) {
      part('problem').textContent = 'The shop shows no code now. Press its pay button, and choose WalletConnect.';
      return;
    }
    isLooking = false;
    void act({ type: 'scan', code: data.code });
  });
  look.addEventListener('click', () => {
    isLooking = true;
    setTimeout(() => (isLooking = false), LOOK_MS);
    ask();
  });
  ask();
}

function bind(): void {
  for (const answer of ['approve', 'reject'] as const)
    part(answer).addEventListener('click', () => {
      if (shown) void act({ type: 'answer', id: shown.id, answer });
    });
  part('scan').addEventListener('submit', (event) => {
    event.preventDefault();
    const code = field('code');
    void act({ type: 'scan', code: code.value }).then((isScanned) => {
      if (isScanned) code.value = '';
    });
  });
  part('account').addEventListener('change', () => {
    void act({ type: 'account', index: Number(choice('account').value) });
  });
  part('offline').addEventListener('change', () => {
    void act({ type: 'online', isOn: !field('offline').checked });
  });
  part('slow').addEventListener('change', () => {
    void act({ type: 'slow', isOn: field('slow').checked });
  });
  part('hour').addEventListener('click', () => void act({ type: 'hour' }));
  part('end').addEventListener('click', () => void act({ type: 'end' }));
}

bind();
watchScreen();
void follow();
