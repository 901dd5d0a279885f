/** Renders the page on the server. */
import { render as renderComponent } from 'svelte/server';
import Checkout from './checkout.svelte';

export const render = async (): Promise<string> => renderComponent(Checkout).body;
