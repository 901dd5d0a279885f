/** The build of the demo for Vue. */
import vue from '@vitejs/plugin-vue';

export default {
  plugins: [vue({ template: { compilerOptions: { isCustomElement: (tag: string) => tag === 'hub-pay' } } })],
};
