import MailComposer from 'nodemailer/lib/mail-composer';
import { encode, wrap } from 'nodemailer/lib/qp';
import { isFault, parseMailbox, type Mailbox } from '../src/mail/address.ts';
import { compose } from '../src/mail/compose.ts';
import { compileSkeleton } from '../src/mail/skeleton.ts';
import { compileTemplate, type CompiledTemplate } from '../src/mail/template/compile.ts';
import { sentenceOf } from '../src/mail/template/faults.ts';
import { mergeNames } from '../src/mail/template/names.ts';
import type { TemplateText } from '../src/mail/template.ts';
import { row } from './measure.ts';

const TEMPLATE_BYTES = [5_000, 30_000];
const SLOTS = 25;
const RUNS = 5;
const RUN_MS = 300;
const DATE = new Date('2026-11-21T10:00:00Z');
const SENTENCE = 'Grüße aus der Redaktion: this is a sentence of a newsletter, as long as sentences are. ';

interface Recipient {
  readonly to: Mailbox;
  readonly messageId: string;
  readonly date: Date;
  readonly values: Readonly<Record<string, string>>;
  readonly linkToken: () => string;
}

/**
 * What one of many mails costs, html and text with 25 slots: the skeleton beside what substitutes and encodes the whole
 * mail for each recipient, in CPU time of the process.
 */
export async function benchSkeleton(): Promise<void> {
  for (const bytes of TEMPLATE_BYTES) {
    console.log(`\nOne email of many: template of ${bytes / 1000} KB, ${SLOTS} slots, html and text`);
    const html = templateOf(bytes * 0.6, 'html');
    const text = templateOf(bytes * 0.4, 'text');
    const from = mailbox('News <news@example.com>');
    const shared = { from, replyTo: [], headers: [] };
    const skeleton = compileSkeleton({
      ...shared,
      subject: ['News for ', { slot: 'v0', as: 'text' }],
      html,
      text,
      linkPrefixes: [],
    });
    const written = ({ values }: Recipient) => ({
      subject: `News for ${values.v0}`,
      html: filled(html, values),
      text: filled(text, values),
    });
    await measure('skeleton', (recipient) => skeleton.render(recipient));
    await measureLiquid(bytes);
    await measure('substitute, then compose', (recipient) =>
      compose({ ...shared, ...written(recipient), ...recipient, to: [recipient.to], cc: [] }),
    );
    await measure('substitute, then encode with nodemailer', (recipient) => {
      const mail = written(recipient);
      return Buffer.from(wrap(encode(mail.html)) + wrap(encode(mail.text)));
    });
    await measure('MailComposer of nodemailer', (recipient) => {
      const { date, messageId, to } = recipient;
      const mail = { from: 'News <news@example.com>', to: to.address, date, messageId, ...written(recipient) };
      return new MailComposer(mail).compile().build();
    });
  }
}

/** The same mail written in Liquid: plain merges, and what conditions and filters add. */
async function measureLiquid(bytes: number): Promise<void> {
  const plain = compiledFrom(bytes, (name) => `{{ ${name} | default: "you" }}`);
  await measure('Liquid, plain merges with fallbacks', (recipient) => plain.render(recipient));
  const one = compiledFrom(bytes, (name) => (name === 'v0' ? condition(name) : `{{ ${name} }}`));
  await measure('Liquid, two conditions in html, two in text', (recipient) => one.render(recipient));
  const all = compiledFrom(bytes, condition);
  await measure('Liquid, 25 conditions with filters', (recipient) => all.render(recipient));
  const whole = compiledFrom(bytes, (name) => `{{ ${name} }}`, ['{% if v1 %}', '{% endif %}']);
  await measure('Liquid, the whole mail in a condition', (recipient) => whole.render(recipient));
}

function condition(name: string): string {
  return `{% if ${name} == "value" %}none{% else %}{{ ${name} | upcase }}{% endif %}`;
}

function compiledFrom(bytes: number, merge: (name: string) => string, [before, after] = ['', '']): CompiledTemplate {
  const written = (text: TemplateText): string =>
    text.map((part) => (typeof part === 'string' ? part : 'slot' in part ? merge(part.slot) : '')).join('');
  const fields = Array.from({ length: SLOTS }, (_, slot) => ({ name: `v${slot}`, kind: 'text' as const }));
  const compiled = compileTemplate({
    from: mailbox('News <news@example.com>'),
    replyTo: [],
    subject: 'News for {{ v0 }}',
    html: `${before}${written(templateOf(bytes * 0.6, 'html'))}${after}`,
    text: `${before}${written(templateOf(bytes * 0.4, 'text'))}${after}`,
    headers: [],
    linkPrefixes: [],
    names: mergeNames({ fields, account: {}, links: {} }),
    timeZone: 'UTC',
  });
  if ('faults' in compiled) throw new Error(sentenceOf(compiled.faults));
  return compiled;
}

/** Prints the least of some runs: what else ran on the machine takes caches away and adds. */
async function measure(name: string, work: (recipient: Recipient) => unknown): Promise<void> {
  let least = Number.POSITIVE_INFINITY;
  let number = 0;
  for (let run = 0; run < RUNS; run += 1) {
    const until = performance.now() + RUN_MS;
    const before = process.cpuUsage();
    let count = 0;
    while (performance.now() < until) {
      const result = work(recipientOf((number += 1)));
      if (result instanceof Promise) await result;
      count += 1;
    }
    const { system, user } = process.cpuUsage(before);
    least = Math.min(least, (system + user) / count);
  }
  row(name, `${least.toFixed(1)} µs`);
}

function recipientOf(number: number): Recipient {
  const values: Record<string, string> = {};
  for (let slot = 0; slot < SLOTS / 2; slot += 1) values[`v${slot}`] = `value ${slot} of ${number}`;
  return {
    to: mailbox(`person${number}@example.org`),
    messageId: `${number}@example.com`,
    date: DATE,
    values,
    linkToken: () => '',
  };
}

/** Each value stands in two places, as names and links do. */
function templateOf(bytes: number, as: 'html' | 'text'): TemplateText {
  const between = SENTENCE.repeat(Math.ceil(bytes / SLOTS / SENTENCE.length)).slice(0, bytes / SLOTS);
  const line = as === 'html' ? `<p style="margin: 0 0 12px">${between}</p>\n` : `${between}\n`;
  return Array.from({ length: SLOTS }, (_, index): TemplateText => [
    line,
    { slot: `v${index % Math.ceil(SLOTS / 2)}`, as },
  ]).flat();
}

function filled(text: TemplateText, values: Readonly<Record<string, string>>): string {
  return text
    .map((part) => (typeof part === 'string' ? part : 'slot' in part ? (values[part.slot] ?? '') : ''))
    .join('');
}

function mailbox(text: string): Mailbox {
  const parsed = parseMailbox(text);
  if (isFault(parsed)) throw new Error(parsed.fault);
  return parsed;
}
