/** The build of the page for Solid. */
import solid from 'vite-plugin-solid';

export default { plugins: [solid()] };
