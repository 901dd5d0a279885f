/** Renders the page on the server. */
import { createSSRApp } from 'vue';
import { renderToString } from 'vue/server-renderer';
import Checkout from './checkout.vue';

export const render = (): Promise<string> => renderToString(createSSRApp(Checkout));
