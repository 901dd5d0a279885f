/** Storybook's settings. They turn off telemetry and notifications, and name each story in sentence case. */
import type { StorybookConfig } from '@storybook/web-components-vite';

/** Returns the words of an export's name: `TokensInPanel` is "Tokens in panel". */
const sentence = (name: string): string => name.replaceAll(/(?<=.)[A-Z]/gu, (letter) => ` ${letter.toLowerCase()}`);

const config: StorybookConfig = {
  framework: '@storybook/web-components-vite',
  stories: ['../docs/*.mdx', '../*.stories.ts', '../states/*.stories.ts'],
  addons: ['@storybook/addon-docs', '@storybook/addon-a11y'],
  experimental_indexers: (indexers = []) =>
    indexers.map((indexer) => ({
      ...indexer,
      createIndex: async (file, options) =>
        (await indexer.createIndex(file, options)).map((entry) =>
          entry.type === 'story' ? { ...entry, name: sentence(entry.exportName) } : entry,
        ),
    })),
  core: { disableTelemetry: true, disableWhatsNewNotifications: true },
};

export default config;
