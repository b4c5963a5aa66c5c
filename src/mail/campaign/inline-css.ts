import { htmlTags, type HtmlAttribute, type HtmlTag } from '../html-tags.ts';
import { escapeHtml } from '../template.ts';
import { COVER, coverLiquid } from '../template/cover.ts';
import { cssRules, type Compound, type CssRule } from './css.ts';

/** Comparisons of an element with a part of a selector, and declarations that are for one, over the whole mail. */
const MAX_STEPS = 1_000_000;
/** Characters of styles that are put in. */
const MAX_ADDED_CHARACTERS = 1_000_000;
const VOID = new Set([
  'area',
  'base',
  'br',
  'col',
  'embed',
  'hr',
  'img',
  'input',
  'link',
  'meta',
  'source',
  'track',
  'wbr',
]);
/** Elements that show nothing themselves. */
const UNSEEN = new Set(['html', 'head', 'meta', 'title', 'style', 'script', 'link', 'base']);

interface Element {
  readonly name: string;
  readonly attributes: readonly HtmlAttribute[];
  readonly classes: readonly string[];
  readonly parent: Element | undefined;
}

interface Edit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/**
 * HTML with the rules of its style elements written into the elements that they are for, as programs need it that drop style
 * elements; these stay, for what cannot be written into elements. Everything else stays as it is, byte for byte, Liquid too.
 * The
 * Liquid of the HTML can be read. Undefined when it would take too much work, or make the mail too long.
 */
export function inlineCss(html: string): string | undefined {
  const covered = coverLiquid(html);
  const tags = [...htmlTags(covered)];
  const rules = rulesIn(covered, tags);
  if (rules.length === 0) return html;
  const index = indexOf(rules);
  const work = { steps: 0, added: 0 };
  const edits: Edit[] = [];
  let open: Element | undefined;
  for (const tag of tags) {
    if (tag.isClose) {
      open = behindClose(open, tag.name);
      continue;
    }
    const element = elementOf(tag, open);
    if (!VOID.has(tag.name)) open = element;
    const edit = UNSEEN.has(tag.name) ? undefined : editOf(html, tag, matching(element, index, work));
    work.added += edit?.text.length ?? 0;
    if (work.steps > MAX_STEPS || work.added > MAX_ADDED_CHARACTERS) return undefined;
    if (edit) edits.push(edit);
  }
  return edited(html, edits);
}

/** Rules of all style elements; one with Liquid in it, or for other media, is left alone. */
function rulesIn(html: string, tags: readonly HtmlTag[]): CssRule[] {
  const rules: CssRule[] = [];
  for (const [index, tag] of tags.entries()) {
    if (tag.isClose || tag.name !== 'style') continue;
    const media =
      tag.attributes
        .find(({ name }) => name === 'media')
        ?.value.trim()
        .toLowerCase() ?? '';
    const sheet = html.slice(tag.end, tags[index + 1]?.start ?? html.length);
    if (!['', 'all', 'screen'].includes(media) || sheet.includes(COVER)) continue;
    for (const rule of cssRules(sheet, rules.length)) rules.push(rule);
  }
  return rules;
}

function elementOf({ attributes, name }: HtmlTag, parent: Element | undefined): Element {
  const given = attributes.find((attribute) => attribute.name === 'class')?.value ?? '';
  return { name, attributes, parent, classes: given.split(/[ \t\n\f\r]+/).filter((word) => word !== '') };
}

/** What is open behind a closing tag; one that closes nothing counts for nothing. Stops looking soon: nesting may be wrong. */
function behindClose(open: Element | undefined, name: string): Element | undefined {
  let element = open;
  for (let looked = 0; element && looked < 20; looked += 1) {
    if (element.name === name) return element.parent;
    element = element.parent;
  }
  return open;
}

/** Rules by what their last compound asks for, so that an element is held against few of them. */
type RuleIndex = ReadonlyMap<string, readonly CssRule[]>;

function indexOf(rules: readonly CssRule[]): RuleIndex {
  const index = new Map<string, CssRule[]>();
  for (const rule of rules) {
    const last = rule.compounds.at(-1);
    const key =
      last?.id === undefined
        ? last?.classes[0] === undefined
          ? (last?.type ?? '*')
          : `.${last.classes[0]}`
        : `#${last.id}`;
    const list = index.get(key);
    if (list) list.push(rule);
    else index.set(key, [rule]);
  }
  return index;
}

interface Work {
  steps: number;
  readonly added: number;
}

/** Rules that are for an element, the strongest last. */
function matching(element: Element, index: RuleIndex, work: Work): CssRule[] {
  const id = element.attributes.find(({ name }) => name === 'id')?.value;
  const keys = new Set([
    '*',
    element.name,
    ...element.classes.map((name) => `.${name}`),
    ...(id === undefined ? [] : [`#${id}`]),
  ]);
  const found: CssRule[] = [];
  for (const key of keys) {
    work.steps += 1;
    for (const rule of index.get(key) ?? []) {
      if (work.steps > MAX_STEPS) return found;
      if (!isFor(rule.compounds, rule.compounds.length - 1, element, work)) continue;
      found.push(rule);
      work.steps += rule.declarations.length;
    }
  }
  return found.toSorted((a, b) => a.specificity - b.specificity || a.order - b.order);
}

function isFor(compounds: readonly Compound[], last: number, element: Element, work: Work): boolean {
  const compound = compounds[last];
  work.steps += 1;
  if (!compound || work.steps > MAX_STEPS || !isOne(compound, element, work)) return false;
  if (last === 0) return true;
  let above = element.parent;
  while (above) {
    if (isFor(compounds, last - 1, above, work)) return true;
    if (compound.isChild || work.steps > MAX_STEPS) return false;
    above = above.parent;
  }
  return false;
}

function isOne({ attributes, classes, id, type }: Compound, element: Element, work: Work): boolean {
  if (type !== undefined && type !== element.name) return false;
  work.steps += element.attributes.length + (classes.length > 0 ? element.classes.length : 0);
  if (!classes.every((name) => element.classes.includes(name))) return false;
  const asked = id === undefined ? attributes : [...attributes, ['id', id] as const];
  return asked.every(([name, value]) => {
    const found = element.attributes.find((attribute) => attribute.name === name);
    return found !== undefined && (value === undefined || found.value === value);
  });
}

/** What of the tag is to be written anew: its own style is stronger than rules, but for those that are important. */
function editOf(html: string, tag: HtmlTag, rules: readonly CssRule[]): Edit | undefined {
  const all = rules.flatMap(({ declarations }) => declarations);
  if (all.length === 0) return undefined;
  const before = styleOf(all.filter(({ isImportant }) => !isImportant));
  const after = styleOf(all.filter(({ isImportant }) => isImportant));
  const own = tag.attributes.find(({ name }) => name === 'style');
  if (!own || own.start === own.end) {
    const at = tag.start + 1 + tag.name.length;
    return { start: at, end: at, text: ` style="${[before, after].filter((part) => part !== '').join(';')}"` };
  }
  const first = html.charAt(own.start);
  const isQuoted = first === '"' || first === "'";
  const quote = isQuoted ? first : '"';
  const kept = (isQuoted ? html.slice(own.start + 1, own.end - 1) : html.slice(own.start, own.end))
    .trim()
    .replace(/;$/, '');
  const text = [before, kept, after].filter((part) => part !== '').join(';');
  return { start: own.start, end: own.end, text: `${quote}${text}${quote}` };
}

/** Declarations for an attribute, each property once: the last one counts. */
function styleOf(declarations: CssRule['declarations']): string {
  const last = new Map<string, string>();
  for (const { property, value } of declarations) {
    last.delete(property);
    last.set(property, value);
  }
  return [...last].map(([property, value]) => `${property}:${escapeHtml(value)}`).join(';');
}

function edited(html: string, edits: readonly Edit[]): string {
  const pieces: string[] = [];
  let at = 0;
  for (const { end, start, text } of edits) {
    pieces.push(html.slice(at, start), text);
    at = end;
  }
  return pieces.join('') + html.slice(at);
}
