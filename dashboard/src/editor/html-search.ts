import { highlightSelectionMatches, search, searchKeymap } from '@codemirror/search';
import { keymap } from '@codemirror/view';

/** Extensions of the HTML editor that find and replace text. */
export const HTML_SEARCH = [highlightSelectionMatches(), search({ top: true }), keymap.of(searchKeymap)];
