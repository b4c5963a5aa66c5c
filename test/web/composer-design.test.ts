import { getSchema } from '@tiptap/core';
import { describe, expect, it } from 'vitest';
import { toDesign, toDocument, type DesignBlock } from '../../dashboard/src/editor/design.ts';
import { BLOCKS } from '../../dashboard/src/editor/extensions.ts';
import { readDesign } from '../../src/mail/design/read.ts';
import { renderDesign } from '../../src/mail/design/render.ts';
import { ATTRIBUTES, MARKS } from '../../src/mail/design/schema.ts';
import { designOf, EXAMPLES, paragraph } from '../support/designs.ts';

const schema = getSchema([...BLOCKS]);

/** Opens a design in the editor, saves it again, and returns the result. */
function roundTrip(design: object): DesignBlock {
  // Safe cast: a document of the editor has the structure of a design.
  const node = schema.nodeFromJSON(toDocument(design as DesignBlock));
  node.check();
  return toDesign(node.toJSON() as DesignBlock);
}

const whole = (content: readonly object[], attrs: object = {}): object => ({ type: 'doc', attrs, content });

describe('a design in the editor', () => {
  it.each(EXAMPLES)('with %s stays the same after it was opened and saved', (_name, blocks) => {
    const kept = roundTrip(whole(blocks));
    expect(readDesign(kept)).toEqual(designOf(blocks));
    expect(renderDesign(designOf(kept.content as never)).html).toBe(renderDesign(designOf(blocks)).html);
  });

  it('keeps its colors, font, and width', () => {
    const attrs = {
      background: '#112233',
      surface: '#fffff0',
      text: '#222222',
      accent: '#aa0000',
      font: 'serif',
      width: 640,
    };
    expect(roundTrip(whole([paragraph('Hello')], attrs))).toMatchObject({ attrs });
  });

  it('keeps empty containers empty, and keeps text written in them', () => {
    const empty = {
      type: 'columns',
      content: [{ type: 'column' }, { type: 'column', content: [{ type: 'paragraph' }] }],
    };
    expect(roundTrip(whole([empty, { type: 'condition', attrs: { when: 'vip' } }])).content).toEqual([
      empty,
      { type: 'condition', attrs: { when: 'vip' } },
    ]);
    const written = { type: 'paragraph', attrs: { isFiller: true }, content: [{ type: 'text', text: 'x' }] };
    expect(toDesign({ type: 'column', content: [written] }).content).toEqual(
      [paragraph('x')].map(({ type }) => ({ type, content: [{ type: 'text', text: 'x' }] })),
    );
  });

  it('gives an email without content a paragraph to write in', () => {
    expect(roundTrip(whole([])).content).toEqual([{ type: 'paragraph' }]);
  });

  it('keeps links that a program wrote, with their attributes', () => {
    const link = { type: 'link', attrs: { href: '{{ preferences_url }}', target: '_blank', rel: 'noopener' } };
    const content = [{ type: 'text', text: 'this', marks: [link, { type: 'bold' }, { type: 'code' }] }];
    expect(roundTrip(whole([{ type: 'paragraph', content }])).content).toEqual([{ type: 'paragraph', content }]);
  });

  it('supports every node and mark with exactly their attributes', () => {
    const own = new Set(['isFiller', 'type']);
    for (const [name, { properties }] of Object.entries({ ...ATTRIBUTES, ...MARKS })) {
      const spec = schema.nodes[name]?.spec ?? schema.marks[name]?.spec;
      expect(spec, name).toBeDefined();
      const attrs = Object.keys(spec?.attrs ?? {}).filter((attr) => !own.has(attr));
      expect(attrs.toSorted(), name).toEqual(Object.keys(properties).toSorted());
    }
    expect(Object.keys({ ...schema.nodes, ...schema.marks }).toSorted()).toEqual(
      Object.keys({ ...ATTRIBUTES, ...MARKS }).toSorted(),
    );
  });
});
