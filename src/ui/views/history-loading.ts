/** Renders the screen "Your payments" while its code loads. */
import type { ScreenOn } from '../context/view-context.js';
import { skeleton } from '../parts/skeleton.js';

export const historyLoadingScreen: ScreenOn<'history'> = {
  id: 'history',
  on: ['history'],
  render(_, { t }) {
    const heading = t('history.title');
    return { heading, body: skeleton(4, heading) };
  },
};
