/** Hydrates the page that the server rendered. */
import { hydrate } from 'svelte';
import Checkout from './checkout.svelte';

hydrate(Checkout, { target: document.getElementById('app')! });
