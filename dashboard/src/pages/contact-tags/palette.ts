/** Colors that a tag can have in the API, with their display names. */
export const TAG_COLOURS = [
  ['FF644D', 'Coral'],
  ['C2410C', 'Rust'],
  ['A16207', 'Ochre'],
  ['4D7C0F', 'Olive'],
  ['15803D', 'Green'],
  ['0F766E', 'Teal'],
  ['0369A1', 'Sea'],
  ['1D4ED8', 'Blue'],
  ['6D28D9', 'Violet'],
  ['A21CAF', 'Magenta'],
  ['BE185D', 'Rose'],
  ['475569', 'Slate'],
].map(([letters = '', label = '']) => ({ value: `#${letters}`, label }));
