import { tooMuchCss } from '../campaign/html-limits.ts';
import type { EmailAddress } from '../address.ts';
import { placed, sourceOf, withStyles, type CampaignContent, type ContentFault } from '../campaign/prepare.ts';
import { htmlToText } from '../html-to-text.ts';
import { scriptIn } from '../scripts.ts';
import { compileTemplate, type CompiledTemplate } from './compile.ts';
import { createFaultList } from './faults.ts';
import { TemplateTooCostly, type KnownName, type KnownNames, type TemplateSource } from './source.ts';
import type { Variable } from './variable-uses.ts';

/** The value of a variable. Lists and objects contain only JSON. */
export type VariableValue = string | number | boolean | readonly unknown[] | Readonly<Record<string, unknown>>;

/** Values for the variables of a template, by name. */
export type VariableValues = Readonly<Record<string, VariableValue>>;

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

/** Returns the variables of content, or the errors in the content. Pure. */
export function examineVariables(content: ContentWithVariables): { readonly variables: readonly Variable[] } | Faulty {
  const found = examine(content);
  return 'faults' in found ? found : { variables: found.variables };
}

type Names = readonly string[];

/**
 * Fills in the variables of content. Values are escaped in HTML, unless the content uses the `raw` filter. If required
 * variables have no value, or the content does not use some of the values, returns their names in `missing` and
 * `unknown` instead. If the content would insert lists or objects as text, returns their names in `notText`. Returns
 * undefined if the result would be too costly to render. Pure.
 */
export function fillVariables(
  content: ContentWithVariables,
  values: VariableValues,
):
  | FilledContent
  | { readonly missing: Names; readonly unknown: Names }
  | { readonly notText: Names }
  | Faulty
  | undefined {
  const open = examine(content);
  if ('faults' in open) return open;
  const missing = open.variables.filter(({ name, required }) => required && !Object.hasOwn(values, name));
  const used = new Map(open.variables.map((variable) => [variable.name, variable]));
  const unknown = Object.keys(values).filter((name) => !used.has(name));
  if (missing.length > 0 || unknown.length > 0) return { missing: missing.map(({ name }) => name), unknown };
  const notText = Object.keys(values).filter((name) => used.get(name)?.isText && typeof values[name] === 'object');
  if (notText.length > 0) return { notText };
  // If any value is not a string, compile again with the types of the values, so that conditions compare numbers as
  // numbers.
  const isPlain = Object.entries(values).every(
    ([name, value]) => typeof value === 'string' && !used.get(name)?.isStructure,
  );
  if (isPlain) return rendered(open.compiled, values as Readonly<Record<string, string>>);
  const names = namesOf(values, open.variables);
  const compiled = compile(content, names);
  return 'faults' in compiled ? compiled : rendered(compiled, textsOf(values, names));
}

/**
 * Finds the variables of content. If the content reads properties of lists or objects, compiles it again, so that these
 * properties do not become variables themselves.
 */
function examine(
  content: ContentWithVariables,
): { readonly compiled: CompiledContent; readonly variables: readonly Variable[] } | Faulty {
  const open = compile(content, {});
  if ('faults' in open) return open;
  const all = open.variables.filter(({ isStructure }) => isStructure);
  const isInside = ({ name }: Variable): boolean => all.some((other) => name.startsWith(`${other.name}.`));
  if (!open.variables.some(isInside)) return { compiled: open, variables: open.variables };
  const structures = all.filter((variable) => !isInside(variable));
  const compiled = compile(content, namesOf({}, structures));
  if ('faults' in compiled) return compiled;
  const whole = structures.map(({ name }) => {
    return { name, required: compiled.gaps.includes(name), isText: false, isStructure: true };
  });
  return { compiled, variables: [...whole, ...compiled.variables] };
}

/** Returns the values as they are stored for rendering. */
function textsOf(values: VariableValues, names: KnownNames): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      typeof value === 'object' || names[name]?.kind === 'structure' ? JSON.stringify(value) : String(value),
    ]),
  );
}

/** Compiled content. `hasText` is false if the text is generated from the rendered HTML. */
interface CompiledContent extends CompiledTemplate {
  readonly hasText: boolean;
}

function rendered(compiled: CompiledContent, values: Readonly<Record<string, string>>): FilledContent | undefined {
  try {
    const { html, subject, text } = compiled.texts({ values, linkToken: () => '' });
    // A line break would start a new header field.
    const line = subject.replaceAll(/[\u0000-\u001f\u007f-\u009f\u2028\u2029]+/g, ' ').trim();
    // Convert the rendered HTML, because values can contain HTML.
    return { subject: line, html, text: compiled.hasText ? (text ?? '') : htmlToText(html ?? '') };
  } catch (error) {
    if (error instanceof TemplateTooCostly) return undefined;
    throw error;
  }
}

/** Placeholder for the sender, because templates compiled here are never sent. */
const NOBODY = { name: undefined, address: 'nobody@example.org' as EmailAddress };

function compile(content: ContentWithVariables, names: KnownNames): CompiledContent | Faulty {
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
    names,
    hasVariables: true,
    timeZone: 'UTC',
  };
  const compiled = compileTemplate(source);
  if ('faults' in compiled) return { faults: placed(compiled.faults, given) };
  return { ...compiled, hasText: given.text !== undefined };
}

function namesOf(values: VariableValues, variables: readonly Variable[]): KnownNames {
  const names: Record<string, KnownName> = {};
  for (const { isStructure, name } of variables) {
    const value = values[name];
    const isGiven = value !== undefined;
    if (isStructure || typeof value === 'object') names[name] = { kind: 'structure', slot: name, isGiven };
    else if (value !== undefined) names[name] = { kind: kindOf(value), slot: name, isGiven };
  }
  return names;
}

function kindOf(value: VariableValue): 'text' | 'number' | 'boolean' {
  return typeof value === 'number' || typeof value === 'boolean' ? (typeof value as 'number' | 'boolean') : 'text';
}
