/** `npm run screenshots -- [folder]`: takes screenshots of every story: light, dark, 320 px wide and right to left. */
import { mkdirSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import process from 'node:process';
import { type Look, openGallery } from './support/pages/stories.js';

const LOOKS: Readonly<Record<string, Look>> = {
  light: {},
  dark: { dark: true },
  narrow: { width: 320 },
  rtl: { direction: 'rtl' },
};

const folder = resolve(process.argv[2] ?? 'node_modules/.cache/screenshots');
rmSync(folder, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });

const gallery = await openGallery();
try {
  for (const story of gallery.stories) {
    for (const [name, look] of Object.entries(LOOKS)) {
      const { page, problems } = await gallery.open(story, look);
      await page.screenshot({ path: join(folder, `${story.id}--${name}.png`) });
      await page.close();
      for (const problem of problems) console.error(`${story.id} ${name}: ${problem}`);
    }
  }
  console.log(`${gallery.stories.length} stories: ${folder}`);
} finally {
  await gallery.close();
}
