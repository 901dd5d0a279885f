/** Reads the changelog for a release, and says what stands in the way of the release. */

/** Returns the entry of this version, without its heading, or null if the changelog has none. */
export function releaseEntry(changelog: string, version: string): string | null {
  const entries = changelog.split(/^## /mu).slice(1);
  const entry = entries.find((each) => each.startsWith(`[${version}]`));
  return entry?.slice(entry.indexOf('\n')).trim() || null;
}

/**
 * Says what stands in the way of a release. An empty list means that nothing does.
 * @param options.changed the lines of `git status --porcelain`
 * @param options.recorded the version whose public names are recorded
 * @param options.tag the tag that started the release, if one did
 */
export function releaseProblems({
  version,
  changelog,
  changed,
  recorded,
  tag,
}: {
  version: string;
  changelog: string;
  changed: readonly string[];
  recorded: string;
  tag?: string | undefined;
}): string[] {
  return [
    tag === undefined || tag === `v${version}`
      ? null
      : `The tag ${tag} is not v${version}: correct package.json or the tag.`,
    releaseEntry(changelog, version) ? null : `CHANGELOG.md has no entry "## [${version}]": write one.`,
    recorded === version
      ? null
      : `The public names of ${recorded} are recorded: run "npm run release -- --record", and commit the file.`,
    changed.length === 0 ? null : `These files are not committed: ${changed.map((line) => line.slice(3)).join(', ')}.`,
  ].filter((problem) => problem !== null);
}
