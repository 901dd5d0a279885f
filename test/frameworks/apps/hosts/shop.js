/** What the shop's pages share: the line items, and the events as the page hears them. */
const heard = [];
const names = ['hub-ready', 'hub-confirm', 'hub-success'];

function addSummary() {
  for (const pay of document.querySelectorAll('hub-pay')) pay.summary = [{ label: 'Coffee beans', amount: '25.00' }];
}

// The library of a page can replace the element and its `<output>`, so the document listens.
for (const type of names)
  document.addEventListener(type, () => {
    heard.push(type);
    document.querySelector('output').textContent = heard.join(' ');
  });

document.addEventListener('DOMContentLoaded', addSummary);
