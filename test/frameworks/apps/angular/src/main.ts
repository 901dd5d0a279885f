/** Hydrates the page that the build rendered. */
import { bootstrapApplication, provideClientHydration } from '@angular/platform-browser';
import { Checkout } from './checkout';

bootstrapApplication(Checkout, { providers: [provideClientHydration()] }).catch(console.error);
