import { Node } from '@tiptap/core';
import { isDark } from '../contrast.ts';
import { dataNumber, dataText, isColour } from './attributes.ts';

const Document = Node.create({
  name: 'doc',
  topNode: true,
  content: '(simple | columns | section)+',
  addAttributes: () =>
    Object.fromEntries(
      ['background', 'surface', 'text', 'accent', 'font', 'width', 'radius'].map((name) => [name, { default: null }]),
    ),
});

const Section = Node.create({
  name: 'section',
  content: '(simple | columns)+',
  defining: true,
  isolating: true,
  addAttributes: () => ({ background: dataText('background', isColour), padding: dataNumber('padding', 0, 64) }),
  parseHTML: () => [{ tag: 'div[data-block="section"]' }],
  renderHTML: ({ HTMLAttributes, node }) => {
    const { background, padding } = node.attrs;
    const isFilled = typeof background === 'string' && isColour(background);
    // The server also uses white text on dark sections.
    const ground = isFilled ? `background: ${background};${isDark(background) ? 'color: #ffffff;' : ''}` : '';
    const style = `${ground}padding-block: ${typeof padding === 'number' ? padding : 24}px`;
    return ['div', { ...HTMLAttributes, 'data-block': 'section', style }, 0];
  },
});

const Columns = Node.create({
  name: 'columns',
  content: 'column{2,3}',
  isolating: true,
  parseHTML: () => [{ tag: 'div[data-block="columns"]' }],
  renderHTML: () => ['div', { 'data-block': 'columns' }, 0],
});

const Column = Node.create({
  name: 'column',
  content: 'simple+',
  isolating: true,
  selectable: false,
  parseHTML: () => [{ tag: 'div[data-block="column"]' }],
  renderHTML: () => ['div', { 'data-block': 'column' }, 0],
});

const Condition = Node.create({
  name: 'condition',
  group: 'simple',
  content: '(simple | columns | section)+',
  defining: true,
  isolating: true,
  addAttributes: () => ({ when: { ...dataText('when', isCondition), default: 'contact.first_name' } }),
  parseHTML: () => [{ tag: 'div[data-block="condition"]' }],
  renderHTML: ({ HTMLAttributes, node }) => [
    'div',
    { ...HTMLAttributes, 'data-block': 'condition', 'data-says': `Show if ${String(node.attrs['when'])}` },
    0,
  ],
});

/**
 * Returns whether a string can be the condition in `{% if ... %}`: 1 to 500 characters without braces, percent signs,
 * and control characters. The server checks the syntax.
 */
export function isCondition(when: string): boolean {
  return when !== '' && when.length <= 500 && /^[^{}%\u0000-\u001f]+$/.test(when);
}

/** Blocks that contain other blocks. */
export const CONTAINERS = [Document, Section, Columns, Column, Condition];
