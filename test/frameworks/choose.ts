/** Chooses the apps of a run, and the order in which they begin. */
import { APPS, type App } from './rows.js';

/** The options of the command that choose apps. */
const CHOICES = {
  /** The apps that `CI=true npm test` checks. */
  ci: (app: App) => !!app.inCi,
  /** The apps with a library beside the element, which `npm run test:hosts` checks. */
  hosts: (app: App) => app.rows.some(({ host }) => host),
} as const;

type Choice = keyof typeof CHOICES;

/**
 * The named apps, or those that the options choose, or all. The order is that of the table.
 * @throws if a name is not the name of an app, or if there are names and such an option
 */
export function chooseApps(
  names: readonly string[],
  options: Readonly<Partial<Record<Choice, boolean>>> = {},
): readonly App[] {
  const unknown = names.filter((name) => !APPS.some((app) => app.name === name));
  if (unknown.length > 0)
    throw new Error(`No app is called ${unknown.join(', ')}. There are: ${APPS.map(({ name }) => name).join(', ')}.`);
  const chosen = (['ci', 'hosts'] as const).filter((choice) => options[choice]);
  if (chosen[0] && names.length > 0) throw new Error(`--${chosen[0]} chooses the apps, so it takes no names.`);
  return APPS.filter(
    (app) => (names.length === 0 || names.includes(app.name)) && chosen.every((choice) => CHOICES[choice](app)),
  );
}

/** The heaviest apps begin first, so that none of them runs alone at the end. */
export const heaviestFirst = (apps: readonly App[]): readonly App[] =>
  apps.toSorted((a, b) => (b.weight ?? 0) - (a.weight ?? 0));
