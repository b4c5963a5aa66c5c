import { TypeGuards, type Context, type Emitter, type Filter, type Output, type Template, type Value } from 'liquidjs';
import { written, type Slot, type VariableSlot } from '../template.ts';
import type { UsedName } from './expressions.ts';
import type { Insertion } from './html-place.ts';
import { spend, type Work } from './language.ts';
import { HtmlText, isStructure, textOf, textOfName } from './values.ts';

/** How an output is escaped in its context. */
export type Place = Pick<VariableSlot, 'as' | 'within'> & { readonly isText: boolean };

/** An output that consists of a single name, optionally with a literal default value. */
export interface PlainMerge {
  readonly used: UsedName;
  readonly fallback: string;
  readonly place: Place;
}

/** Returns how an output is escaped. A value that `url_encode` has already encoded is not encoded again. */
export function placeOf(value: Value, insertion: Exclude<Insertion, { refused: string }>, isHtml: boolean): Place {
  const { isText, within } = insertion;
  const isEncoded = value.filters.at(-1)?.name === 'url_encode' && within !== 'style';
  const fit = isEncoded ? undefined : within;
  return { as: isHtml ? 'html' : 'text', isText, ...(fit === undefined ? {} : { within: fit }) };
}

/**
 * Returns the name and the fallback if an output only inserts a value, or undefined if it computes a value. `names` are
 * the names that the output reads.
 */
export function plainMerge(value: Value, names: readonly UsedName[], place: Place): PlainMerge | undefined {
  const [used] = names;
  if (!used || names.length > 1 || isStructure(used.known) || !isName(value, used)) return undefined;
  const [first, ...others] = value.filters;
  const hasDefault = first?.name === 'default';
  const fallback = hasDefault ? literal(first.args[0]) : '';
  const encoded = encodedOnly(hasDefault ? others : value.filters, place);
  return fallback === undefined || !encoded ? undefined : { used, fallback, place: encoded };
}

/**
 * Returns how a value is escaped if it has no remaining filters or only `url_encode`. Returns undefined if it has other
 * filters.
 */
function encodedOnly(filters: readonly Filter[], place: Place): Place | undefined {
  if (filters.length === 0) return place;
  const isEncoded = filters.length === 1 && filters[0]?.name === 'url_encode' && place.within !== 'style';
  return isEncoded ? { ...place, within: 'query' } : undefined;
}

/**
 * Returns the static text or the slot for an output that only inserts a value. Returns undefined if no slot can escape
 * the value for its position.
 */
export function pieceOf({ fallback, place, used: { known } }: PlainMerge): string | Slot | undefined {
  const { as, within } = place;
  if ('value' in known) return written(known.value === '' ? fallback : known.value, place);
  // A link is a complete, safe address. Inside another address, it would have to be escaped, but no slot supports that.
  if ('link' in known) return within === undefined || within === 'address' ? { link: known.link } : undefined;
  return {
    slot: known.slot,
    as,
    ...(within === undefined ? {} : { within }),
    ...(fallback === '' ? {} : { fallback }),
  };
}

/** Makes an output that only inserts a value render without LiquidJS. */
export function writePlainly(output: Output, { fallback, place, used: { known } }: PlainMerge, work: Work): void {
  const isWhole = 'link' in known && (place.within === undefined || place.within === 'address');
  write(output, work, 1, () => {
    const text = textOfName(known, work.reading);
    return isWhole ? text : written(text === '' ? fallback : text, place);
  });
}

/** Makes a computed output escape its result for its context. */
export function writeComputed(output: Output, place: Place, weight: number, work: Work): void {
  output.render = function* render(context: Context, emitter: Emitter): Generator<unknown, void, unknown> {
    spend(work, weight);
    const value = yield output.value.value(context, false);
    const isMade = value instanceof HtmlText && place.isText;
    const text = isMade ? value.html : written(textOf(value), place);
    context.memoryLimit.use(text.length);
    emitter.write(text);
  };
}

function write(node: Template, work: Work, steps: number, text: () => string): void {
  node.render = (context: Context, emitter: Emitter): void => {
    spend(work, steps);
    const piece = text();
    context.memoryLimit.use(piece.length);
    emitter.write(piece);
  };
}

/**
 * Returns whether a value is exactly the given name. Returns false, for example, for `name.size` and for a range that
 * ends with the name.
 */
function isName({ initial }: Value, { path }: UsedName): boolean {
  const [token, ...others] = initial.postfix;
  return others.length === 0 && TypeGuards.isPropertyAccessToken(token) && token.props.length === path.length;
}

/** Returns the text of a literal. Returns undefined for other arguments. */
function literal(arg: unknown): string | undefined {
  if (TypeGuards.isQuotedToken(arg)) return arg.content;
  return TypeGuards.isNumberToken(arg) ? arg.getText() : undefined;
}
