/** Renders placeholder rows until the content of the first screen has loaded. */
import type { ViewContext } from '../context/view-context.js';
import { skeleton } from '../parts/skeleton.js';
import type { View } from '../context/view.js';

export const loadingView = ({ t }: ViewContext): View => ({
  id: 'selecting',
  heading: t('select.title'),
  body: skeleton(3, t('select.loading')),
  primary: { label: t('continue') },
  help: t('help'),
});
