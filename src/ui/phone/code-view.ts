/**
 * Renders the code of a wallet that is not in this browser. A computer shows it as a QR code, and a phone shows links
 * that open the wallets' apps. In the browser of another app, the payer copies the code instead. A disclosure below
 * contains the other way, for example for a wallet on another device.
 */
import { html, nothing } from 'lit';
import type { TemplateResult } from 'lit';
import { expiryOf, isWalletCode, isWalletConnect } from '../../shared/wallet-code.js';
import type { Selection, StateOf } from '../../payment/model/state.js';
import type { ScreenOn, ViewContext } from '../context/view-context.js';
import type { Action, View } from '../context/view.js';
import { copyLine } from '../parts/copy-field.js';
import { disclosure } from '../parts/disclosure.js';
import { qrCode } from '../deposit/qr-code.js';
import { appRows } from './app-rows.js';
import { codeLinks, isPairing } from '../../wallets/phone/apps.js';
import { hostAppOf } from './host-app.js';
import { readLastApp } from '../../wallets/last-used.js';

/** The height of the code in pixels. A code of WalletConnect has about 61 rows, and a row needs about 4 pixels. */
const SIZE = 264;

export const walletCodeScreen: ScreenOn<'selecting'> = {
  id: 'wallet-code',
  on: ['selecting'],
  when: ({ code }) => isWalletCode(code),
  render: codeView,
  announcement: (state, ctx) => ctx.t(hasRunOut(state, ctx) ? 'phone.code-out' : wayOf(ctx), hostOf(ctx)),
};

function codeView(state: StateOf<'selecting'>, ctx: ViewContext): View {
  const { t } = ctx;
  const { connecting, code } = state;
  const id = connecting ?? '';
  const way = wayOf(ctx);
  // If an account of another family is connected, only the connecting wallet's family is dropped.
  const vmType = state.wallets.find((each) => each.id === connecting)?.vmType;
  const cancel: Action = {
    label: t('cancel'),
    event: { type: 'wallet-dropped', ...(state.accounts.length > 0 && vmType && { vmType }) },
  };
  const wallet = ctx.walletName(id);
  // A payer need not know the name of the protocol.
  const heading = isWalletConnect(wallet) ? t('phone.code-title-any') : t('phone.code-title', { wallet });
  if (!code || hasRunOut(state, ctx)) {
    return {
      heading,
      body: html`<p class="name">${t('phone.code-out')}</p>
        <p>${t('phone.code-out-text')}</p>`,
      primary: { label: t('phone.code-new'), event: { type: 'wallet-picked', wallet: id } },
      secondary: cancel,
    };
  }
  return {
    heading,
    // The QR code comes first, so that it is whole at the top of a low sheet, however long the text in a language is.
    isTall: true,
    body: html`${way === 'phone.code-scan' ? scan(code, ctx) : nothing}
      <p>${t(way, hostOf(ctx))}</p>
      ${way === 'phone.code-open' ? onThisDevice(code, state, ctx) : nothing}${timeLine(code, ctx)}
      ${way === 'phone.code-open' ? html`<p class="note">${t('phone.nothing-opens')}</p>` : nothing}
      ${copyLine(t('phone.code-link'), code, ctx)}
      ${way === 'phone.code-scan' ? onThis(code, state, ctx) : onAnother(code, ctx)}
      <p class="note">${t('phone.code-private')}</p>`,
    primary: { label: t('phone.code-waiting'), busy: true },
    secondary: cancel,
    help: t('help'),
  };
}

/**
 * Returns how the payer passes the code to the wallet, as the key of the text about it. In the browser of another app,
 * a link to a wallet's app can lead to an error page in place of this page, so there is no such link.
 */
function wayOf({ device }: ViewContext): 'phone.code-scan' | 'phone.code-open' | 'phone.code-paste' {
  if (!device.isTouch) return 'phone.code-scan';
  return hostAppOf(device) === null ? 'phone.code-open' : 'phone.code-paste';
}

const hostOf = ({ t, device }: ViewContext): { app: string } => ({ app: hostAppOf(device) || t('word.app') });

const onThis = (code: string, state: Selection, ctx: ViewContext): TemplateResult =>
  disclosure(ctx.t('phone.code-here'), onThisDevice(code, state, ctx));

const onAnother = (code: string, ctx: ViewContext): TemplateResult =>
  disclosure(
    ctx.t('phone.code-there'),
    html`<p class="note">${ctx.t('phone.code-scan')}</p>
      ${scan(code, ctx)}`,
  );

const leftOf = (code: string, { now }: ViewContext): number | null => {
  const expiry = expiryOf(code);
  return expiry === null ? null : (expiry - now) / 1000;
};

const hasRunOut = ({ code }: Selection, ctx: ViewContext): boolean => !!code && (leftOf(code, ctx) ?? 1) <= 0;

const scan = (code: string, { t }: ViewContext): TemplateResult => qrCode(code, t('phone.code-qr'), SIZE, 'low');

function timeLine(code: string, ctx: ViewContext): TemplateResult | typeof nothing {
  const left = leftOf(code, ctx);
  if (left === null) return nothing;
  return html`<p class="time">${ctx.t('phone.code-left', { time: ctx.format.duration(left) })}</p>`;
}

/** Renders the links that open the code in an app on this device. A code of one wallet is itself the link to it. */
function onThisDevice(code: string, { connecting }: Selection, ctx: ViewContext): TemplateResult {
  const own = {
    id: 'any',
    name: isPairing(code) ? ctx.t('phone.code-any') : ctx.walletName(connecting ?? ''),
    href: code,
  };
  return html`<ul class="list" aria-label=${ctx.t('phone.apps')}>
    ${appRows([...codeLinks(code, readLastApp()), own], ctx)}
  </ul>`;
}
