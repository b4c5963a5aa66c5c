import { Type } from 'typebox';
import { describe, expect, it } from 'vitest';
import { Refusal } from '../base/refusal.ts';
import { parserOf } from './parser.ts';
import { argumentsOf, READ_ONLY, tool } from './tool.ts';

const NAMES = { known: ['to', 'reply_to'], aliases: { replyTo: 'reply_to' }, alsoRead: ['attachments'] };

describe('argumentsOf', () => {
  it.each([
    [{ to: 1 }, { to: 1 }],
    [{ replyTo: 1 }, { reply_to: 1 }],
    [{ replyTo: 1, reply_to: 2 }, { reply_to: 2 }],
    [{ reply_to: 2, replyTo: 1 }, { reply_to: 2 }],
    [{ replyTo: 1, reply_to: null }, { reply_to: 1 }],
    [{ to: null, replyTo: undefined }, {}],
    [{ attachments: [] }, { attachments: [] }],
    [{ unknown: null }, {}],
  ])('converts %o to %o', (given, wanted) => {
    expect(argumentsOf(given, NAMES)).toEqual(wanted);
  });

  it.each(['dry_run', 'constructor', 'toString', 'hasOwnProperty'])('rejects %s by name', (name) => {
    const refused = refusalOf({ to: 1, [name]: 1 });
    expect(refused.details.errors).toEqual({
      [name]: ['is not an argument of this tool. Known arguments: to, reply_to.'],
    });
  });

  it('names at most twenty unknown arguments and truncates long names', () => {
    const many = Object.fromEntries(Array.from({ length: 30 }, (_, index) => [`${index}`.padEnd(500, 'x'), 1]));
    const names = Object.keys(refusalOf(many).details.errors ?? {});
    expect([names.length, Math.max(...names.map(({ length }) => length))]).toEqual([20, 200]);
  });
});

describe('tool', () => {
  it('removes $id from its schemas, including nested ones', () => {
    const inner = Type.Object({ id: Type.String() }, { $id: 'Inner' });
    const made = toolOf(Type.Object({ inner }, { $id: 'Outer' }));
    expect(JSON.stringify([made.inputSchema, made.outputSchema])).not.toContain('$id');
    expect(made.outputSchema).toMatchObject({ type: 'object', properties: { inner: { type: 'object' } } });
  });

  it('throws if the output is not an object', () => {
    expect(() => toolOf(Type.Array(Type.String()))).toThrow(TypeError);
  });
});

function refusalOf(given: Record<string, unknown>): Refusal {
  try {
    argumentsOf(given, NAMES);
  } catch (error) {
    if (error instanceof Refusal) return error;
  }
  throw new Error('Nothing was refused');
}

function toolOf(output: ReturnType<typeof Type.Object> | ReturnType<typeof Type.Array>) {
  return tool({
    name: 'test',
    title: 'Test',
    description: { purpose: '', notFor: '', whenToUse: '', workflow: '' },
    scope: 'read',
    annotations: READ_ONLY,
    input: parserOf(Type.Object({})),
    output,
    handle: () => Promise.resolve({}),
  });
}
