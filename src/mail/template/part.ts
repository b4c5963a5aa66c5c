import { Context, LiquidError, Parser, toValueSync, type Liquid, type Template, type TopLevelToken } from 'liquidjs';
import type { Slot, TemplateText } from '../template.ts';
import { analyse, type Analysis, type Piece } from './analyse.ts';
import type { UsedName } from './expressions.ts';
import { createFaultList, inOrder } from './faults.ts';
import { createLanguage, type Work } from './language.ts';
import { addSyntaxFault, checkSyntax, scan } from './scan.ts';
import {
  MAX_CHARACTERS,
  MAX_PART_CHARACTERS,
  TemplateTooCostly,
  type KnownNames,
  type TemplateFault,
  type TemplatePart,
} from './source.ts';
import { valueOfName } from './values.ts';

/** Inputs that all parts of a template share. */
export interface PartParts {
  readonly names: KnownNames;
  /** Whether unknown names are treated as variables. Defaults to false. */
  readonly hasVariables?: boolean;
  readonly links: number;
  /** Number of characters by which the HTML may exceed the limit for authors. Defaults to 0. */
  readonly added?: number;
  readonly work: Work;
  readonly writeDate: (value: string, format: string) => string;
}

/** A compiled template part: text with slots, and a function that computes the values that LiquidJS renders. */
export interface CompiledPart {
  readonly text: TemplateText;
  readonly warnings: readonly TemplateFault[];
  readonly analysis: Analysis;
  readonly tokens: readonly TopLevelToken[];
  /** Computes the values that LiquidJS renders. Undefined if there are no such values. */
  readonly compute: Compute | undefined;
}

/**
 * Writes the computed slot values of the current recipient to `into`. `memory` counts the memory that earlier parts of
 * the email used. Returns the counter for the next part.
 */
export type Compute = (into: Record<string, string>, memory: Memory | undefined) => Memory;
type Memory = Context['memoryLimit'];

/** Compiles a template part. If it has errors, returns the errors instead. */
export function compilePart(
  where: TemplatePart,
  source: string,
  parts: PartParts,
): CompiledPart | { readonly faults: readonly TemplateFault[] } {
  const isHtml = where === 'html';
  const faults = createFaultList(where, source);
  const kind = where.startsWith('header ') ? 'header' : (where as Exclude<TemplatePart, `header ${string}`>);
  const most = MAX_PART_CHARACTERS[kind] + (isHtml ? (parts.added ?? 0) : 0);
  if (source.length > most) {
    faults.add(0, `This field has ${source.length} characters.`, `Use at most ${most}.`);
    return faults;
  }
  const liquid = createLanguage({ isHtml, writeDate: parts.writeDate }, parts.work);
  const tokens = scan(source, liquid, faults);
  const nodes = tokens && parse(tokens, liquid, faults);
  if (!nodes) return { faults: inOrder(faults.faults) };
  const warnings = createFaultList(where, source);
  const { hasVariables = false } = parts;
  const analysis = analyse(nodes, { ...parts, hasVariables, isHtml, faults, warnings });
  if (faults.faults.length > 0) return { faults: inOrder(faults.faults) };
  const { computed, text } = slotted(where, analysis.pieces);
  const compute =
    computed.length === 0 ? undefined : computeWith(liquid, computed, [...analysis.names.values()], parts);
  return { text, warnings: warnings.faults, analysis, tokens, compute };
}

function parse(
  tokens: readonly TopLevelToken[],
  liquid: Liquid,
  faults: ReturnType<typeof createFaultList>,
): Template[] | undefined {
  try {
    // Pass a copy, because the parser removes tokens from the array.
    return new Parser(liquid).parseTokens([...tokens]);
  } catch (error) {
    checkSyntax(tokens, liquid, faults);
    addSyntaxFault(faults, error, LiquidError.is(error) ? error.token.begin : 0);
    return undefined;
  }
}

interface Computed {
  readonly slot: string;
  readonly nodes: readonly Template[];
}

/** Replaces computed segments with slots. Adjacent computed segments share a slot. */
function slotted(where: TemplatePart, pieces: readonly Piece[]): { text: TemplateText; computed: readonly Computed[] } {
  const text: (string | Slot)[] = [];
  const computed: { slot: string; nodes: Template[] }[] = [];
  let open: Template[] | undefined;
  for (const piece of pieces) {
    if (typeof piece !== 'object' || !('computed' in piece)) {
      open = undefined;
      text.push(piece);
      continue;
    }
    if (!open) {
      open = [];
      // Stored names never contain a NUL character, so the name of this slot cannot be the name of a recipient value.
      const slot = `\u0000${where} ${computed.length}`;
      computed.push({ slot, nodes: open });
      // LiquidJS output is already escaped.
      text.push({ slot, as: 'text' });
    }
    open.push(piece.computed);
  }
  return { text, computed };
}

function computeWith(
  liquid: Liquid,
  computed: readonly Computed[],
  names: readonly UsedName[],
  { work }: PartParts,
): Compute {
  return (into, memory) => {
    const options = { sync: true, memoryLimit: MAX_CHARACTERS };
    const shared = memory ? { liquid, memoryLimit: memory } : { liquid };
    const context = new Context(scopeOf(names, work), liquid.options, options, shared);
    for (const { nodes, slot } of computed) into[slot] = render(liquid, nodes, context);
    return context.memoryLimit;
  };
}

function render(liquid: Liquid, nodes: readonly Template[], context: Context): string {
  try {
    // The nodes of an email only produce text, so the result is a string.
    return toValueSync(liquid.renderer.renderTemplates([...nodes], context)) as string;
  } catch (error) {
    const cause = LiquidError.is(error) && error.originalError ? error.originalError : error;
    if (cause instanceof TemplateTooCostly) throw cause;
    if (cause instanceof Error && cause.message.includes('memory alloc limit')) {
      throw new TemplateTooCostly(`Rendering this email produces more than ${MAX_CHARACTERS} characters`);
    }
    throw error;
  }
}

/** Returns the variables that the template reads, with their values for the current recipient. */
function scopeOf(names: readonly UsedName[], { reading }: Work): Record<string, unknown> {
  const scope: Record<string, unknown> = Object.create(null) as Record<string, unknown>;
  for (const { known, path } of names) {
    const last = path.at(-1) ?? '';
    let group = scope;
    for (const segment of path.slice(0, -1)) {
      // The cast is safe because only this function creates groups.
      group = (group[segment] ??= Object.create(null)) as Record<string, unknown>;
    }
    group[last] = valueOfName(known, reading);
  }
  return scope;
}
