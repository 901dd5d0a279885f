/** The pages: in each, one library does what it does on real pages. The key is the path. */
import { readFileSync } from 'node:fs';

const TAG = `
    <hub-pay id="pay" base-url="demo:" destination-chain-id="84532" destination-currency="USDC" amount="25.00"
             recipient="0x7A3bC1de5f60718293a4B5c6d7E8f90123456789" merchant="Acme Coffee" reference="order-1042">
      <a href="/invoice">Pay another way</a>
    </hub-pay>`;
const ELEMENT = '<script type="module" src="/files/hub-pay/dist/cdn/hub-pay.js"></script>';

const script = (path) => `<script src="/files/${path}"></script>`;
const style = (path) => `<link rel="stylesheet" href="/files/${path}">`;

/** A page whose library loads first. `end` is the script below the content. */
const page = (head, body = TAG, end = '') => `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width">
    <title>Acme Coffee</title>
    <link rel="icon" href="data:,">
    ${head}
    <script src="/shop.js"></script>
    ${ELEMENT}
  </head>
  <body>
    <main>${body}
    </main>
    <p>Events: <output></output></p>
    ${end && `<script>${end}</script>`}
  </body>
</html>`;

const other = '<h1>Another page</h1>';
const cart = (extra) => `<section id="cart" ${extra}><h1>1 item</h1>${TAG}</section>`;

const PAGE = readFileSync(new URL('troubleshooting.md', import.meta.url), 'utf8');
const [, RECIPE = ''] = /```html\n([^`]*\/prototype\.js[^`]*)```/.exec(PAGE) ?? [];
/** Puts back what the library has replaced, by the recipe of the page on troubleshooting. */
const keep = (library) => RECIPE.replace('<script src="/prototype.js"></script>', library);

const PROTOTYPE = '<script src="/prototype.js"></script>';
const MOOTOOLS = script('mootools/lib/mootools-core-1.5.2-server.js');
const JQUERY_UI = script('jquery/dist/jquery.js') + script('jquery-ui/dist/jquery-ui.js');
const BOOTSTRAP = style('bootstrap/dist/css/bootstrap.css') + script('bootstrap/dist/js/bootstrap.bundle.js');
const TURBO = script('@hotwired/turbo/dist/turbo.es2017-umd.js');
const HTMX = script('htmx.org/dist/htmx.js');
const ALPINE =
  '<script defer src="/files/@alpinejs/morph/dist/cdn.js"></script>' +
  '<script defer src="/files/alpinejs/dist/cdn.js"></script>';
const FOCUS_TRAP = script('tabbable/dist/index.umd.js') + script('focus-trap/dist/focus-trap.umd.js');

export const pages = {
  '/prototype': page(PROTOTYPE),
  '/prototype-kept': page(keep(PROTOTYPE)),
  '/mootools': page(MOOTOOLS),
  '/mootools-kept': page(keep(MOOTOOLS)),
  '/jquery-ui': page(
    JQUERY_UI + style('jquery-ui/dist/themes/base/jquery-ui.css'),
    `<div id="host" title="Checkout">${TAG}</div>`,
    `jQuery('#host').dialog({ modal: true });`,
  ),
  '/bootstrap': page(
    BOOTSTRAP,
    `<div id="host" class="modal" tabindex="-1"><div class="modal-dialog"><div class="modal-content">
      <div class="modal-body"><input id="coupon">${TAG}</div></div></div></div>`,
    `new bootstrap.Modal('#host').show();`,
  ),
  '/turbo': page(`${TURBO}<meta name="turbo-refresh-method" content="morph">`, cart('')),
  '/turbo/other': page(TURBO, other),
  '/turbo/kept': page(TURBO, cart('data-turbo-permanent')),
  '/turbo/kept/other': page(TURBO, `${other}${cart('data-turbo-permanent')}`),
  '/htmx': page(
    HTMX + script('idiomorph/dist/idiomorph-ext.js'),
    cart('hx-ext="morph" hx-get="/htmx/cart" hx-swap="morph:outerHTML" hx-trigger="refresh"') +
      '<a id="leave" hx-get="/htmx/other" hx-target="main" hx-push-url="true">Leave</a>',
  ),
  '/htmx/kept': page(
    HTMX,
    `${cart('hx-preserve')}<a id="leave" hx-get="/htmx/kept/other" hx-target="main" hx-push-url="true">Leave</a>`,
  ),
  '/alpine': page(ALPINE, cart('x-data="{}"')),
  '/focus-trap': page(
    FOCUS_TRAP,
    `<aside><button id="host">Close the drawer</button></aside>${TAG}`,
    `window.trap = focusTrap.createFocusTrap('aside', { escapeDeactivates: false }); trap.activate();`,
  ),
  '/ses': page(`${script('ses/dist/lockdown.umd.js')}<script>lockdown();</script>`),
};

/** What a library fetches to replace a part of a page. */
export const fragments = {
  '/htmx/cart': cart('hx-ext="morph" hx-get="/htmx/cart" hx-swap="morph:outerHTML" hx-trigger="refresh"').replace(
    '1 item',
    '2 items',
  ),
  '/htmx/other': other,
  '/htmx/kept/other': `${other}<section id="cart" hx-preserve></section>`,
};
