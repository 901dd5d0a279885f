/** Hydrates the page that the server rendered. */
import { createSSRApp } from 'vue';
import Checkout from './checkout.vue';

createSSRApp(Checkout).mount('#app');
