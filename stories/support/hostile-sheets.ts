/** Style sheets of pages that change what they do not own. The stories and the tests of the look use them. */

/** Styles of real pages and of tools that reset every element. */
export const hostileSheets: Readonly<Record<string, string>> = {
  'a root of 62.5 %': 'html { font-size: 62.5% }',
  'a root of 50 %': 'html { font-size: 50% }',
  'a root of 10 px': 'html { font-size: 10px } body { font-size: 1.6rem }',
  'upper case': 'body { text-transform: uppercase; font-variant: small-caps }',
  'upper case for all': '* { text-transform: uppercase !important; font-variant: small-caps !important }',
  'tracked text': 'body { letter-spacing: 0.3em; word-spacing: 1em }',
  'tracked text for all': '* { letter-spacing: 3px; word-spacing: 5px }',
  'tight lines': '* { line-height: 1 !important }',
  'a theme of small print': '* { font-size: 9px; font-style: italic; font-weight: 900 }',
  'text of another size on phones': '* { -webkit-text-size-adjust: 200%; text-size-adjust: 200% }',
  'unset of all': '* { all: unset }',
  'revert of all': '* { all: revert }',
  'no wrapping': 'body { white-space: nowrap; word-break: break-all; hyphens: auto; text-indent: 4em }',
  'no wrapping for all':
    '* { white-space: nowrap; word-break: break-all; overflow-wrap: anywhere; hyphens: auto; text-indent: 4em }',
  'centred text': '* { text-align: center; text-shadow: 2px 2px red; -webkit-text-fill-color: red }',
  'a direction without dir': 'body { direction: rtl }',
  'a direction for all': '* { direction: rtl }',
  'no cursor and no selection': '* { cursor: none; user-select: none; -webkit-user-select: none }',
  'another mode of boxes': '* { box-sizing: content-box; border: 3px solid; margin: 9px; padding: 9px }',
  'a theme of a dark-mode extension':
    'html, img { filter: invert(1) hue-rotate(180deg) } * { color: #ddd; background: #111 }',
};
