/** The build of the page that a server renders with Vue. */
import vue from '@vitejs/plugin-vue';

export default {
  plugins: [vue({ template: { compilerOptions: { isCustomElement: (tag: string) => tag === 'hub-pay' } } })],
};
