/** Reads the addresses that a page writes in attributes. They can be relative to the base URL of the document. */

const hrefOf = (text: string | undefined): string | undefined =>
  text && URL.canParse(text, document.baseURI) ? new URL(text, document.baseURI).href : undefined;

/**
 * Returns the absolute URL of the text. Returns undefined for undefined, and the text itself if it is empty or no valid
 * URL.
 */
export const addressOf = (text: string | undefined): string | undefined => hrefOf(text) ?? text;

/**
 * Returns the absolute URL of the text if a link may have this URL. The scheme must be `https:`, `http:` or, if
 * `mayBeMail` is true, `mailto:`. Otherwise returns undefined, for example for `javascript:`.
 */
export const linkOf = (text: string | undefined, mayBeMail = false): string | undefined => {
  const href = hrefOf(text) ?? '';
  return /^https?:/.test(href) || (mayBeMail && href.startsWith('mailto:')) ? href : undefined;
};
