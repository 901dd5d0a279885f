/** A payment with money at the perps venue, until it is signed. */
import type { Meta } from '@storybook/web-components-vite';
import { venueAuthorizing, venueReviewing } from '../support/families.js';
import { explained } from '../support/moments.js';
import { args, type Args, argTypes, story, type Story } from '../support/story.js';

const meta: Meta<Args> = { title: 'States/Perps venue', args, argTypes };
export default meta;

export const VenueReview: Story = story(venueReviewing());
export const FirstSignature: Story = story(venueAuthorizing(0));
export const SecondSignature: Story = story(venueAuthorizing(1));
export const SecondSignatureMissing: Story = story(venueAuthorizing(1, { stalled: true }));
export const VenueRefused: Story = story(
  venueReviewing({ problem: explained('venue-refused', 'Insufficient margin for the transfer') }),
);
