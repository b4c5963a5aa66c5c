import { describe, expect, it } from 'vitest';
import { Type } from 'typebox';
import { Refusal } from '../base/refusal.ts';
import { cursorsOnly, knownFieldsOnly, nearestOf } from './known-fields.ts';
import { parserOf, type Parser } from './parser.ts';

const KNOWN = ['from', 'to', 'cc', 'bcc', 'reply_to', 'subject', 'html', 'text', 'tag', 'headers', 'idempotency_key'];

it.each([
  ['replyTo', 'reply_to'],
  ['Reply-To', 'reply_to'],
  ['idempotencyKey', 'idempotency_key'],
  ['subjct', 'subject'],
  ['header', 'headers'],
  ['tags', 'tag'],
  ['htm', 'html'],
  ['xy', undefined],
  ['priority', undefined],
  ['t', undefined],
  [`${'x'.repeat(64)}to`, undefined],
])('nearestOf %s returns %s', (name, nearest) => {
  expect(nearestOf(name, KNOWN)).toBe(nearest);
});

function errorsOf(parser: Parser<unknown>, value: unknown): unknown {
  try {
    parser.parse(value);
    return undefined;
  } catch (error) {
    return error instanceof Refusal ? error.details.errors : error;
  }
}

describe('knownFieldsOnly', () => {
  const fields = Type.Object({ subject: Type.String(), reply_to: Type.Optional(Type.String()) });
  const parser = knownFieldsOnly(parserOf(fields), { attachments: 'is not supported.' });

  it('accepts what the wrapped parser accepts and sets additionalProperties to false in its schema', () => {
    expect(parser.parse({ subject: 'S' })).toEqual({ subject: 'S' });
    expect(parser.schema).toMatchObject({ additionalProperties: false });
  });

  it('reports unknown fields together with all other errors', () => {
    expect(errorsOf(parser, { replyTo: 'a@x.example', priority: 1 })).toEqual({
      replyTo: ['is not a known field. Did you mean reply_to?'],
      priority: ['is not a known field. Known fields: subject, reply_to.'],
      subject: ['is required.'],
    });
  });

  it('reports a refused field in any spelling with its own message unless it is empty', () => {
    expect(errorsOf(parser, { subject: 'S', Attachments: [1] })).toEqual({ Attachments: ['is not supported.'] });
    for (const attachments of [null, '', []]) expect(errorsOf(parser, { subject: 'S', attachments })).toBeUndefined();
  });

  it('passes values that are not objects to the wrapped parser', () => {
    expect(errorsOf(parser, [1])).toEqual({ body: ['must be an object.'] });
  });
});

it('cursorsOnly rejects page numbers other than the first and suggests `after`', () => {
  const parser = cursorsOnly(parserOf(Type.Object({})));
  for (const query of [{}, { page: '1' }, { page: '' }, { offset: '0' }])
    expect(errorsOf(parser, query)).toBeUndefined();
  for (const field of ['page', 'offset']) {
    expect(errorsOf(parser, { [field]: '2' })).toEqual({ [field]: [expect.stringContaining('after')] });
  }
});
