/** Reads the addresses that a page writes in attributes, which can be relative to the page. */

const hrefOf = (text: string | undefined): string | undefined =>
  text && URL.canParse(text, document.baseURI) ? new URL(text, document.baseURI).href : undefined;

/** Returns the address in full, undefined if the page set none, or the text itself if it is no address. */
export const addressOf = (text: string | undefined): string | undefined => hrefOf(text) ?? text;

/** Returns the address in full, if a link may lead there, or undefined for any other scheme, such as `javascript:`. */
export const linkOf = (text: string | undefined, mayBeMail = false): string | undefined => {
  const href = hrefOf(text) ?? '';
  return /^https?:/.test(href) || (mayBeMail && href.startsWith('mailto:')) ? href : undefined;
};
