/** The properties of text that the element keeps for itself, whatever the style sheet of the page says. */
import { hostileSheets } from '../../stories/support/hostile-sheets.js';
import { button } from '../../src/ui/styles/button.js';

/** The names of the properties that the rule `:host` sets as important, with a value that this engine knows. */
export const keptProperties: readonly string[] = [
  ...(/^\s*:host \{[^}]*\}/u.exec(button.cssText)?.[0] ?? '').matchAll(/^\s*([\w-]+): ([^;]*) !important;$/gmu),
].flatMap(([, name = '', value = '']) => (CSS.supports(name, value) ? [name] : []));

/** Whether an element takes this value from its parent. */
function inherits(name: string, value: string): boolean {
  const [parent, child] = [document.createElement('div'), document.createElement('div')];
  parent.append(child);
  document.body.append(parent);
  const before = getComputedStyle(child).getPropertyValue(name);
  parent.style.setProperty(name, value);
  const isTaken = getComputedStyle(child).getPropertyValue(name) !== before;
  parent.remove();
  return isTaken;
}

/**
 * The properties that a hostile style sheet sets and that an element inherits. The element need not keep `color`: its
 * parts have colors of their own.
 */
const attackedProperties = Object.values(hostileSheets)
  .flatMap((sheet) => [...sheet.matchAll(/([\w-]+): ([^;}!]+)/gu)])
  .flatMap(([, name = '', value = '']) => (name !== 'color' && inherits(name, value.trim()) ? [name] : []));

/** What must be the same on every page. A rule that the element has lost is still among the attacked properties. */
export const watchedProperties: readonly string[] = [...new Set([...keptProperties, ...attackedProperties])];

/** The computed values of these properties, with their names. A color that is that of the text is `currentcolor`. */
export const watchedValues = (element: Element): string[] => {
  const style = getComputedStyle(element);
  const valueOf = (name: string): string => style.getPropertyValue(name).replace(style.color, 'currentcolor');
  return watchedProperties.map((name) => `${name}: ${valueOf(name)}`);
};
