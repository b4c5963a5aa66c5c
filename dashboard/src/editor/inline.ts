import { Bold } from '@tiptap/extension-bold';
import { Code } from '@tiptap/extension-code';
import { Italic } from '@tiptap/extension-italic';
import { Strike } from '@tiptap/extension-strike';
import { Underline } from '@tiptap/extension-underline';
import { InputRule, Mark, Node } from '@tiptap/core';
import { dataText, isAddress, keptOnly, pastedOf } from './attributes.ts';

const Text = Node.create({ name: 'text', group: 'inline' });

const HardBreak = Node.create({
  name: 'hardBreak',
  group: 'inline',
  inline: true,
  selectable: false,
  linebreakReplacement: true,
  parseHTML: () => [{ tag: 'br' }],
  renderHTML: () => ['br'],
  renderText: () => '\n',
  addKeyboardShortcuts() {
    const put = (): boolean => this.editor.commands.insertContent({ type: this.name });
    return { 'Shift-Enter': put, 'Mod-Enter': put };
  },
});

/** Returns whether a string has the format of a merge field name, such as `contact.first_name`. */
export function isTagName(name: string): boolean {
  return name.length <= 120 && /^[\w-]+(?:\.[\w-]+)*$/.test(name);
}

/** Returns whether a string is a valid fallback for an empty merge field. */
export function isFallback(fallback: string): boolean {
  return fallback.length <= 200 && /^[^{}<>\u0000-\u001f]*$/.test(fallback);
}

const MergeTag = Node.create({
  name: 'mergeTag',
  group: 'inline',
  inline: true,
  atom: true,
  selectable: true,
  draggable: true,
  addAttributes: () => ({ name: dataText('name', isTagName), fallback: dataText('fallback', isFallback) }),
  parseHTML: () => [{ tag: 'span[data-block="mergeTag"][data-name]', getAttrs: hasName }],
  renderHTML: ({ HTMLAttributes, node }) => [
    'span',
    { ...HTMLAttributes, 'data-block': 'mergeTag', title: titleOf(node.attrs) },
    String(node.attrs['name']).replace(/^contact\./, ''),
  ],
  renderText: ({ node }) => `{{ ${String(node.attrs['name'])} }}`,
  addInputRules() {
    return [
      new InputRule({
        find: TYPED,
        handler: ({ match: [, name, fallback], range, state }) => {
          state.tr.replaceWith(range.from, range.to, this.type.create({ name, fallback: fallback ?? null }));
        },
      }),
    ];
  },
});

/** Matches a merge tag at the end of the typed text. The input rule converts it to a node. */
const TYPED = /\{\{\s*([\w-]{1,60}(?:\.[\w-]{1,60}){0,3})\s*(?:\|\s*default:\s*"([^"{}<>]{0,200})"\s*)?\}\}$/;

function hasName(element: object): null | false {
  return isTagName(pastedOf(element, 'data-name') ?? '') ? null : false;
}

function titleOf({ fallback, name }: Readonly<Record<string, unknown>>): string {
  return typeof fallback === 'string' && fallback !== '' ? `${String(name)}, or “${fallback}”` : String(name);
}

const Link = Mark.create({
  name: 'link',
  // Put links outside all other marks, so that a link that includes differently formatted text stays one link.
  priority: 1_000,
  keepOnSplit: false,
  inclusive: false,
  exitable: true,
  // Keep the `target` and `rel` attributes of links that were created through the API.
  addAttributes: () => ({ href: { default: null }, target: keptOnly, rel: keptOnly }),
  parseHTML: () => [
    {
      tag: 'a[href]',
      getAttrs: (element) => {
        const href = pastedOf(element, 'href') ?? '';
        return isAddress(href) ? { href } : false;
      },
    },
  ],
  renderHTML: ({ HTMLAttributes }) => {
    const href = String(HTMLAttributes['href']);
    // Links in the editor do not navigate. Invalid URLs are not rendered.
    return ['a', isAddress(href) ? { href, title: href } : {}, 0];
  },
});

/** Extensions for text, inline nodes, and marks. */
export const INLINE = [
  Text,
  HardBreak,
  MergeTag,
  Link,
  Bold,
  Italic,
  Underline,
  Strike,
  // Designs allow bold code, but by default, the code mark excludes all other marks.
  Code.extend({ excludes: '' }),
];
