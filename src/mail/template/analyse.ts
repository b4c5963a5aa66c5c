import {
  AssignTag,
  CaptureTag,
  CaseTag,
  CommentTag,
  ForTag,
  IfTag,
  InlineCommentTag,
  Output,
  RawTag,
  TypeGuards,
  UnlessTag,
  Value,
  type Template,
} from 'liquidjs';
import type { Slot } from '../template.ts';
import { readOperand, readValue, type Read, type Scope, type UsedName } from './expressions.ts';
import type { FaultList } from './faults.ts';
import { AT_TEXT, behindValue, joined, readOn, insertionAt, type HtmlPlace } from './html-place.ts';
import type { Work } from './language.ts';
import { pieceOf, placeOf, plainMerge, writeComputed, writePlainly } from './outputs.ts';
import type { KnownNames, VariableUse } from './source.ts';
import { markLooped, markPrinted, reportConflicts } from './variable-uses.ts';
import { weigh, weighCapture, weighCase, weighLoop, weighText } from './weigh.ts';

export interface AnalysisParts {
  readonly isHtml: boolean;
  readonly names: KnownNames;
  readonly links: number;
  readonly faults: FaultList;
  /** Receives a warning for each use of a name in `Analysis.gaps`. */
  readonly warnings: FaultList;
  readonly work: Work;
  /** Whether unknown names are treated as variables. */
  readonly hasVariables: boolean;
}

/**
 * A top-level segment of a template: static text, a slot for a plain value, or a node that LiquidJS renders for each
 * recipient.
 */
export type Piece = string | Slot | { readonly computed: Template };

/** Result of analyzing one part of an email, such as the subject or the HTML. */
export interface Analysis {
  readonly pieces: readonly Piece[];
  /** Names whose values LiquidJS looks up when it renders the part. */
  readonly names: ReadonlyMap<string, UsedName>;
  /** Source offset of each segment of the part. */
  readonly starts: readonly number[];
  /**
   * Index of the segment that contains the start tag of the body, and the offset in this segment at which the tag ends.
   * Undefined if there is no such tag.
   */
  readonly bodyAt: { readonly piece: number; readonly offset: number } | undefined;
  /** Source offsets of outputs in the query or fragment of a URL. */
  readonly inQuery: ReadonlySet<number>;
  /** The variables that the part uses, by name. */
  readonly variables: ReadonlyMap<string, VariableUse>;
  /**
   * Names for which some recipients may have no value, and that are used without a fallback and outside conditions that
   * check them.
   */
  readonly gaps: ReadonlySet<string>;
}

interface State extends AnalysisParts {
  /** First segments of the known names: `contact` for `contact.first_name`. */
  readonly roots: ReadonlySet<string>;
  readonly locals: Set<string>;
  /** Names in `locals` that stand for items of lists that the sender provides. */
  readonly items: Set<string>;
  /** Names that an enclosing condition checks. */
  guarded: ReadonlySet<string>;
  readonly used: Map<string, UsedName>;
  readonly inQuery: Set<number>;
  readonly variables: Map<string, VariableUse> | undefined;
  readonly gaps: Set<string>;
  place: HtmlPlace;
}

const TOP_LEVEL = 0;

/**
 * Analyzes parsed nodes. Also changes the nodes: when rendered, they count their cost, and escape their values for
 * their context.
 */
export function analyse(nodes: readonly Template[], parts: AnalysisParts): Analysis {
  const state: State = {
    ...parts,
    roots: new Set(['links', 'forloop', ...Object.keys(parts.names).map((name) => name.split('.')[0] ?? '')]),
    locals: new Set(),
    items: new Set(),
    guarded: new Set(),
    used: new Map(),
    inQuery: new Set(),
    variables: parts.hasVariables ? new Map() : undefined,
    gaps: new Set(),
    place: AT_TEXT,
  };
  const pieces: Piece[] = [];
  const starts: number[] = [];
  let bodyAt: Analysis['bodyAt'];
  for (const node of nodes) {
    const piece = look(node, state, TOP_LEVEL, (name, end) => {
      if (name === 'body') bodyAt ??= { piece: pieces.length, offset: end };
    });
    if (piece === undefined) continue;
    pieces.push(piece);
    starts.push(node.token.begin + (TypeGuards.isHTMLToken(node.token) ? node.token.trimLeft : 0));
  }
  const { gaps, inQuery, used: names, variables = new Map() } = state;
  reportConflicts(variables, parts.faults);
  return { pieces, starts, names, bodyAt, inQuery, variables, gaps };
}

type OnTag = (name: string, end: number) => void;

function look(node: Template, state: State, depth: number, onTag?: OnTag): Piece | undefined {
  if (node instanceof Output) return analyseOutput(node, state, depth);
  if (node instanceof CommentTag || node instanceof InlineCommentTag) return undefined;
  if (node instanceof RawTag) return analyseText(node, node.render(), state, onTag);
  if (node instanceof IfTag || node instanceof UnlessTag) analyseCondition(node, state, depth);
  else if (node instanceof CaseTag) analyseCase(node, state, depth);
  else if (node instanceof ForTag) analyseLoop(node, state, depth);
  else if (node instanceof AssignTag) analyseAssign(node, state);
  else if (node instanceof CaptureTag) analyseCapture(node, state, depth);
  else if (TypeGuards.isHTMLToken(node.token)) return analyseText(node, node.token.getContent(), state, onTag);
  else weigh(node, state.work, 1);
  return { computed: node };
}

function analyseText(node: Template, text: string, state: State, onTag?: OnTag): string {
  if (state.isHtml) state.place = readOn(state.place, text, onTag);
  weighText(node, text, state.work);
  return text;
}

function analyseOutput(node: Output, state: State, depth: number): Piece | undefined {
  const at = node.token.begin;
  const read = readValue(node.value, at, scopeOf(state));
  markPrinted(node.value, read, state);
  const insertion = state.isHtml ? insertionAt(state.place) : ({ within: undefined, isText: true } as const);
  if ('refused' in insertion) {
    state.faults.add(
      at,
      insertion.refused,
      'Put the value between tags or in a quoted attribute, for example title="{{ ... }}".',
    );
    return undefined;
  }
  if (insertion.within === 'query') state.inQuery.add(at);
  const place = placeOf(node.value, insertion, state.isHtml);
  state.place = behindValue(state.place);
  warnOfGaps(node, read, state);
  const plain = plainMerge(node.value, read.names, place);
  if (!plain) {
    remember(read, state);
    writeComputed(node, place, read.weight, state.work);
    return { computed: node };
  }
  writePlainly(node, plain, state.work);
  return (depth === TOP_LEVEL ? pieceOf(plain) : undefined) ?? { computed: node };
}

function analyseCondition(node: IfTag | UnlessTag, state: State, depth: number): void {
  let weight = 1;
  const asked = new Set(state.guarded);
  for (const { value } of node.branches) {
    const read = readValue(value, node.token.begin, scopeOf(state));
    weight += read.weight;
    remember(read, state);
    for (const { name, known } of read.names) asked.add('slot' in known ? known.slot : name);
  }
  const before = state.guarded;
  state.guarded = asked;
  analyseBranches(
    node.token.begin,
    [...node.branches.map((branch) => branch.templates), node.elseTemplates ?? []],
    state,
    depth,
  );
  state.guarded = before;
  weigh(node, state.work, weight);
}

function analyseCase(node: CaseTag, state: State, depth: number): void {
  const at = node.token.begin;
  const read = readValue(node.value, at, scopeOf(state));
  const whens = node.branches.flatMap((branch) => branch.values);
  for (const value of whens) readOperand(value, at, scopeOf(state), read);
  remember(read, state);
  analyseBranches(
    node.token.begin,
    [...node.branches.map((branch) => branch.templates), node.elseTemplates],
    state,
    depth,
  );
  weighCase(node, state.work, 1 + read.weight, whens.length);
}

function analyseLoop(node: ForTag, state: State, depth: number): void {
  const at = node.token.begin;
  const read: Read = { names: [], weight: 1 };
  readOperand(node.collection, at, scopeOf(state), read);
  const isItem = markLooped(node, read, state);
  for (const [option, value] of Object.entries(node.hash.hash)) {
    if (!['limit', 'offset', 'reversed'].includes(option) || (option === 'reversed') === (value !== undefined)) {
      state.faults.add(at, `The loop option ${option} is not valid.`, 'Use `limit: 3`, `offset: 1`, or `reversed`.');
    } else if (value) {
      readOperand(value, at, scopeOf(state), read);
    }
  }
  remember(read, state);
  const outside = new Set(state.locals);
  const isItemOutside = state.items.has(node.variable);
  makeLocal(node.variable, at, state);
  if (isItem) state.items.add(node.variable);
  state.locals.add('forloop');
  const start = state.place;
  analyseBranches(node.token.begin, [node.templates, node.elseTemplates], state, depth);
  // The states at the start and at the end of the loop must be compatible, because the second iteration starts in the
  // state at the end.
  meet(at, start, state.place, state);
  for (const name of [node.variable, 'forloop']) if (!outside.has(name)) state.locals.delete(name);
  if (isItemOutside) state.items.add(node.variable);
  else state.items.delete(node.variable);
  weighLoop(node, state.work, read.weight);
}

function analyseAssign(node: AssignTag, state: State): void {
  let weight = 1;
  for (const value of node.arguments()) {
    if (!(value instanceof Value)) continue;
    const read = readValue(value, node.token.begin, scopeOf(state));
    markPrinted(value, read, state);
    weight += read.weight;
    remember(read, state);
  }
  for (const { content } of node.localScope()) makeLocal(content, node.token.begin, state);
  weigh(node, state.work, weight);
}

function analyseCapture(node: CaptureTag, state: State, depth: number): void {
  const outside = state.place;
  state.place = AT_TEXT;
  for (const child of node.templates) look(child, state, depth + 1);
  meet(node.token.begin, AT_TEXT, state.place, state);
  state.place = outside;
  makeLocal(node.variable, node.token.begin, state);
  weighCapture(node, state.work, state.isHtml);
}

function analyseBranches(at: number, branches: readonly (readonly Template[])[], state: State, depth: number): void {
  const start = state.place;
  let end: HtmlPlace | undefined;
  for (const branch of branches) {
    state.place = start;
    for (const child of branch) look(child, state, depth + 1);
    end = end === undefined ? state.place : meet(at, end, state.place, state);
  }
  state.place = end ?? start;
}

function meet(at: number, a: HtmlPlace, b: HtmlPlace, state: State): HtmlPlace {
  const place = joined(a, b);
  if (place) return place;
  const message = 'A block begins and ends in different HTML contexts, for example inside and outside a tag.';
  state.faults.add(at, message, 'Make each branch open and close the same tags and quotes.');
  return b;
}

function makeLocal(name: string, at: number, state: State): void {
  if (state.roots.has(name)) {
    state.faults.add(at, `${name} is already used as a name in this email.`, 'Choose another name.');
  }
  state.items.delete(name);
  state.locals.add(name);
}

function warnOfGaps(node: Output, read: Read, state: State): void {
  if (node.value.filters.some(({ name }) => name === 'default')) return;
  const [used] = read.names;
  const { known, name } = used ?? {};
  if (!known || name === undefined || !('slot' in known) || known.isGiven || known.kind === 'boolean') return;
  if (state.guarded.has(known.slot)) return;
  state.gaps.add(name);
  const message = `${name} has no fallback, so contacts without a value see nothing here.`;
  state.warnings.add(node.token.begin, message, `Use {{ ${name} | default: "..." }} or {% if ${name} %}.`);
}

function remember({ names }: Read, state: State): void {
  for (const used of names) state.used.set(used.name, used);
}

function scopeOf({ faults, items, links, locals, names, variables }: State): Scope {
  return { faults, items, links, locals, names, variables };
}
