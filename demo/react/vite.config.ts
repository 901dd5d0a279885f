/** The build of the demo for React. */
import react from '@vitejs/plugin-react';

export default { plugins: [react()] };
