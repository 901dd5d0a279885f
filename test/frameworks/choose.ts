/** Chooses the apps of a run, and the order in which they begin. */
import { APPS, type App } from './rows.js';

/**
 * The named apps, or with `inCi` those that `CI=true npm test` checks, or all. The order is that of the table.
 * @throws if a name is not the name of an app, or if there are names and `inCi`
 */
export function chooseApps(names: readonly string[], inCi = false): readonly App[] {
  const unknown = names.filter((name) => !APPS.some((app) => app.name === name));
  if (unknown.length > 0)
    throw new Error(`No app is called ${unknown.join(', ')}. There are: ${APPS.map(({ name }) => name).join(', ')}.`);
  if (inCi && names.length > 0) throw new Error('--ci chooses the apps, so it takes no names.');
  if (inCi) return APPS.filter((app) => app.inCi);
  return names.length === 0 ? APPS : APPS.filter(({ name }) => names.includes(name));
}

/** The heaviest apps begin first, so that none of them runs alone at the end. */
export const heaviestFirst = (apps: readonly App[]): readonly App[] =>
  apps.toSorted((a, b) => (b.weight ?? 0) - (a.weight ?? 0));
