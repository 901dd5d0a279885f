/** Renders the checkout into the page. */
import { render } from 'solid-js/web';
import { Checkout } from './checkout';

render(() => <Checkout />, document.getElementById('app')!);
