import { Check } from 'typebox/value';
import { describe, expect, it } from 'vitest';
import { EXAMPLES, paragraph, text } from '../../../test/support/designs.ts';
import { readDesign } from './read.ts';
import {
  ATTRIBUTES,
  designSchema,
  MARKS,
  MAX_DESIGN_CHARACTERS,
  MAX_DESIGN_DEPTH,
  MAX_DESIGN_NODES,
} from './schema.ts';

type Json = Readonly<Record<string, unknown>>;
const CELL = { type: 'tableCell' };

describe('readDesign', () => {
  it.each(EXAMPLES)('accepts %s', (_name, content) => {
    expect(readDesign({ type: 'doc', content })).not.toHaveProperty('faults');
    expect(Check(designSchema, { type: 'doc', content })).toBe(true);
  });

  it('is tested with every node and mark', () => {
    const whole = JSON.stringify(EXAMPLES);
    for (const type of [...Object.keys(ATTRIBUTES), ...Object.keys(MARKS)]) {
      if (type !== 'doc') expect(whole).toContain(`"type":"${type}"`);
    }
  });

  it.each<readonly [unknown, string, string, string]>([
    [[{ type: 'carousel' }], 'content.0.type', 'carousel is not a known block.', 'Known blocks: doc, '],
    [[{ type: 'paragrap' }], 'content.0.type', 'paragrap is not a known block.', 'Use paragraph.'],
    [[{ type: 'constructor' }], 'content.0.type', 'constructor is not a known block.', ''],
    [[null], 'content.0.type', 'A node has no type.', ''],
    [[text('x')], 'content.0.type', 'text is not allowed here.', 'Allowed here: paragraph, '],
    [
      [{ type: 'paragraph', content: [{ type: 'image' }] }],
      'content.0.content.0.type',
      'image is not allowed here.',
      '',
    ],
    [[{ type: 'paragraph', content: 'x' }], 'content.0.content', 'This value must be a list.', ''],
    [
      [{ type: 'paragraph', content: [{ type: 'text' }] }],
      'content.0.content.0.text',
      'A text node has no text, or its text is too long.',
      '',
    ],
    [
      [{ type: 'paragraph', style: 'x' }],
      'content.0.style',
      'style is not a known field of paragraph.',
      'Known fields: attrs, content.',
    ],
    [
      [{ type: 'paragraph', attrs: { style: 'x' } }],
      'content.0.attrs.style',
      'style is not a known attribute.',
      'Known attributes: textAlign, size.',
    ],
    [
      [
        {
          type: 'table',
          content: [
            { type: 'tableRow', content: [CELL, CELL] },
            { type: 'tableRow', content: [CELL] },
          ],
        },
      ],
      'content.0.content.1',
      'This row has 1 cell, but the first row has 2.',
      'Use the same number of cells in all rows.',
    ],
    [
      [{ type: 'table', content: [{ type: 'tableRow', content: Array.from({ length: 9 }, () => CELL) }] }],
      'content.0.content.0.content',
      'tableRow must not have 9 nodes.',
      'Use 1 to 8.',
    ],
    [
      [{ type: 'social', attrs: { linkedin: 'javascript:alert(1)' } }],
      'content.0.attrs.linkedin',
      'javascript:alert(1) is not an allowed link address.',
      '',
    ],
    [[{ type: 'social', attrs: { myspace: 'https://x.example' } }], 'content.0.attrs.myspace', 'myspace is not', ''],
    [[{ type: 'spacer', attrs: { height: 5_000 } }], 'content.0.attrs.height', 'height must be <= 200.', ''],
    [[{ type: 'spacer' }], 'content.0.attrs.height', 'height is required.', ''],
    [[{ type: 'heading', attrs: { level: 4 } }], 'content.0.attrs.level', 'level must be <= 3.', ''],
    [
      [{ type: 'section', attrs: { background: 'red' } }],
      'content.0.attrs.background',
      'background must match',
      'Use a color like #1a2b3c.',
    ],
    [
      [{ type: 'spacer', attrs: { height: 8 }, content: [paragraph('x')] }],
      'content.0.content',
      'spacer cannot have content.',
      '',
    ],
    [
      [{ type: 'columns', content: [{ type: 'column' }] }],
      'content.0.content',
      'columns must not have 1 node.',
      'Use 2 to 3.',
    ],
    [[{ type: 'bulletList' }], 'content.0.content', 'bulletList must not have 0 nodes.', 'Use at least 1.'],
    [[], 'content', 'The email has no content.', 'Add at least one block.'],
    [
      [paragraph('{{ first_name }')],
      'content.0.content.0.text',
      'A merge tag is not valid.',
      'Close the merge tag with }}',
    ],
    [[paragraph('{% if vip')], 'content.0.content.0.text', 'A merge tag is not valid.', ''],
    [[{ type: 'condition', attrs: { when: 'city == "x' } }], 'content.0.attrs.when', 'The condition is not valid.', ''],
    [[{ type: 'condition', attrs: { when: 'a %} b' } }], 'content.0.attrs.when', 'when must match', ''],
    [
      [{ type: 'paragraph', content: [{ type: 'mergeTag', attrs: { name: 'a b' } }] }],
      'content.0.content.0.attrs.name',
      'name must match',
      '',
    ],
    [
      [{ type: 'paragraph', content: [text('x', { type: 'blink' })] }],
      'content.0.content.0.marks.0.type',
      'Unknown mark blink',
      '',
    ],
    [
      [{ type: 'paragraph', content: [text('x', { type: 'link' })] }],
      'content.0.content.0.marks.0.attrs.href',
      'href is required.',
      '',
    ],
    [
      [{ type: 'section', content: [{ type: 'section' }] }],
      'content.0.content.0.type',
      'section is not allowed here.',
      '',
    ],
    [
      [
        {
          type: 'columns',
          content: [
            { type: 'column', content: [{ type: 'condition', attrs: { when: 'a' }, content: [{ type: 'columns' }] }] },
            { type: 'column' },
          ],
        },
      ],
      'content.0.content.0.content.0.content.0.type',
      'columns is not allowed here.',
      '',
    ],
  ])('rejects %j at %s', (content, path, message, fix) => {
    const fault = faultsOf(content)[0];
    expect(fault?.path).toBe(path);
    expect(fault?.message).toContain(message);
    expect(fault?.fix).toContain(fix);
  });

  it.each([[undefined], [null], ['x'], [[]], [{ type: 'paragraph' }], [{}]])('rejects %j as a design', (value) => {
    expect(readDesign(value)).toMatchObject({ faults: [{ path: 'type' }] });
  });

  it('reports all faults at once, up to fifty', () => {
    expect(faultsOf([{ type: 'carousel' }, { type: 'spacer' }])).toHaveLength(2);
    expect(faultsOf(Array.from({ length: 200 }, () => ({ type: 'spacer' })))).toHaveLength(50);
  });
});

describe('limits of a design', () => {
  const nested = (depth: number): Json =>
    depth === 0
      ? { type: 'spacer', attrs: { height: 8 } }
      : { type: 'condition', attrs: { when: 'vip' }, content: [nested(depth - 1)] };

  it.each<readonly [string, readonly Json[], readonly Json[]]>([
    ['depth', [nested(MAX_DESIGN_DEPTH - 1)], [nested(MAX_DESIGN_DEPTH)]],
    ['nodes', spacers(MAX_DESIGN_NODES - 1), spacers(MAX_DESIGN_NODES)],
    ['characters', htmlOf(MAX_DESIGN_CHARACTERS), htmlOf(MAX_DESIGN_CHARACTERS + 1)],
  ])('allow exactly the maximum %s', (_name, allowed, tooMuch) => {
    expect(faultsOf(allowed)).toEqual([]);
    expect(faultsOf(tooMuch)).toHaveLength(1);
  });
});

function spacers(count: number): Json[] {
  return Array.from({ length: count }, () => ({ type: 'spacer', attrs: { height: 8 } }));
}

/** Returns HTML blocks for a design with exactly the given number of characters. */
function htmlOf(characters: number): Json[] {
  const blocks = [150_000, 150_000, 0].map((length) => ({ type: 'html', attrs: { html: 'x'.repeat(length) } }));
  const rest = characters - JSON.stringify({ type: 'doc', content: blocks }).length;
  return [...blocks.slice(0, 2), { type: 'html', attrs: { html: 'x'.repeat(rest) } }];
}

function faultsOf(content: unknown): readonly { path: string; message: string; fix: string }[] {
  const read = readDesign({ type: 'doc', content });
  return 'faults' in read ? read.faults : [];
}
