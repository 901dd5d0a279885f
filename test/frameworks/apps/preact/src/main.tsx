/** Renders the checkout into the page. */
import { render } from 'preact';
import { Checkout } from './checkout';

render(<Checkout />, document.getElementById('app')!);
