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
])('the nearest known name of %s is %s', (name, nearest) => {
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

describe('a parser of known fields only', () => {
  const fields = Type.Object({ subject: Type.String(), reply_to: Type.Optional(Type.String()) });
  const parser = knownFieldsOnly(parserOf(fields), { attachments: 'is not supported.' });

  it('takes what the other parser takes, and says in its schema that there is no more', () => {
    expect(parser.parse({ subject: 'S' })).toEqual({ subject: 'S' });
    expect(parser.schema).toMatchObject({ additionalProperties: false });
  });

  it('names unknown fields beside everything else that is wrong', () => {
    expect(errorsOf(parser, { replyTo: 'a@x.example', priority: 1 })).toEqual({
      replyTo: ['is not a known field. Did you mean reply_to?'],
      priority: ['is not a known field. Known fields: subject, reply_to.'],
      subject: ['is required.'],
    });
  });

  it('has a sentence of its own for what is refused, in any spelling, unless it is empty', () => {
    expect(errorsOf(parser, { subject: 'S', Attachments: [1] })).toEqual({ Attachments: ['is not supported.'] });
    for (const attachments of [null, '', []]) expect(errorsOf(parser, { subject: 'S', attachments })).toBeUndefined();
  });

  it('leaves what is no object to the other parser', () => {
    expect(errorsOf(parser, [1])).toEqual({ body: ['must be an object.'] });
  });
});

it('a listing with cursors refuses the number of a page but the first, and names after', () => {
  const parser = cursorsOnly(parserOf(Type.Object({})));
  for (const query of [{}, { page: '1' }, { page: '' }, { offset: '0' }])
    expect(errorsOf(parser, query)).toBeUndefined();
  for (const field of ['page', 'offset']) {
    expect(errorsOf(parser, { [field]: '2' })).toEqual({ [field]: [expect.stringContaining('after')] });
  }
});
