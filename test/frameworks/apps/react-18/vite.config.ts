/** The build of the page for React 18. */
import react from '@vitejs/plugin-react';

export default { plugins: [react()] };
