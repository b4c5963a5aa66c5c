import { expect, it } from 'vitest';
import { Refusal } from '../../../base/refusal.ts';
import { fillVariables } from '../../../mail/template/variables.ts';
import { liquidOf } from './handlebars.ts';

it.each([
  ['Hello {{name}}', 'Hello {{ name }}'],
  ['{{ order.items.0.name }}', '{{ order.items.0.name }}'],
  ['{{#if vip}}a{{else}}b{{/if}}', '{% if vip and vip != 0 %}a{% else %}b{% endif %}'],
  [
    '{{#if a}}1{{else if b.c}}2{{^}}3{{/if}}',
    '{% if a and a != 0 %}1{% elsif b.c and b.c != 0 %}2{% else %}3{% endif %}',
  ],
  [
    '{{#unless a}}{{#if b}}x{{/if}}{{/unless}}',
    '{% unless a and a != 0 %}{% if b and b != 0 %}x{% endif %}{% endunless %}',
  ],
  ['{{~#if a~}}x{{~/if~}}', '{% if a and a != 0 %}x{% endif %}'],
  ['{{#equals plan "gold"}}x{{/equals}}', '{% if plan == "gold" %}x{% endif %}'],
  ['{{#notEquals a b}}x{{/notEquals}}', '{% if a != b %}x{% endif %}'],
  ['{{#greaterThan total 100}}x{{/greaterThan}}', '{% if total > 100 %}x{% endif %}'],
  ['{{#lessThan total 1.5}}x{{/lessThan}}', '{% if total < 1.5 %}x{% endif %}'],
  [
    '{{#and a b}}x{{/and}}{{#or a b}}y{{/or}}',
    '{% if a and a != 0 and b and b != 0 %}x{% endif %}{% if a or b %}y{% endif %}',
  ],
  ['{{insert name "default=friend of ours"}}', '{{ name | default: "friend of ours" }}'],
  ['{{insert name}}', '{{ name }}'],
  [`{{insert name 'default=say "hi"'}}`, `{{ name | default: 'say "hi"' }}`],
  ['a{{! note }}b{{!-- {{#each x}} --}}c', 'abc'],
  ['{{ name | default: "x" }}{% if a %}b{% endif %}', '{{ name | default: "x" }}{% if a %}b{% endif %}'],
  ['{ {name} } {{', '{ {name} } {{'],
])('converts %s', (source, liquid) => {
  expect(liquidOf(source, 'html')).toBe(liquid);
});

it.each([
  [{}, 'no none'],
  [{ a: '', b: '' }, 'no none'],
  [{ a: 0, b: 0 }, 'no none'],
  [{ a: false }, 'no none'],
  [{ a: '0', b: 1 }, 'yes both'],
  [{ a: 'x', b: true }, 'yes both'],
])('evaluates conditions like Handlebars for %j', (values, text) => {
  const html = liquidOf('{{#if a}}yes{{else}}no{{/if}} {{#unless b}}none{{/unless}}{{#and a b}}both{{/and}}', 'html');
  const content = { subject: 'x', html, previewText: undefined, text: undefined, inlineCss: false };
  expect(fillVariables(content, values)).toMatchObject({ html: text });
});

it.each([
  ['{{#each items}}{{this}}{{/each}}', 'contains {{#each items}}, which is not supported'],
  ['one\n{{{name}}}', 'contains {{{name}}} on line 2, which is not supported, because values are always escaped'],
  ['{{> footer}}', 'contains {{> footer}}, which is not supported'],
  ['{{&name}}', 'which is not supported'],
  ['{{formatDate at "MM"}}', 'uses a helper that is not supported'],
  ['{{length items}}', 'uses a helper that is not supported'],
  ['{{this.name}}', 'which is not supported'],
  ['{{../name}}', 'which is not supported'],
  ['{{@index}}', 'which is not supported'],
  ['{{#constructor a}}x{{/constructor}}', 'which is not supported'],
  ['{{#if a b}}x{{/if}}', 'needs one value'],
  ['{{#equals a}}x{{/equals}}', 'needs two values'],
  ['{{#if a}}x', 'contains {{#if}} without {{/if}}'],
  ['{{#if a}}x{{/unless}}', 'does not end {{#if}}'],
  ['x{{/if}}', 'ends no block'],
  ['{{else}}', 'is outside of a block'],
  ['{{#if a}}{{else unless b}}{{/if}}', 'which is not supported'],
  ['{{insert name "x"}}', 'which is not supported'],
  ['{{}}', 'which is not supported'],
])('rejects %s', (source, words) => {
  let caught: unknown;
  try {
    liquidOf(source, 'html');
  } catch (error) {
    caught = error;
  }
  expect(caught).toBeInstanceOf(Refusal);
  expect((caught as Refusal).details.errors?.['html']?.[0]).toContain(words);
});
