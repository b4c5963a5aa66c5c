import { Blockquote } from '@tiptap/extension-blockquote';
import { BulletList, ListItem, ListKeymap, OrderedList } from '@tiptap/extension-list';
import { Node, textblockTypeInputRule } from '@tiptap/core';
import { dataText, keptOnly, pastedOf, textAlign } from './attributes.ts';

const LEVELS = [1, 2, 3] as const;
const IN_ITEM = '(paragraph | bulletList | orderedList)+';

/** Returns whether a string is a text size other than the default. */
const isSize = (size: string): boolean => size === 'small' || size === 'large';

const Paragraph = Node.create({
  name: 'paragraph',
  // Define paragraphs before all other nodes, because the first node is the default.
  priority: 1_000,
  group: 'simple',
  content: 'inline*',
  addAttributes: () => ({ textAlign, size: dataText('size', isSize), isFiller: { ...keptOnly, keepOnSplit: false } }),
  parseHTML: () => [{ tag: 'p' }],
  renderHTML: ({ HTMLAttributes }) => ['p', HTMLAttributes, 0],
  addKeyboardShortcuts() {
    return { 'Mod-Alt-0': () => this.editor.commands.setNode(this.name) };
  },
});

const Heading = Node.create({
  name: 'heading',
  group: 'simple',
  content: 'inline*',
  defining: true,
  addAttributes: () => ({ level: { default: 2, rendered: false }, textAlign }),
  parseHTML: () => [
    ...LEVELS.map((level) => ({ tag: `h${level}`, attrs: { level } })),
    ...[4, 5, 6].map((deeper) => ({ tag: `h${deeper}`, attrs: { level: 3 } })),
  ],
  renderHTML: ({ HTMLAttributes, node }) => [`h${String(node.attrs['level'])}`, HTMLAttributes, 0],
  addKeyboardShortcuts() {
    return Object.fromEntries(
      LEVELS.map((level) => [
        `Mod-Alt-${level}`,
        () => this.editor.commands.toggleNode(this.name, 'paragraph', { level }),
      ]),
    );
  },
  addInputRules() {
    return LEVELS.map((level) =>
      textblockTypeInputRule({
        find: new RegExp(`^#{${level}}\\s$`),
        type: this.type,
        getAttributes: { level },
      }),
    );
  },
});

const Numbered = OrderedList.extend({
  group: 'simple list',
  addAttributes: () => ({
    start: { default: null, parseHTML: (element: object) => startOf(pastedOf(element, 'start')) },
    // The editor library writes this attribute, but its value is null in every design.
    type: keptOnly,
  }),
});

function startOf(written: string | null): number | null {
  return written !== null && /^\d{1,4}$/.test(written) ? Number(written) : null;
}

/** Text blocks: paragraphs, headings, lists, and quotes. */
export const TEXTS = [
  Paragraph,
  Heading,
  BulletList.extend({ group: 'simple list' }),
  Numbered,
  ListItem.extend({ content: IN_ITEM }),
  ListKeymap,
  Blockquote.extend({ group: 'simple', content: '(paragraph | heading | bulletList | orderedList)+' }),
];
