import { expect, it } from 'vitest';
import { Refusal } from '../../../base/refusal.ts';
import { fillVariables } from '../../../mail/template/variables.ts';
import { liquidOfMustachio } from './mustachio.ts';

it.each([
  ['Hello {{name}}', 'Hello {{ name }}'],
  ['{{#each products}}{{name}} {{.}}{{/each}}', '{% for item1 in products %}{{ item1.name }} {{ item1 }}{% endfor %}'],
  // The parent of an item is its list, and the parent of the list is the model.
  ['{{#each a}}{{../../b}}{{/each}}', '{% for item1 in a %}{{ b }}{% endfor %}'],
  [
    '{{#company}}{{name}} {{../b}}{{/company}}',
    '{% if company and company != 0 %}{{ company.name }} {{ b }}{% endif %}',
  ],
  ['{{#a.b}}{{c}} {{../d}} {{../../e}}{{/a.b}}', '{% if a.b and a.b != 0 %}{{ a.b.c }} {{ a.d }} {{ e }}{% endif %}'],
  ['{{#url}}<a href="{{.}}">x</a>{{/url}}', '{% if url and url != 0 %}<a href="{{ url }}">x</a>{% endif %}'],
  ['{{^paid}}Open{{/paid}}', '{% unless paid and paid != 0 %}Open{% endunless %}'],
  ['{{#paid}}Paid{{^paid}}Open{{/paid}}', '{% if paid and paid != 0 %}Paid{% else %}Open{% endif %}'],
  [
    '{{#each a}}{{#b}}{{c}}{{/b}}{{/each}}',
    '{% for item1 in a %}{% if item1.b and item1.b != 0 %}{{ item1.b.c }}{% endif %}{% endfor %}',
  ],
  ['{{{html}}}{{&html}}', '{{ html | raw }}{{ html | raw }}'],
  ['{{! note }}x', 'x'],
  ['<a href="{{{ pm:unsubscribe_url }}}">', '<a href="{% raw %}{{{ pm:unsubscribe_url }}}{% endraw %}">'],
  ['{% for a in b %}{{ a[0] }}{% endfor %}', '{% for a in b %}{{ a[0] }}{% endfor %}'],
  ['{{ name | default: "x" }}', '{{ name | default: "x" }}'],
])('converts %s', (source, liquid) => {
  expect(liquidOfMustachio(source, 'html')).toBe(liquid);
});

it.each([
  ['one\n{{> footer}}', 'contains {{> footer}} on line 2, column 1, which is not supported'],
  ['{{{ @content }}}', 'contains {{{ @content }}} on line 1, column 1, which is not supported'],
  ['{{../a}}', 'which is not supported'],
  ['{{.}}', 'which is not supported'],
  ['{{a b}}', 'which is not supported'],
  ['{{#each }}x{{/each}}', 'needs a path'],
  ['{{#a}}x', 'contains {{#a}} without {{/a}}'],
  ['{{#a}}x{{/b}}', 'contains {{/b}} on line 1, column 8, which does not end {{#a}}'],
  ['{{/each}}', 'does not close any block'],
  ['{{#a}}'.repeat(11), 'which is nested more than 10 levels deep'],
  ['{{a}}'.repeat(5_001), 'contains more than 5000 tags'],
])('rejects %s', (source, words) => {
  let caught: unknown;
  try {
    liquidOfMustachio(source, 'html');
  } catch (error) {
    caught = error;
  }
  expect(caught).toBeInstanceOf(Refusal);
  expect((caught as Refusal).details.errors?.['html']?.[0]).toContain(words);
});

it.each([
  [{ items: [{ name: 'A & B' }], paid: true, company: { name: 'C' } }, 'A &amp; B; paid C'],
  [{ items: [], paid: 0, company: {} }, 'none open '],
  [{ paid: '', company: '' }, 'none open '],
  [{}, 'none open '],
])('evaluates sections like Mustachio for %j', (values, text) => {
  const source =
    '{{#each items}}{{name}};{{/each}}{{^items}}none{{/items}} {{#paid}}paid{{^paid}}open{{/paid}} {{#company}}{{name}}{{/company}}';
  const content = { subject: 'x', html: liquidOfMustachio(source, 'html') };
  expect(fillVariables(content, values)).toMatchObject({ html: text });
});
