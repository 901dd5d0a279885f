/** `npm run docs:images`: writes the two pictures of the README from the story "Element › Looks › Checkout". */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import type { Page } from 'puppeteer-core';
import { type Pixels, palettePng } from './support/pages/palette-png.js';
import { root } from './tools/sources.js';
import { openGallery } from './support/pages/stories.js';

const FOLDER = join(root, 'stories/docs/images');
const MAX_BYTES = 60_000;

mkdirSync(FOLDER, { recursive: true });
const gallery = await openGallery();
try {
  const story = gallery.stories.find(({ id }) => id === 'element-looks--checkout');
  if (!story) throw new Error('There is no story "Element › Looks › Checkout".');
  for (const theme of ['light', 'dark']) {
    const file = join(FOLDER, `checkout-${theme}.png`);
    const dark = theme === 'dark';
    const { page, problems } = await gallery.open(story, { dark, width: 780, scale: 2, args: `theme:${theme}` });
    const grid = await page.waitForSelector('#storybook-root > div');
    if (!grid) throw new Error('The story is empty.');
    const picture = palettePng(await pixelsOf(page, await grid.screenshot({ encoding: 'base64' })));
    await page.close();
    writeFileSync(file, picture);
    const size = picture.length;
    if (size > MAX_BYTES) problems.push(`${size} bytes are more than ${MAX_BYTES}`);
    for (const problem of problems) console.error(`${theme}: ${problem}`);
    if (problems.length > 0) process.exitCode = 1;
    console.log(`${file}: ${size} bytes`);
  }
} finally {
  await gallery.close();
}

/** Decodes the screenshot in the browser, because Node has no PNG decoder. */
async function pixelsOf(page: Page, png: string): Promise<Pixels> {
  const { width, height, text } = await page.evaluate(async (base64) => {
    const image = new Image();
    image.src = `data:image/png;base64,${base64}`;
    await image.decode();
    const canvas = new OffscreenCanvas(image.width, image.height);
    const context = canvas.getContext('2d');
    if (!context) throw new Error('There is no canvas.');
    context.drawImage(image, 0, 0);
    const { data } = context.getImageData(0, 0, image.width, image.height);
    let bytes = '';
    for (let at = 0; at < data.length; at += 8192) bytes += String.fromCharCode(...data.subarray(at, at + 8192));
    return { width: image.width, height: image.height, text: btoa(bytes) };
  }, png);
  return { width, height, data: Buffer.from(text, 'base64') };
}
