/** Sets attributes of the element from the page's URL, so that one page can show many payments. */

/**
 * An empty parameter removes its attribute: with `?amount=`, the payer enters the amount. The list does not contain the
 * recipient and the service, because a link must not set them. In a real shop, a link must also not set the amount.
 */
const FROM_ADDRESS = [
  'layout',
  'amount',
  'destination-currency',
  'reference',
  'theme',
  'resume',
  'locale',
  'origins',
  'use-permit',
];

export function applyAddress(element: Element): void {
  const parameters = new URLSearchParams(location.search);
  for (const name of FROM_ADDRESS) {
    const value = parameters.get(name);
    if (value) element.setAttribute(name, value);
    else if (value === '') element.removeAttribute(name);
    const field = document.querySelector<HTMLInputElement | HTMLSelectElement>(`form[method=get] [name=${name}]`);
    const current = element.getAttribute(name);
    if (field && current !== null) field.value = current;
  }
}
