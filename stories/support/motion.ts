/** Turns on the element's styles for reduced motion, also on a system that does not ask for reduced motion. */

const QUERY = '(prefers-reduced-motion: reduce)';
const ALWAYS = 'all';

/** The rules that this function has changed. All elements of the page share these style sheets. */
const changed = new Set<CSSMediaRule>();

/** Applies or ends reduced motion, now and for every element that appears later. */
export function reduceMotion(isReduced: boolean): void {
  for (const type of ['hub-open', 'hub-statechange', 'hub-ready']) {
    if (isReduced) document.addEventListener(type, sweep);
    else document.removeEventListener(type, sweep);
  }
  // The decorator runs before the story is on the page.
  if (isReduced) requestAnimationFrame(sweep);
  else {
    for (const { media } of changed) media.mediaText = QUERY;
    changed.clear();
  }
}

function sweep(): void {
  for (const rule of rulesOf(document)) {
    rule.media.mediaText = ALWAYS;
    changed.add(rule);
  }
}

/** Finds the rules in the page and in all shadow roots. */
function rulesOf(root: Document | ShadowRoot): CSSMediaRule[] {
  const own = root.adoptedStyleSheets.flatMap(({ cssRules }) =>
    [...cssRules].filter((rule) => rule instanceof CSSMediaRule && rule.conditionText === QUERY),
  ) as CSSMediaRule[];
  const inside = [...root.querySelectorAll('*')].flatMap(({ shadowRoot }) => (shadowRoot ? rulesOf(shadowRoot) : []));
  return [...own, ...inside];
}
