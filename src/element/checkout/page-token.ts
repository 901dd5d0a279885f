/**
 * Adds the token of the page to the request to `confirm-url`. Frameworks such as Rails and Laravel write a token into
 * the page, and refuse a request without it, because another site could have caused the request.
 */
import { addressOf } from '../../shared/page/page-address.js';

/** Wraps a `fetch`. The token goes to no other address and to no other site. */
export const withPageToken =
  (send: typeof fetch, page: { readonly confirmUrl: string | undefined }): typeof fetch =>
  (url, init) => {
    const token = document.querySelector<HTMLMetaElement>('meta[name="csrf-token"]')?.content;
    if (!token || url !== addressOf(page.confirmUrl) || new URL(url).origin !== location.origin) return send(url, init);
    return send(url, { ...init, headers: { ...(init?.headers as Record<string, string>), 'x-csrf-token': token } });
  };
