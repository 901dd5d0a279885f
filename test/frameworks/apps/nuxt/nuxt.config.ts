/** The build of the page that a server renders with Nuxt. */
export default defineNuxtConfig({
  compatibilityDate: '2026-11-01',
  telemetry: false,
  typescript: { strict: true, tsConfig: { vueCompilerOptions: { strictTemplates: true } } },
  vite: { define: { __VUE_PROD_HYDRATION_MISMATCH_DETAILS__: 'true' } },
  vue: { compilerOptions: { isCustomElement: (tag) => tag === 'hub-pay' } },
});
