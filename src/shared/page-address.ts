/** Reads the addresses that a page writes in attributes. They can be relative to the page. */

const hrefOf = (text: string | undefined): string | undefined =>
  text && URL.canParse(text, document.baseURI) ? new URL(text, document.baseURI).href : undefined;

/** The address in full, or undefined if the page set none. The text itself if it is no address. */
export const addressOf = (text: string | undefined): string | undefined => hrefOf(text) ?? text;

/** The address in full, if a link may lead there, or undefined for any other scheme, such as `javascript:`. */
export const linkOf = (text: string | undefined, mayBeMail = false): string | undefined => {
  const href = hrefOf(text) ?? '';
  return /^https?:/.test(href) || (mayBeMail && href.startsWith('mailto:')) ? href : undefined;
};
