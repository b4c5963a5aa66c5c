import { describe, expect, it } from 'vitest';
import { isFault, parseMailbox, type Mailbox } from '../address.ts';
import { compileTemplate } from './compile.ts';
import { sentenceOf } from './faults.ts';
import { mergeNames, nearest } from './names.ts';
import {
  MAX_DEPTH,
  MAX_EXPRESSION,
  MAX_FAULTS,
  MAX_MARK_CHARACTERS,
  MAX_MARKS,
  MAX_PART_CHARACTERS,
  MAX_STEPS,
  type TemplateFault,
  type TemplateSource,
} from './source.ts';

const NAMES = mergeNames({
  fields: [
    { name: 'city', kind: 'text' },
    { name: 'first_name', kind: 'number' },
  ],
  account: { name: 'Tea' },
  links: { unsubscribe_url: 0 },
});

describe('invalid template', () => {
  it.each<readonly [string, string, string]>([
    ['{{ frist_name }}', 'frist_name is not a known name.', 'Did you mean first_name?'],
    ['{{ contact.firstName }}', 'contact.firstName is not a known name.', 'Did you mean contact.first_name?'],
    ['{{ unsubscribe }}', 'unsubscribe is not a known name.', 'Did you mean unsubscribe_url?'],
    ['{{ zip }}', 'zip is not a known name.', 'Known names: unsubscribe_url, account.name, '],
    ['{{ contact }}', 'contact contains several values.', 'Use one of its values, for example contact.email.'],
    ['{{ contact.city.constructor }}', 'contact.city.constructor is not a known name.', ''],
    ['{{ __proto__ }}', '__proto__ is not a known name.', ''],
    ['{{ toString }}', 'toString is not a known name.', ''],
    ['{{ links[1] }}', 'links.1 is not a known name.', ''],
    ['{{ contact[city] }}', 'Computed property names of contact are not supported.', ''],
    ['{% if a %}{% endif %}', 'a is not a known name.', ''],
    ['{% for x in (1..n) %}{% endfor %}', 'n is not a known name.', ''],
    ['{% for x in city %}{% endfor %}{{ x }}', 'x is not a known name.', ''],
    ['{% case city %}{% when b %}{% endcase %}', 'b is not a known name.', ''],
    ['{{ city | default: b }}', 'b is not a known name.', ''],
    ['{{ city | upcas }}', 'upcas is not a known filter.', 'Did you mean upcase?'],
    ['{{ city | raw }}', 'raw is not a known filter.', 'Remove the filter'],
    ['{{ city | constructor }}', 'constructor is not a known filter.', ''],
    ['{{ city | append }}', 'The append filter has 0 arguments.', 'Use 1.'],
    ['{{ city | upcase: 1 }}', 'The upcase filter has 1 argument.', 'Use 0.'],
    ['{{ city | default: "x", allow_false: true }}', 'The default filter has 2 arguments', ''],
    ['{{ city | date: "%Q" }}', 'The date format does not support %Q.', ''],
    ['{{ "now" | date: "%F" }}', '"now" can change between delivery attempts.', ''],
    ['{{ city city }}', 'Two values have no operator between them.', ''],
    ['{{ city', 'An output tag is not closed.', 'End it with }}.'],
    ['{% if city', 'A tag is not closed.', 'End it with %}.'],
    ['{% %}', 'A tag has no name.', ''],
    ['{{ }}', 'Syntax error', ''],
    ['{% if city = 1 %}{% endif %}', 'Syntax error', ''],
    ['{% assign city2 "x" %}', 'Syntax error', ''],
    ['{% if city %}', '{% if %} is not closed.', 'End it with {% endif %}.'],
    ['{% raw %}{{', '{% raw %} is not closed.', 'End it with {% endraw %}.'],
    ['{% endif %}', '{% endif %} has no matching {% if %}.', ''],
    ['{% if city %}{% endfor %}{% endif %}', '{% endfor %} has no matching {% for %}. {% if %} is still open.', ''],
    ['{% if city %}{% else %}{% else %}{% endif %}', '{% else %} comes after {% else %}.', ''],
    ['{% break %}', '{% break %} is outside a loop.', ''],
    ['{% iff city %}', 'iff is not a known tag.', 'Did you mean {% if %}?'],
    ['{% include "x" %}', 'The include tag is not allowed in emails.', 'Insert the text of the template here'],
    ['{% render "x" %}', 'The render tag is not allowed in emails.', ''],
    ['{% layout "x" %}', 'The layout tag is not allowed in emails.', ''],
    ['{% constructor %}', 'constructor is not a known tag.', ''],
    ['{% assign city = 1 %}', 'city is already used as a name in this email.', 'Choose another name.'],
    ['{% capture contact %}{% endcapture %}', 'contact is already used as a name in this email.', ''],
    ['{% for x in city limit 3 %}{% endfor %}', 'The loop option 3 is not valid.', ''],
    ['<a href={{ city }}>', 'The href attribute has a value without quotes.', ''],
    ['<a href=x{{ city }}>', 'The href attribute has a value without quotes.', ''],
    ['<p {{ city }}>', 'A value is not allowed in the name of a tag', ''],
    ['<{{ city }}>', 'A value is not allowed in the name of a tag', ''],
    ['<p onclick="{{ city }}">', 'A value is not allowed in the onclick attribute', ''],
    ['<script>{{ city }}</script>', 'A value is not allowed in <script>', ''],
    ['<style>p { color: {{ city }} }</style>', 'A value is not allowed in <style>', ''],
    ['<a {% if city %}title="{% endif %}x">', 'A block begins and ends in different HTML contexts', ''],
    ['{% for x in city %}<a title="{% endfor %}', 'A block begins and ends in different HTML contexts', ''],
    ['{% capture x %}<a title="{% endcapture %}', 'A block begins and ends in different HTML contexts', ''],
    ['{% if city %}<a title="{% else %}<a title=\'{% endif %}', 'A block begins and ends in different', ''],
  ])('is reported for %s', (html, message, fix) => {
    const [fault] = faultsOf({ html, text: 'x' });
    expect(fault?.where).toBe('html');
    expect(fault?.message).toContain(message);
    expect(fault?.fix).toContain(fix);
  });

  it.each([
    ['{% if city %}<b>{% else %}<i>{% endif %}'],
    ['<td{% if city %} class="a"{% endif %}><input disabled{% if city %} checked{% endif %}>'],
    ['<a href="https://x.example/{% if city %}a{% else %}b?c={% endif %}{{ city }}">'],
    ['<p class="{% if city %}a{% endif %}">1 < 2 & 3 > 2 {{ city }}</p>'],
    ['<!-- <a href={{ city }}> --><p>{{ city }}</p>'],
    ['<style>p > a { color: red }</style>{{ city }}<!--[if mso]><table><![endif]-->'],
    ['{% comment %}{% foo %}{{ frist_name }}{% endcomment %}'],
    ['{% raw %}{{ frist_name }}{% foo %}{% endraw %}'],
    ['{ city } {city} % } }} %}'],
  ])('is not reported for valid HTML: %s', (html) => {
    expect(faultsOf({ html, text: 'x' })).toEqual([]);
  });

  it('is reported for all parts at once, with positions', () => {
    const faults = faultsOf({
      subject: 'Hi {{ nam }}',
      previewText: '{{ city | nope }}',
      html: '<p>\n  {{ citi }}\n</p>{% if city == cit %}{% endif %}',
      text: 'ä {{ x }}',
      headers: [
        { name: 'X-A', value: '{{ y }}' },
        { name: 'X A', value: '' },
        { name: 'List-X', value: 'x'.repeat(1_000) },
      ],
    });
    expect(faults.map(({ column, line, where }) => `${where} ${line}:${column}`)).toEqual([
      'subject 1:7',
      'header X-A 1:4',
      'header X A 1:1',
      'header List-X 1:1',
      'preview_text 1:1',
      'html 2:6',
      'html 3:19',
      'text 1:6',
    ]);
    expect(sentenceOf(faults)).toMatch(/^subject, line 1, column 7: nam is not a known name\. .+ \(and 7 more\)$/);
  });

  it('is reported for every broken tag even if blocks are not closed', () => {
    const faults = faultsOf({ html: '{% if %}{{ }}{% foo %}{{ city | }}{% if city %}', text: 'x' });
    expect(faults.map(({ column, message }) => `${column} ${message.slice(0, 22)}`)).toEqual([
      '1 {% if %} is not closed',
      '1 Syntax error: invalid ',
      '12 Syntax error: invalid ',
      '14 foo is not a known tag',
      '35 {% if %} is not closed',
    ]);
  });

  it('is not reported for HTML that shows braces as text', () => {
    expect(
      faultsOf({ html: '<p>&#123;&#123; x }} {&#37; y {% raw %}{{ z }}{% endraw %}</p>{% if city %}a{% endif %}' }),
    ).toEqual([]);
  });

  it('is reported if no text can be generated from the HTML', () => {
    const html = '<p>a</p><div style="display:none">{% if city %}b</div>c{% endif %}';
    expect(faultsOf({ html })).toMatchObject([{ where: 'text', fix: 'Provide a text part for the email.' }]);
    expect(faultsOf({ html, text: 'x' })).toEqual([]);
  });
});

describe('template limits', () => {
  it.each<readonly [string, (count: number) => string, number]>([
    ['characters', (count) => 'x'.repeat(count), MAX_PART_CHARACTERS.html],
    ['tags and outputs', (count) => '{{ email }}'.repeat(count), MAX_MARKS],
    ['nested blocks', (count) => '{% if city %}'.repeat(count) + '{% endif %}'.repeat(count), MAX_DEPTH],
    ['characters in a tag', (count) => `{{ email${' '.repeat(count - 11)} }}`, MAX_MARK_CHARACTERS],
    ['values in a tag', (count) => `{{ email${' | upcase'.repeat(count - 1)} }}`, MAX_EXPRESSION],
    ['numbers in a range', (count) => `{% for n in (1..${count}) %}{% endfor %}`, MAX_STEPS],
  ])('allow exactly the maximum number of %s', (_, make, most) => {
    expect(faultsOf({ html: make(most), text: 'x' })).toEqual([]);
    expect(faultsOf({ html: make(most + 1), text: 'x' }).length).toBeGreaterThan(0);
  });

  it('bound the list of faults', () => {
    expect(faultsOf({ html: '{{ x }}\n'.repeat(MAX_FAULTS + 10), text: 'x' })).toHaveLength(MAX_FAULTS);
  });
});

describe('template warnings', () => {
  it('name values that may be missing, with their position', () => {
    const compiled = compileTemplate(
      source({ subject: 'Hi {{ first_name }}', html: '{{ city | upcase }}', text: '{{ city }}' }),
    );
    if ('faults' in compiled) throw new Error(sentenceOf(compiled.faults));
    expect(compiled.warnings).toMatchObject([
      { where: 'subject', column: 4, fix: 'Use {{ first_name | default: "..." }} or {% if first_name %}.' },
      { where: 'html', message: 'city has no fallback, so contacts without a value see nothing here.' },
      { where: 'text' },
    ]);
  });

  it.each([
    ['{{ city | default: "x" }}'],
    ['{{ city | upcase | default: account.name }}'],
    ['{% if contact.city %}{{ city }}{% endif %}'],
    ['{% unless city == blank %}{{ contact.city }}{% endunless %}'],
    ['{{ email }} {{ account.name }} {{ unsubscribe_url }} {{ links[0] }}'],
  ])('are not given for %s', (html) => {
    const compiled = compileTemplate(source({ html }));
    expect('faults' in compiled ? compiled.faults : compiled.warnings).toEqual([]);
  });
});

describe('merge names', () => {
  it('of fields do not hide built-in fields or Liquid keywords', () => {
    const names = mergeNames({
      fields: [
        { name: 'email', kind: 'number' },
        { name: 'contact', kind: 'text' },
        { name: 'unsubscribe_url', kind: 'text' },
        { name: '__proto__', kind: 'text' },
      ],
      account: {},
      links: { unsubscribe_url: 0 },
    });
    expect(names.email).toEqual({ kind: 'text', slot: 'email', isGiven: true });
    expect(names.contact).toBeUndefined();
    expect(names['contact.contact']).toMatchObject({ slot: 'contact' });
    expect(names.unsubscribe_url).toEqual({ kind: 'url', link: 0 });
    expect(names['contact.unsubscribe_url']).toMatchObject({ slot: 'unsubscribe_url' });
  });

  it('are suggested for similar spellings', () => {
    const known = ['first_name', 'contact.first_name', 'unsubscribe_url', 'city'];
    expect(nearest('FirstName', known)).toBe('first_name');
    expect(nearest('subscriber.first_name', known)).toBe('first_name');
    expect(nearest('unsubscribe-url', known)).toBe('unsubscribe_url');
    expect(nearest('zip', known)).toBeUndefined();
  });
});

function faultsOf(given: Partial<TemplateSource>): readonly TemplateFault[] {
  const compiled = compileTemplate(source(given));
  return 'faults' in compiled ? compiled.faults : [];
}

function source(given: Partial<TemplateSource>): TemplateSource {
  return {
    from: mailbox('news@example.org'),
    replyTo: [],
    subject: 'News',
    headers: [],
    linkPrefixes: ['https://t.example/u/'],
    names: NAMES,
    timeZone: 'UTC',
    ...given,
  };
}

function mailbox(text: string): Mailbox {
  const parsed = parseMailbox(text);
  if (isFault(parsed)) throw new Error(parsed.fault);
  return parsed;
}
