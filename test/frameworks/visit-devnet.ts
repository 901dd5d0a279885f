/** Opens a page whose wallet is that of a real library, pays on the local chains, and compares the balances. */
import { PublicKey } from '@solana/web3.js';
import { createPublicClient, erc20Abi, http } from 'viem';
import type { Devnet } from '../../demo/devnet/index.js';
import { SVM_CHAIN, VAULT } from '../../demo/devnet/svm/addresses.js';
import type { PaymentState } from '../../src/index.js';
import type { PaymentResult } from '../../src/types.js';
import { canPress } from '../support/pages/can-press.js';
import type { Browser, Page } from '../support/pages/drive.js';
import { payingPhone } from '../support/pages/paying-phone.js';
import type { Phone } from '../../demo/devnet/walletconnect/phone.js';
import type { Sight } from './visit.js';

const [ORIGIN, DESTINATION] = [31337, 31338];
const PRICE = 25_000_000n;
const LAMPORTS = 100_000_000_000n;
/**
 * The SDK of Coinbase sends its version to the node of the chain, which allows no such header. WalletConnect's library
 * loads a frame and data from its maker's servers, and pays without them.
 */
const EXPECTED = /x-cbw-sdk-version|net::ERR_FAILED|\.walletconnect\.(?:com|org)/u;
/** A payment takes a few seconds. */
const PATIENCE_MS = 90_000;

/** The query of the page names the library. The page gets the data of the chains after `#`. */
export async function visitOnDevnet(browser: Browser, devnet: Devnet, address: string): Promise<Sight> {
  const url = new URL(address);
  const nodeOf = (chainId: number): string => devnet.chains.find(({ id }) => id === chainId)?.httpRpcUrl ?? '';
  const library = url.search.slice(1);
  const { key } = devnet.payers[0]!;
  const phone =
    library === 'wagmi-walletconnect' ? await payingPhone({ key, chainId: ORIGIN, rpcUrl: nodeOf(ORIGIN) }) : undefined;
  const config = {
    library,
    serviceUrl: devnet.serviceUrl,
    registry: devnet.registry,
    recipient: devnet.recipient,
    chainId: ORIGIN,
    destinationChainId: DESTINATION,
    rpcUrl: nodeOf(ORIGIN),
    svmUrl: nodeOf(SVM_CHAIN),
    key,
    smartAccount: devnet.addresses.smartAccount,
    relayUrl: phone?.relayUrl,
  };
  url.hash = encodeURIComponent(JSON.stringify(config));
  const page = await browser.newPage();
  try {
    const before = await balances(devnet, nodeOf);
    await page.goto(url.href);
    const state = await pay(page, devnet, phone?.phone);
    const { heard, paid, properties } = await page.evaluate(readPage);
    const after = await balances(devnet, nodeOf);
    const problems = page.errors.filter((error) => !EXPECTED.test(error));
    if (state.name !== 'succeeded') problems.push(`${config.library} ended as ${JSON.stringify(state).slice(0, 600)}`);
    const income = after.income - before.income;
    const deposited = after.deposited - before.deposited;
    if (income !== PRICE || String(deposited) !== paid)
      problems.push(`${config.library}: the shop got ${income}, and ${deposited} was deposited instead of ${paid}`);
    return { properties, heard, paid: state.name === 'succeeded', host: true, hydration: [], problems };
  } finally {
    await page.close();
    await phone?.stop();
  }
}

/** What the shop has, and what the payers have paid so far in native currency, on all chains. */
async function balances(
  { addresses, recipient, svm }: Devnet,
  nodeOf: (chainId: number) => string,
): Promise<{ income: bigint; deposited: bigint }> {
  const on = (chainId: number): ReturnType<typeof createPublicClient> =>
    createPublicClient({ transport: http(nodeOf(chainId)), cacheTime: 0 });
  const call = { address: addresses.usdc, abi: erc20Abi, functionName: 'balanceOf', args: [recipient] } as const;
  const [income, deposited] = await Promise.all([
    on(DESTINATION).readContract(call),
    on(ORIGIN).getBalance({ address: addresses.depository }),
  ]);
  return { income, deposited: deposited + BigInt(svm.account(VAULT)?.lamports ?? 0) };
}

type PayElement = HTMLElement & { state?: PaymentState; result?: PaymentResult };
type Spot = { x: number; y: number };
/** `code` is what the element shows to a phone, or null. */
type Look = { state: PaymentState; spot: Spot | null; burner: string | null; code: string | null };

/** Presses with the mouse, because a window of a wallet opens only after a real press. */
async function pay(page: Page, { svm }: Devnet, phone?: Phone): Promise<PaymentState> {
  const devtools = await page.devtools();
  const mouse = async (type: 'mousePressed' | 'mouseReleased', spot: Spot): Promise<void> => {
    await devtools.send('Input.dispatchMouseEvent', { type, ...spot, button: 'left', clickCount: 1 });
  };
  const funded = new Set<string>();
  let [last, scanned] = ['', ''];
  const end = Date.now() + PATIENCE_MS;
  for (;;) {
    const { state, spot, burner, code } = await page.waitFor(look);
    if (burner !== null && !funded.has(burner)) svm.airdrop(new PublicKey(burner), LAMPORTS);
    if (burner !== null) funded.add(burner);
    if (code !== null && code !== scanned) phone?.scan(code);
    scanned = code ?? '';
    const isOver = ['succeeded', 'failed', 'refunded'].includes(state.name);
    const problem = 'problem' in state ? state.problem : undefined;
    if (isOver || problem || Date.now() > end) return state;
    // One press for each screen. A second press could meet what the first has opened.
    const now = JSON.stringify([state.name, spot, 'phase' in state && state.phase]);
    if (!spot || now === last) continue;
    last = now;
    await mouse('mousePressed', spot);
    await mouse('mouseReleased', spot);
  }
}

/** Runs in the page. Finds what the payer presses next, in the page or in its frame. */
function look(): Look | null {
  const frame = document.querySelector('iframe');
  const shop = frame ? frame.contentDocument : document;
  const element = shop?.querySelector<PayElement>('hub-pay');
  if (!element?.state || !element.shadowRoot) return null;
  const { state, shadowRoot } = element;
  const part = (name: string): HTMLElement | undefined =>
    [...shadowRoot.querySelectorAll<HTMLElement>(`[part~="${name}"]`)].find((each) => canPress(each));
  const burner = (globalThis as { burner?: string }).burner ?? null;
  const isPicked = [...shadowRoot.querySelectorAll('[part~="asset"]')].some(
    ({ ariaChecked }) => ariaChecked === 'true',
  );
  const native = shadowRoot.querySelector<HTMLElement>(
    '[part~="asset"]:is([data-currency^="0x0000000000000000000000000000000000000000"], [data-currency^="1111111111"])',
  );
  const asset = native && canPress(native) ? native : undefined;
  const choosing = state.name === 'selecting';
  const next =
    choosing && state.accounts.length === 0 ? part('wallet') : choosing && !isPicked ? asset : part('primary');
  next?.scrollIntoView({ block: 'center' });
  const [box, outer] = [next?.getBoundingClientRect(), frame?.getBoundingClientRect()];
  const spot = box && {
    x: box.x + box.width / 2 + (outer?.x ?? 0),
    y: box.y + box.height / 2 + (outer?.y ?? 0),
  };
  const code = state.name === 'selecting' && part('qr') ? (state.code ?? null) : null;
  return { state, spot: spot ?? null, burner, code };
}

function readPage(): { heard: string[]; paid: string; properties: boolean } {
  const shop = document.querySelector('iframe')?.contentDocument ?? document;
  const element = shop.querySelector<PayElement & { summary?: readonly { amount: string }[] }>('hub-pay');
  const state = element?.state;
  return {
    heard: String(shop.querySelector('output')?.value).split(' ').filter(Boolean),
    paid: state?.name === 'succeeded' ? (state.receipt.paid.amount ?? '') : '',
    properties: element?.summary?.[0]?.amount === '25.00',
  };
}
