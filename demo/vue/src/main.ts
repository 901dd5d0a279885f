/** Renders the checkout into the page. */
import { createApp } from 'vue';
import Checkout from './checkout.vue';

createApp(Checkout).mount('#app');
