/** Tests that the element keeps its own live regions, and removes those of copies. */
import { expect } from '@open-wc/testing';
import { createRegion, removeCopiedRegions } from '../../../src/shared/page/live-regions.js';

describe('live regions', () => {
  it('removes a copied region, and keeps its own and the content of the page', () => {
    const host = document.createElement('div');
    const nested = document.createElement('p');
    nested.append(createRegion().cloneNode());
    host.append(createRegion(), createRegion(), nested);
    host.append(host.firstElementChild!.cloneNode(true));
    removeCopiedRegions(host);
    expect([...host.children].map(({ slot }) => slot)).to.deep.equal(['hub-announcer', 'hub-announcer', '']);
    expect(nested.childElementCount).to.equal(1);
  });
});
