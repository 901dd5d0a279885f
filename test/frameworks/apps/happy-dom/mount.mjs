/** Mounts the element in happy-dom, as a merchant's unit test does. */
import { GlobalRegistrator } from '@happy-dom/global-registrator';
import { mount } from './mount-element.mjs';

GlobalRegistrator.register({ url: 'https://shop.example/' });
await mount();
await GlobalRegistrator.unregister();
