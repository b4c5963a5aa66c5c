import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import PostalMime from 'postal-mime';
import { isFault, parseMailbox, type Mailbox } from '../src/mail/address.ts';
import { compileTemplate } from '../src/mail/template/compile.ts';
import { FILTERS, FOR_VARIABLES } from '../src/mail/template/filters.ts';
import { mergeNames } from '../src/mail/template/names.ts';
import {
  MAX_CHARACTERS,
  MAX_DEPTH,
  MAX_EXPRESSION,
  MAX_MARK_CHARACTERS,
  MAX_MARKS,
  MAX_PART_CHARACTERS,
  MAX_STEPS,
} from '../src/mail/template/source.ts';
import { TAGS } from '../src/mail/template/tags.ts';

const PAGE = readFileSync('docs/templates.md', 'utf8');
const EXAMPLES = examplesOf(PAGE);

const NAMES = mergeNames({
  fields: [
    { name: 'city', kind: 'text' },
    { name: 'orders', kind: 'number' },
    { name: 'member_since', kind: 'date' },
    { name: 'renewed_at', kind: 'date' },
    { name: 'vip', kind: 'boolean' },
    { name: 'interests', kind: 'text' },
  ],
  account: { name: 'A & B' },
  links: { unsubscribe_url: 0, preferences_url: 1, view_in_browser_url: 2 },
});

const VALUES = {
  email: 'joerg@example.com',
  first_name: 'Jörg',
  city: 'Köln',
  orders: '3',
  member_since: '2026-03-01',
  renewed_at: '2026-11-22T17:30:00Z',
  vip: 'true',
  interests: 'tea, coffee, cake',
};

describe('page on templates', () => {
  it('has examples', () => {
    expect(EXAMPLES.length).toBeGreaterThan(60);
  });

  it.each(EXAMPLES)('shows that $template renders as $result', async ({ isHtml, result, template }) => {
    const compiled = compileTemplate({
      from: mailbox('news@example.org'),
      replyTo: [],
      subject: 'News',
      html: isHtml ? `${template}|` : undefined,
      text: isHtml ? 'x' : `${template}|`,
      headers: [],
      linkPrefixes: ['https://a.example/u/', 'https://a.example/p/', 'https://a.example/v/'],
      names: NAMES,
      timeZone: 'Europe/Berlin',
    });
    if ('faults' in compiled) throw new Error(JSON.stringify(compiled.faults));
    const { body, headers } = compiled.render({
      to: mailbox('joerg@example.com'),
      messageId: '1@example.org',
      date: new Date('2026-11-22T10:00:00Z'),
      values: VALUES,
      linkToken: () => 'token',
    });
    const head = headers.map(({ name, value }) => `${name}: ${value}\r\n`).join('');
    const mail = await PostalMime.parse(Buffer.concat([Buffer.from(`${head}\r\n`), body]));
    expect((isHtml ? mail.html : mail.text)?.trimEnd()).toBe(`${result}|`);
  });

  it('has every tag and every filter, and none that do not exist', () => {
    const all = EXAMPLES.map(({ template }) => template).join('\n');
    const tags = [...all.matchAll(/\{%-?\s*(#|\w+)/g)].map(([, name]) => name);
    for (const tag of Object.keys(TAGS)) expect(tags).toContain(tag);
    const filters = [...all.matchAll(/\|\s*(\w+)/g)].map(([, name]) => name);
    const supported = [...FILTERS.keys()].filter((name) => !FOR_VARIABLES.has(name));
    expect(new Set(filters)).toEqual(new Set(supported));
    const others = readFileSync('docs/email-templates.md', 'utf8');
    for (const name of FOR_VARIABLES) expect(others).toContain(`| ${name} }}`);
  });

  it('has the actual limits', () => {
    const figures = [
      MAX_CHARACTERS,
      MAX_DEPTH,
      MAX_EXPRESSION,
      MAX_MARK_CHARACTERS,
      MAX_MARKS,
      MAX_STEPS,
      ...Object.values(MAX_PART_CHARACTERS),
    ];
    const section = PAGE.slice(PAGE.indexOf('## Limits'));
    for (const figure of figures) expect(section).toContain(figure.toLocaleString('en-US'));
  });
});

/** Returns the rows that contain two code spans, in tables whose header starts with `Template` or `HTML`. */
function examplesOf(page: string): { template: string; result: string; isHtml: boolean }[] {
  let isHtml = false;
  return page.split('\n').flatMap((line) => {
    if (/^\| (Template|HTML) \| Result \|$/.test(line)) isHtml = line.startsWith('| HTML');
    const row = /^\| `(.*)` \| `(.*)` \|$/.exec(line);
    if (!row) return [];
    const [template = '', result = ''] = row.slice(1).map((cell) => cell.replaceAll('\\|', '|'));
    return [{ template, result, isHtml }];
  });
}

function mailbox(text: string): Mailbox {
  const parsed = parseMailbox(text);
  if (isFault(parsed)) throw new Error(parsed.fault);
  return parsed;
}
