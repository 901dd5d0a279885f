/** The build of the page for Preact. */
import preact from '@preact/preset-vite';

export default { plugins: [preact()] };
