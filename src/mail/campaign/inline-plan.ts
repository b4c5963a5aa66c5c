import type { CssDeclaration } from '../css-rules.ts';
import { declarationsOf } from '../css-rules.ts';
import type { Match, StyleRule } from '../html-cascade.ts';
import { attributeValue, type HtmlElement } from '../html-document.ts';
import { COVER } from '../template/cover.ts';

/** Declarations to write into an element's style attribute, weakest first. */
export interface InlineStyles {
  /** Declarations that are written before the element's own style, so that it overrides them. */
  readonly normal: readonly CssDeclaration[];
  /** `!important` declarations of the style sheets, which are written after the element's own style. */
  readonly important: readonly CssDeclaration[];
}

/** A plan for inlining style sheets without changing the result of the cascade. */
export interface InlinePlan {
  readonly styles: ReadonlyMap<HtmlElement, InlineStyles>;
  /**
   * Declarations that stay in the style sheets and must become `!important` there, to override weaker inlined
   * declarations.
   */
  readonly marked: readonly MarkedDeclaration[];
}

/** A declaration and its rule. */
export interface MarkedDeclaration {
  readonly rule: StyleRule;
  readonly declaration: CssDeclaration;
}

/** A declaration that applies to an element. */
interface Entry extends MarkedDeclaration {
  readonly canInline: boolean;
}

/** An element with the competing declarations of each property group, weakest first. */
interface Contest {
  readonly element: HtmlElement;
  readonly normal: ReadonlyMap<string, readonly Entry[]>;
  readonly important: readonly Entry[];
  /**
   * Property groups that are set by the element's own style or by important declarations. `*` means that Liquid in the
   * own style may set any group.
   */
  readonly decided: ReadonlySet<string>;
}

type Matches = ReadonlyMap<HtmlElement, readonly Match[]>;

/** Elements whose style attributes are left unchanged: the root element, and elements that are never rendered. */
const UNSEEN = new Set(['html', 'head', 'meta', 'title', 'style', 'script', 'link', 'base']);
/** Matches the common prefix of the properties in a group. */
const SHORTHANDS =
  /^(margin|padding|border|background|font|list-style|text-decoration|text-emphasis|flex|grid|overflow|column|outline|transition|animation|mask|inset|place|scroll-margin|scroll-padding|offset|container)(?:-|$)/;
const ALIASES: Readonly<Record<string, string>> = {
  'line-height': 'font',
  top: 'inset',
  right: 'inset',
  bottom: 'inset',
  left: 'inset',
  gap: 'grid',
  'row-gap': 'grid',
  'column-gap': 'grid',
  columns: 'column',
  'align-content': 'place',
  'align-items': 'place',
  'align-self': 'place',
  'justify-content': 'place',
  'justify-items': 'place',
  'justify-self': 'place',
  'inline-size': 'width',
  'block-size': 'height',
  'min-inline-size': 'min-width',
  'min-block-size': 'min-height',
  'max-inline-size': 'max-width',
  'max-block-size': 'max-height',
  'word-wrap': 'overflow-wrap',
  'overflow-wrap': 'overflow-wrap',
};
/**
 * Keys of selectors that may match elements that are inserted later: the preview text and the tracking elements. No
 * important declaration may override the styles that hide them.
 */
const ADDED_KEYS = new Set(['*', 'div', 'a', 'img']);
const HIDING_GROUPS = new Set(['display', 'max-height', 'overflow']);

/**
 * Selects the declarations to inline. An inlined declaration overrides every normal declaration in the style sheets. A
 * normal declaration is therefore inlined only if all stronger declarations of its group are inlined too or can be made
 * important.
 */
export function planInlining(matches: Matches): InlinePlan {
  const contests = [...matches].flatMap(([element, found]) =>
    UNSEEN.has(element.tagName) ? [] : [contestOf(element, found)],
  );
  const marked = markedAmong(contests);
  const isMarked = new Set(marked.map(({ declaration }) => declaration));
  const styles = new Map<HtmlElement, InlineStyles>();
  for (const contest of contests) {
    const normal = contest.normal.has('all') ? [] : inlinedOf(contest, isMarked);
    const important = contest.important.filter(({ canInline }) => canInline).map(({ declaration }) => declaration);
    if (normal.length + important.length > 0) styles.set(contest.element, { normal, important });
  }
  return { styles, marked };
}

function contestOf(element: HtmlElement, matches: readonly Match[]): Contest {
  const normal = new Map<string, Entry[]>();
  const important: Entry[] = [];
  const own = attributeValue(element, 'style') ?? '';
  const decided = new Set(own.includes(COVER) ? ['*'] : declarationsOf(own).map(({ property }) => groupOf(property)));
  for (const { isCertain, rule } of matches) {
    const canInlineRule = isCertain && isInlinable(rule);
    for (const declaration of rule.declarations) {
      const entry = { rule, declaration, canInline: canInlineRule && isPortable(declaration) };
      const group = groupOf(declaration.property);
      if (declaration.isImportant) {
        important.push(entry);
        decided.add(group);
        continue;
      }
      const list = normal.get(group);
      if (list) list.push(entry);
      else normal.set(group, [entry]);
    }
  }
  return { element, normal, important, decided };
}

/**
 * Returns the normal declarations to inline, weakest first. If a declaration can be neither inlined nor made important,
 * only stronger declarations of its group are inlined, and none if its precedence is unknown.
 */
function inlinedOf({ normal }: Contest, isMarked: ReadonlySet<CssDeclaration>): CssDeclaration[] {
  const inlined = new Set<Entry>();
  for (const entries of normal.values()) {
    const stays = (entry: Entry): boolean => !entry.canInline && !isMarked.has(entry.declaration);
    if (entries.some((entry) => stays(entry) && entry.rule.isOfUnknownStrength)) continue;
    for (const entry of entries.slice(entries.findLastIndex((one) => stays(one)) + 1)) {
      if (entry.canInline) inlined.add(entry);
    }
  }
  return [...inlined].toSorted((a, b) => byStrength(a, b)).map(({ declaration }) => declaration);
}

/**
 * Returns the declarations to make important. A declaration is included only if a declaration of its group can be
 * inlined, and if making it important does not change the result for any element.
 */
function markedAmong(contests: readonly Contest[]): MarkedDeclaration[] {
  const places = new Map<CssDeclaration, { entry: Entry; group: string; contests: Contest[] }>();
  for (const contest of contests) {
    for (const [group, entries] of contest.normal) {
      for (const entry of entries) {
        if (entry.canInline || entry.rule.isOfUnknownStrength) continue;
        const place = places.get(entry.declaration);
        if (place) place.contests.push(contest);
        else places.set(entry.declaration, { entry, group, contests: [contest] });
      }
    }
  }
  const marked = new Set<CssDeclaration>();
  // Decide stronger declarations before those that they override.
  const strongestFirst = [...places.values()].toReversed().toSorted((a, b) => byStrength(b.entry, a.entry));
  for (const { contests: where, entry, group } of strongestFirst) {
    if (canMark(entry, group) && where.every((contest) => winsIn(contest, group, entry, marked))) {
      marked.add(entry.declaration);
    }
  }
  const isNeeded = ({ contests: where, group }: { contests: readonly Contest[]; group: string }): boolean =>
    where.some(({ normal }) => normal.get(group)?.some(({ canInline }) => canInline));
  return [...places.values()].flatMap((place) =>
    marked.has(place.entry.declaration) && isNeeded(place) ? [place.entry] : [],
  );
}

function canMark({ declaration, rule }: Entry, group: string): boolean {
  if (rule.sheetAt === undefined || isInlinable(rule) || !isPortable(declaration) || group === 'all') return false;
  return !(ADDED_KEYS.has(rule.key) && HIDING_GROUPS.has(group));
}

/** Returns whether making an entry important leaves the result for an element unchanged. */
function winsIn(
  { decided, normal }: Contest,
  group: string,
  entry: Entry,
  marked: ReadonlySet<CssDeclaration>,
): boolean {
  if (decided.has(group) || decided.has('*') || decided.has('all') || normal.has('all')) return false;
  const entries = normal.get(group) ?? [];
  const at = entries.findLastIndex(({ declaration }) => declaration === entry.declaration);
  return (
    entries.slice(at + 1).every(({ declaration }) => marked.has(declaration)) &&
    !entries.some((other) => other.rule.isOfUnknownStrength)
  );
}

function isInlinable({ conditions, exact, isOfUnknownStrength }: StyleRule): boolean {
  return exact !== undefined && conditions.length === 0 && !isOfUnknownStrength;
}

/** Returns whether a declaration can be written into an attribute. Braces could be parsed as Liquid there. */
function isPortable({ isClosed, property, value }: CssDeclaration): boolean {
  return isClosed && !property.startsWith('--') && !/[{}<>]/.test(value) && !value.includes(COVER);
}

function byStrength(a: Entry, b: Entry): number {
  return a.rule.specificity - b.rule.specificity || a.rule.order - b.rule.order;
}

/**
 * Returns the group of a property. Properties that can override each other share a group. `all` is a group of its own.
 */
function groupOf(property: string): string {
  const plain = property.replace(/^-(?:webkit|moz|ms|o)-/, '');
  return ALIASES[plain] ?? SHORTHANDS.exec(plain)?.[1] ?? plain;
}
