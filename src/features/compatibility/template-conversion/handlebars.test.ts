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
  ['{{~#if a~}}x{{~/if~}}', '{%- if a and a != 0 -%}x{%- endif -%}'],
  ['{{~name}} {{name~}}', '{{- name }} {{ name -}}'],
  ['{{#each items}}{{this}}{{/each}}', '{% for item1 in items %}{{ item1 }}{% endfor %}'],
  ['{{#each a.b}}{{name}}{{else}}none{{/each}}', '{% for item1 in a.b %}{{ item1.name }}{% else %}none{% endfor %}'],
  [
    '{{#each a}}{{@index}}{{#unless @last}},{{/unless}}{{#if @first}}x{{/if}}{{/each}}',
    '{% for item1 in a %}{{ forloop.index0 }}{% unless forloop.last %},{% endunless %}{% if forloop.first %}x{% endif %}{% endfor %}',
  ],
  [
    '{{#each a}}{{#each this.b}}{{.}}{{../c}}{{../../d}}{{@root.e}}{{/each}}{{/each}}{{f}}',
    '{% for item1 in a %}{% for item2 in item1.b %}{{ item2 }}{{ item1.c }}{{ d }}{{ e }}{% endfor %}{% endfor %}{{ f }}',
  ],
  ['item1 {{#each a}}{{./b}}{{/each}}', 'item1 {% for item2 in a %}{{ item2.b }}{% endfor %}'],
  [
    '{{#with a.b}}{{c}}{{../d}}{{else}}{{e}}{{/with}}',
    '{% if a.b and a.b != 0 %}{{ a.b.c }}{{ d }}{% else %}{{ e }}{% endif %}',
  ],
  [
    '{{#each a}}{{#equals b "x"}}{{b}}{{/equals}}{{/each}}',
    '{% for item1 in a %}{% if item1.b == "x" %}{{ item1.b }}{% endif %}{% endfor %}',
  ],
  ['{{{name}}} {{&name}}', '{{ name | raw }} {{ name | raw }}'],
  ['{{{insert name "default=x"}}}', '{{ name | default: "x" | raw }}'],
  ['{{ items.[0].name }}', '{{ items.0.name }}'],
  ['a\n  {{#each b}}\n- {{c}}\n{{/each}}\nd', 'a\n{% for item1 in b %}- {{ item1.c }}\n{% endfor %}d'],
  ['{% for a in b %}{{ a[0] }}{% endfor %}', '{% for a in b %}{{ a[0] }}{% endfor %}'],
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
  ['one\n {{> footer}}', 'contains {{> footer}} on line 2, column 2, which is not supported'],
  ['{{#each a as |b|}}{{/each}}', 'contains {{#each a as |b|}} on line 1, column 1, which needs one value'],
  ['{{formatDate at "MM"}}', 'uses a helper that is not supported'],
  ['{{length items}}', 'uses a helper that is not supported'],
  ['{{#if (eq a b)}}x{{/if}}', 'needs one value'],
  ['{{this}}', 'which is not supported'],
  ['{{../name}}', 'which is not supported'],
  ['{{@index}}', 'which is not supported'],
  ['{{#each a}}{{@key}}{{/each}}', 'contains {{@key}} on line 1, column 12, which is not supported'],
  ['{{#each a}}{{@../index}}{{/each}}', 'which is not supported'],
  ['{{#each a}}{{/each}}{{@index}}', 'which is not supported'],
  ['{{#each a}}{{#each ../../b}}{{/each}}{{/each}}', 'which is not supported'],
  ['{{#each a}}x', 'contains {{#each}} without {{/each}}'],
  ['{{#items}}x{{/items}}', 'The supported blocks are if, unless, each, with'],
  ['{{^items}}x{{/items}}', 'is outside a block'],
  [`{{${'a.'.repeat(20)}a}}`, 'which is not supported'],
  [`{{${'a'.repeat(1_001)}}}`, 'which is longer than 1000 characters'],
  ['{{#if a}}'.repeat(11), 'which is nested more than 10 levels deep'],
  ['{{a}}'.repeat(5_001), 'contains more than 5000 tags'],
  ['{{#constructor a}}x{{/constructor}}', 'which is not supported'],
  ['{{#if a b}}x{{/if}}', 'needs one value'],
  ['{{#equals a}}x{{/equals}}', 'needs two values'],
  ['{{#if a}}x', 'contains {{#if}} without {{/if}}'],
  ['{{#if a}}x{{/unless}}', 'does not end {{#if}}'],
  ['x{{/if}}', 'does not close any block'],
  ['{{else}}', 'is outside a block'],
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

it('converts placeholders of a vendor, and values that the vendor does not escape', () => {
  const flavor = { literals: { link: '<% link %>' }, isRaw: true };
  expect(liquidOf('{{{link}}} {{ link }} {{name}}', 'html', flavor)).toBe('<% link %> <% link %> {{ name | raw }}');
});

it('takes linear time for templates with many unfinished tags', () => {
  const cpuOf = (source: string): number => {
    const { user } = process.cpuUsage();
    try {
      liquidOf(source, 'html');
    } catch {
      // Only the time matters.
    }
    return process.cpuUsage().user - user;
  };
  for (const tag of ['{{!--', '{{', '{{#each a}}', '{{!-- a --}}', ' \t']) {
    expect(cpuOf(tag.repeat(200_000)), tag).toBeLessThan(2_000_000);
  }
});
