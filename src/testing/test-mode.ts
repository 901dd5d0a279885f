/**
 * Starts test mode, which `base-url="demo:"` turns on. Only then does the element load this code. Test mode answers the
 * requests of the session in the page, so that a merchant can try the element without a service, a wallet or money. It
 * sends requests only to the merchant's own server, for `confirm-url` and for the registry's file.
 */
import { testTexts } from '../i18n/locales/en/testing.js';
import { addTexts } from '../i18n/locales/en/later-texts.js';
import type { Translate } from '../i18n/translate.js';
import { loaded } from '../shared/load-code.js';
import type { PaymentSession, SessionOptions } from '../payment/session/session.js';
import { addStyles } from '../ui/add-styles.js';
import type { Rendering } from '../ui/render.js';
import { createAnnouncer } from './announce-once.js';
import { inventionsIn, testRegistry, unknownChains } from './chains.js';
import { markedRendering, markStyles } from './mark.js';
import { PLAN_CHANGED, planOf } from './outcome.js';
import { createTestSession } from './session.js';
import { testStorage } from './storage.js';
import { logWarning } from '../shared/log-warning.js';

/** The parts of test mode that the checkout uses. */
export type TestMode = {
  createSession: (options: SessionOptions) => PaymentSession;
  /** Adds the notice that this is a test. A screen reader announces it once. */
  mark: (rendering: Rendering, t: Translate) => Rendering;
};

/** All elements of the page share this storage. */
const storage = testStorage(() => sessionStorage);

/** How test mode reaches the page's own site: the element's `fetch`, and the reader of the registry's file. */
export type OwnSite = { send: typeof fetch; readRegistry: (file: string) => Promise<unknown> };

/**
 * Starts test mode for an element.
 * @throws HubPayError `service-down` if the code of the session could not be loaded
 */
export async function startTestMode(
  host: HTMLElement & { registry?: unknown },
  { send, readRegistry }: OwnSite,
): Promise<TestMode> {
  const { createPaymentSession } = await loaded(import('../payment/session/session.js'), 'pays');
  addTexts(testTexts);
  if (host.shadowRoot) addStyles(host.shadowRoot, markStyles);
  const warn = (text: string): void => logWarning(`<${host.localName}> ${text}`);
  warn('is in test mode: no money moves. Set base-url to your service before you go live.');
  // Test mode has chains of its own, but the file must exist before the page goes live.
  if (typeof host.registry === 'string')
    readRegistry(host.registry).catch((error: unknown) =>
      warn(`${(error as Error).message}. A live page takes no payment then.`),
    );
  const announce = createAnnouncer(host);
  return {
    createSession(options) {
      const invented = inventionsIn(testRegistry(options)).join('; ');
      const unknown = unknownChains(options).join(', ');
      if (unknown) warn(`test mode does not know chain ${unknown}. Try the page with another chain.`);
      if (invented) warn(`test mode does not know ${invented}, and made it up. Check it before you go live.`);
      return createTestSession(createPaymentSession, options, {
        storage,
        send,
        warn,
        plan: () => planOf(host),
        onPlan(listener) {
          host.addEventListener(PLAN_CHANGED, listener);
          return () => host.removeEventListener(PLAN_CHANGED, listener);
        },
      });
    },
    mark(rendering, t) {
      announce(t('test.line'));
      return markedRendering(rendering, t);
    },
  };
}
