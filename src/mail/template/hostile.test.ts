import { describe, expect, it } from 'vitest';
import { isFault, parseMailbox, type Mailbox } from '../address.ts';
import { compileTemplate, type CompiledTemplate } from './compile.ts';
import { mergeNames } from './names.ts';
import { MAX_CHARACTERS, MAX_STEPS, TemplateTooCostly } from './source.ts';

const NAMES = mergeNames({
  fields: [
    { name: 'city', kind: 'text' },
    { name: 'count', kind: 'number' },
  ],
  account: {},
  links: {},
});

/** One billion. Too large for a number in a range literal, but allowed as the value of a variable in a range. */
const HUGE = { city: 'x', count: '1000000000' };

describe('hostile template', () => {
  it.each([
    ['loops of a billion iterations', '{% for a in (1..count) %}{% for b in (1..count) %}x{% endfor %}{% endfor %}'],
    ['an empty loop of a billion iterations', '{% for a in (1..count) %}{% endfor %}'],
    ['nested loops', loops(8, 9, '')],
    ['conditions in loops', loops(2, 99, '{% if city %}{% endif %}')],
    ['cases in loops', loops(2, 50, `{% case city %}{% when ${'"a", '.repeat(20)}"b" %}{% endcase %}`)],
    ['a range of a billion numbers', '{% assign r = (1..count) %}{{ r | size }}'],
    ['a range in a condition', '{% if (1..count) contains 0 %}{% endif %}'],
    ['a text that doubles', `{% assign s = "x" %}${loops(1, 40, '{% assign s = s | append: s %}')}{{ s }}`],
    [
      'a text that doubles in a capture',
      `{% assign s = "x" %}${loops(1, 40, '{% capture s %}{{ s }}{{ s }}{% endcapture %}')}`,
    ],
    ['a replacement with itself', `${big(1_000)}${'{% assign s = s | replace: "a", s %}'.repeat(3)}`],
    ['text in loops', loops(1, 9_000, 'x'.repeat(1_000))],
    ['text in loops that is captured', `{% capture c %}${loops(1, 9_000, 'x'.repeat(1_000))}{% endcapture %}`],
    ['text that grows when escaped', `${big(100_000, '&')}{{ s | upcase }}`],
    ['text that grows when encoded for an address', `${big(100_000, 'é')}<a href="?{{ s }}">`],
    ['searches of a long text', `${big(50_000)}${loops(1, 1_000, '{% if s contains "ab" %}{% endif %}')}`],
    [
      'comparisons of long texts',
      `${big(50_000)}{% assign t = s | append: "" %}${loops(1, 1_000, '{% if s == t %}{% endif %}')}`,
    ],
    [
      'cases of long texts',
      `${big(50_000)}{% assign t = s | append: "" %}${loops(1, 99, '{% case s %}{% when t, t, t %}{% endcase %}')}`,
    ],
    ['lists of single characters', `${big(50_000)}${loops(1, 99, '{% assign l = s | split: "" %}{{ l | join: s }}')}`],
    [
      'comparisons of lists',
      `${big(9_000, 'a,')}{% assign l = s | split: "," %}${loops(1, 99, '{% if l == l %}{% endif %}')}`,
    ],
    [
      'loops over lists that stop immediately',
      `${big(9_000, 'a,')}{% assign l = s | split: "," %}${loops(1, 9, '{% for x in l limit: 1 %}{% endfor %}')}`,
    ],
    ['dates', loops(1, 2_000, '{{ city | date: "%F" }}')],
    ['a thousand filters in loops', loops(1, 400, `{{ city${' | upcase'.repeat(40)} }}`)],
    ['white space to trim', `${big(90_000, ' ')}${loops(1, 99, '{{ s | truncatewords: 2 }}{{ s | rstrip }}')}`],
    [
      'tags to strip',
      `{% assign s = "<" %}${'{% assign s = s | append: s %}'.repeat(15)}${loops(1, 99, '{{ s | strip_html }}')}`,
    ],
  ])('is stopped if it has %s', (_, html) => {
    const compiled = compiledOf(html);
    expect(() => render(compiled, HUGE)).toThrow(TemplateTooCostly);
    // Steps are counted for each email, so the second attempt fails in the same way.
    expect(() => render(compiled, HUGE)).toThrow(TemplateTooCostly);
  });

  it.each([
    ['unclosed outputs', '{{'.repeat(400_000)],
    ['unclosed tags', '{% '.repeat(4_000)],
    ['a long quote', `{{ "${'a'.repeat(900_000)}`],
    ['brackets', `{{ city${'[city'.repeat(100_000)} }}`],
    ['parentheses', `{{ ${'('.repeat(100_000)} }}`],
    ['a long condition', `{% if ${'city and '.repeat(100_000)}city %}{% endif %}`],
    ['unknown names', '{{ citi }}\n'.repeat(4_999)],
  ])('is rejected if it consists of %s', (_, html) => {
    const compiled = compileTemplate(source(html));
    expect('faults' in compiled && compiled.faults.length).toBeGreaterThan(0);
  });

  it.each([
    ['{{ city.constructor }}'],
    ['{{ city["__proto__"] }}'],
    ['{% assign a = city %}{{ a.constructor }}'],
    ['{% assign a = city %}{{ a["constructor"] }}'],
    ['{% assign a = city %}{{ a[city] }}'],
    ['{% assign a = city %}{{ a.first.constructor }}'],
    ['{% capture a %}x{% endcapture %}{{ a.valueOf }}'],
    ['{% for a in (1..2) %}{{ forloop.constructor }}{% endfor %}'],
    ['{% for a in (1..2) %}{{ forloop.next }}{% endfor %}'],
    ['{% assign __proto__ = city %}{{ __proto__.constructor }}'],
  ])('cannot read object properties: %s', (html) => {
    expect('faults' in compileTemplate(source(html))).toBe(true);
  });

  it('that assigns names of built-in object properties only changes its own text', () => {
    const html =
      '{% assign __proto__ = "a" %}{% assign constructor = "b" %}{{ __proto__ }}{{ constructor }}{{ toString }}';
    const compiled = compileTemplate(source(html.replace('{{ toString }}', '')));
    if ('faults' in compiled) throw new Error(JSON.stringify(compiled.faults));
    expect(render(compiled, {}).body.toString()).toContain('b');
    expect(Object.hasOwn(Object.prototype, 'a')).toBe(false);
    expect('faults' in compileTemplate(source(html))).toBe(true);
  });
});

describe('valid template', () => {
  it('can render a large email in which every part is conditional', () => {
    const block = '{% if count > 2 %}<p>{{ city | upcase }} is a town.</p>{% else %}<p>Hello</p>{% endif %}';
    const compiled = compiledOf(`{% if city %}${'word '.repeat(20_000)}{% endif %}${block.repeat(500)}`);
    expect(render(compiled, { city: 'Köln', count: '3' }).body.length).toBeGreaterThan(100_000);
  });

  it("fails for one recipient because of that recipient's value", () => {
    const compiled = compiledOf('{% for n in (1..count) %}*{% endfor %}');
    expect(() => render(compiled, HUGE)).toThrow(`more than ${MAX_STEPS} steps`);
    expect(render(compiled, { count: '3' }).body.toString()).toContain('***');
    expect(() => render(compiledOf(`${big(90_000)}{{ s }}${'{{ s }}'.repeat(9)}`), {})).toThrow(
      `more than ${MAX_CHARACTERS} characters`,
    );
  });

  it('shares one budget between its parts', () => {
    const part = `{% if city %}${'x'.repeat(MAX_CHARACTERS / 2)}{% endif %}`;
    const two = (more: string): CompiledTemplate => {
      const compiled = compileTemplate({ ...source(part), text: `${part}${more}` });
      if ('faults' in compiled) throw new Error(JSON.stringify(compiled.faults));
      return compiled;
    };
    expect(() => render(two(''), { city: 'x' })).not.toThrow();
    expect(() => render(two('{% if city %}x{% endif %}'), { city: 'x' })).toThrow(TemplateTooCostly);
  });
});

/** Returns nested loops of the given depth and number of iterations. */
function loops(depth: number, turns: number, inner: string): string {
  const open = Array.from({ length: depth }, (_, index) => `{% for l${index} in (1..${turns}) %}`).join('');
  return `${open}${inner}${'{% endfor %}'.repeat(depth)}`;
}

/** Assigns a long string to `s`. */
function big(count: number, of = 'a'): string {
  return `{% capture s %}${of.repeat(count)}{% endcapture %}`;
}

function compiledOf(html: string): CompiledTemplate {
  const compiled = compileTemplate(source(html));
  if ('faults' in compiled) throw new Error(JSON.stringify(compiled.faults));
  return compiled;
}

function source(html: string) {
  return {
    from: mailbox('news@example.org'),
    replyTo: [],
    subject: 'News',
    html,
    text: 'x',
    headers: [],
    linkPrefixes: [],
    names: NAMES,
    timeZone: 'UTC',
  };
}

function render(compiled: CompiledTemplate, values: Record<string, string>) {
  const date = new Date('2026-11-21T10:00:00Z');
  const to = mailbox('ann@example.com');
  return compiled.render({ to, messageId: '1@example.org', date, values, linkToken: () => '' });
}

function mailbox(text: string): Mailbox {
  const parsed = parseMailbox(text);
  if (isFault(parsed)) throw new Error(parsed.fault);
  return parsed;
}
