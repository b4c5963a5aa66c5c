import { tooMuchCss } from '../campaign/html-limits.ts';
import type { EmailAddress } from '../address.ts';
import { placed, sourceOf, withStyles, type CampaignContent, type ContentFault } from '../campaign/prepare.ts';
import { htmlToText } from '../html-to-text.ts';
import { scriptIn } from '../scripts.ts';
import { compileTemplate, type CompiledTemplate, type Variable } from './compile.ts';
import { createFaultList } from './faults.ts';
import { TemplateTooCostly, type KnownNames, type TemplateSource } from './source.ts';

/** Values for the variables of a template, by name. */
export type VariableValues = Readonly<Record<string, string | number | boolean>>;

/** Content with variables in place of recipient data, as in a stored template. */
export type ContentWithVariables = CampaignContent;

/** The content of an email after its variables are filled in. */
export interface FilledContent {
  readonly subject: string;
  readonly html: string | undefined;
  readonly text: string;
}

interface Faulty {
  readonly faults: readonly ContentFault[];
}

/** Returns the variables of content, or all errors in the content. Pure. */
export function examineVariables(content: ContentWithVariables): { readonly variables: readonly Variable[] } | Faulty {
  const compiled = compile(content, {});
  return 'faults' in compiled ? compiled : { variables: compiled.variables };
}

/**
 * Fills in the variables of content. Values are escaped in HTML and inserted unchanged in the subject and the text. If
 * required variables have no value, or the content does not use some of the values, returns their names instead.
 * Returns undefined if the result would be too costly to render. Pure.
 */
export function fillVariables(
  content: ContentWithVariables,
  values: VariableValues,
): FilledContent | { readonly missing: readonly string[]; readonly unknown: readonly string[] } | Faulty | undefined {
  const open = compile(content, {});
  if ('faults' in open) return open;
  const missing = open.variables.filter(({ name, required }) => required && !Object.hasOwn(values, name));
  const used = new Set(open.variables.map(({ name }) => name));
  const unknown = Object.keys(values).filter((name) => !used.has(name));
  if (missing.length > 0 || unknown.length > 0) return { missing: missing.map(({ name }) => name), unknown };
  // If any value is not a string, compile again with the types of the values, so that conditions compare numbers as
  // numbers.
  const compiled = Object.values(values).every((value) => typeof value === 'string') ? open : compile(content, values);
  return 'faults' in compiled ? compiled : rendered(compiled, values);
}

function rendered(compiled: CompiledTemplate, given: VariableValues): FilledContent | undefined {
  const values = Object.fromEntries(Object.entries(given).map(([name, value]) => [name, String(value)]));
  try {
    const { html, subject, text } = compiled.texts({ values, linkToken: () => '' });
    // A line break would start a new header field.
    const line = subject.replaceAll(/[\u0000-\u001f\u007f-\u009f\u2028\u2029]+/g, ' ').trim();
    return { subject: line, html, text: text ?? htmlToText(html ?? '') };
  } catch (error) {
    if (error instanceof TemplateTooCostly) return undefined;
    throw error;
  }
}

/** Placeholder for the sender, because templates compiled here are never sent. */
const NOBODY = { name: undefined, address: 'nobody@example.org' as EmailAddress };

function compile(content: ContentWithVariables, values: VariableValues): CompiledTemplate | Faulty {
  const given = sourceOf(content);
  if ('faults' in given) return given;
  const script = given.html === undefined ? undefined : scriptIn(given.html);
  if (script) {
    const list = createFaultList('html', given.html ?? '');
    list.add(script.at, script.message, script.fix);
    return { faults: placed(list.faults, given) };
  }
  const html = withStyles(given.html, content);
  if (given.html !== undefined && html === undefined) return { faults: [tooMuchCss('inlined')] };
  const source: TemplateSource = {
    from: NOBODY,
    replyTo: [],
    subject: content.subject,
    previewText: content.previewText,
    html,
    text: given.text,
    headers: [],
    linkPrefixes: [],
    names: namesOf(values),
    hasVariables: true,
    timeZone: 'UTC',
  };
  const compiled = compileTemplate(source);
  return 'faults' in compiled ? { faults: placed(compiled.faults, given) } : compiled;
}

function namesOf(values: VariableValues): KnownNames {
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => {
      const kind = typeof value === 'string' ? 'text' : (typeof value as 'number' | 'boolean');
      return [name, { kind, slot: name, isGiven: true }];
    }),
  );
}
