import { Type } from 'typebox';
import { computed, createdAt, flag, id, json, text, textOrNull, updatedAt } from '../../../http/resource/field.ts';
import * as content from '../mail-content/index.ts';
import * as given from '../../../http/resource/input.ts';
import {
  resource,
  type ChangeOf,
  type PresentedOf,
  type RowOf,
  type WrittenOf,
} from '../../../http/resource/resource.ts';
import { MAX_NAME_CHARACTERS } from './limits.ts';

const textOrNothing = (description: string) => Type.Union([Type.String(), Type.Null()], { description });

const ALIAS = /^[a-z][\w.-]{0,99}$/i;
const aliasSchema = Type.Union([Type.String(), Type.Null()], {
  description:
    'Name with which clients of other email services send the template. Starts with a letter and consists of up to 100 letters, digits, periods, hyphens, and underscores. Unique within the account.',
});

const aliasInput = given.input({
  shown: aliasSchema,
  taken: Type.Union([Type.String(), Type.Null()]),
  read(value, field, fail) {
    if (value === null || value === '') return null;
    if (!ALIAS.test(value)) {
      fail(
        field,
        'must start with a letter and consist of up to 100 letters, digits, periods, hyphens, and underscores.',
      );
    }
    return value;
  },
});

const variableSchema = Type.Object({
  name: Type.String(),
  required: Type.Boolean({
    description:
      'Whether you must provide a value for the variable when you send the template. Variables that have a `default` filter or occur only in conditions are optional.',
  }),
});

/** Fields of a template except the body, because the body can be large. */
export const SUMMARY_FIELDS = {
  id: id({ example: 3 }),
  name: text({
    example: 'Receipt',
    input: given.requiredLine({
      most: MAX_NAME_CHARACTERS,
      description: `Internal name. At most ${MAX_NAME_CHARACTERS} characters.`,
    }),
  }),
  alias: textOrNull({ example: 'receipt', input: aliasInput }),
  description: textOrNull({ example: null, isHidden: true, isWritten: true }),
  subject: text({
    example: 'Your order {{ order.number }}',
    answer: 'Empty if the template has no subject.',
    input: given.line({
      most: content.MAX_SHORT_CHARACTERS,
      description: `Can contain variables. Required for transactional email. At most ${content.MAX_SHORT_CHARACTERS} characters.`,
    }),
  }),
  preview_text: textOrNull({
    example: null,
    answer: 'Preview text shown after the subject in the inbox.',
    input: content.previewText,
  }),
  /** Whether each variable is required, by name. */
  variables: json<Readonly<Record<string, boolean>>>(
    Type.Unknown(),
    {},
  )({ example: { 'order.number': true }, isHidden: true, isWritten: true }),
  shown_variables: computed(
    Type.Array(variableSchema, {
      description: 'The variables in all parts of the template, for example in merge tags.',
    }),
    [
      { name: 'first_name', required: false },
      { name: 'order.number', required: true },
    ],
    { as: 'variables' },
  ),
  created_at: createdAt,
  updated_at: updatedAt,
} as const;

export const TEMPLATE = resource({
  table: 'template',
  schemaId: 'Template',
  nobody: 'account settings and content',
  fields: {
    ...SUMMARY_FIELDS,
    /** At most one of `html` and `design` is set. Both are null if the template has only a text part. */
    html: textOrNull({ example: null, isHidden: true, input: content.html }),
    shown_html: computed(
      textOrNothing('The HTML, generated from the design if there is one. Null for text-only templates.'),
      '<p>Hello {{ first_name | default: "there" }}, we have your order {{ order.number }}.</p>',
      { as: 'html' },
    ),
    design: json<object | null>(
      Type.Union([Type.Object({}), Type.Null()], { description: 'The design that the HTML is generated from.' }),
      null,
    )({ example: null, input: content.design }),
    plain_text: textOrNull({
      example: null,
      as: 'text',
      answer: 'If null, the text is generated from the HTML.',
      input: content.plainText,
    }),
    inlines_css: flag({
      example: false,
      as: 'inline_css',
      input: given.flag('Whether CSS rules in style elements are inlined.'),
    }),
  },
});

export type TemplateRow = RowOf<typeof TEMPLATE>;
/** Parsed change to a template. Absent fields are not changed. */
export type TemplateChange = ChangeOf<typeof TEMPLATE>;
/** Writable columns of a template. */
export type TemplateFields = WrittenOf<typeof TEMPLATE>;
export type PresentedTemplate = PresentedOf<typeof TEMPLATE>;
