/** Reads the addresses that a page writes in attributes. They can be relative to the page. */

const hrefOf = (text: string | undefined): string | undefined =>
  text && URL.canParse(text, document.baseURI) ? new URL(text, document.baseURI).href : undefined;

/** Returns the full address. Returns undefined if the page set none, and the text itself if it is no address. */
export const addressOf = (text: string | undefined): string | undefined => hrefOf(text) ?? text;

/**
 * Returns the full address if a link may lead there: with the scheme `https:`, `http:` or, if `mayBeMail`, `mailto:`.
 * Otherwise returns undefined, for example for `javascript:`.
 */
export const linkOf = (text: string | undefined, mayBeMail = false): string | undefined => {
  const href = hrefOf(text) ?? '';
  return /^https?:/.test(href) || (mayBeMail && href.startsWith('mailto:')) ? href : undefined;
};
