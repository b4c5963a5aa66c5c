import { filters as liquidFilters, toValue, type Context } from 'liquidjs';
import { escapeHtml } from '../template.ts';
import { HtmlText, textOf } from './values.ts';

/** Context that a filter needs in addition to the value. */
export interface FilterWorld {
  readonly isHtml: boolean;
  readonly writeDate: (value: string, format: string) => string;
}

/** A filter that templates may use. */
export interface AllowedFilter {
  /** Number of arguments that the filter requires. */
  readonly needs: number;
  readonly takes: number;
  /** Cost of the filter in steps, in addition to the one step that every filter costs. */
  readonly steps: number;
  apply(this: { readonly context: Context }, world: FilterWorld, value: unknown, args: readonly unknown[]): unknown;
}

type Apply = AllowedFilter['apply'];

/** Returns the LiquidJS filter with the given name. Throws if there is none. */
function own(name: string, needs: number, takes = needs): readonly [string, AllowedFilter] {
  const handler: unknown = Reflect.get(liquidFilters, name);
  if (typeof handler !== 'function') throw new Error(`LiquidJS has no filter ${name}`);
  return [
    name,
    {
      needs,
      takes,
      steps: 0,
      apply(_, value, args) {
        return Reflect.apply(handler, this, [toValue(value), ...args.map((arg): unknown => toValue(arg))]);
      },
    },
  ];
}

function ours(name: string, needs: number, takes: number, apply: Apply): readonly [string, AllowedFilter] {
  return [name, { needs, takes, steps: name === 'date' ? 10 : 0, apply }];
}

/** All supported filters. docs/templates.md documents them. */
export const FILTERS: ReadonlyMap<string, AllowedFilter> = new Map([
  ours('default', 1, 1, (_, value, [other]) => {
    const plain: unknown = toValue(value);
    return plain === undefined || plain === null || plain === false || plain === '' ? other : value;
  }),
  ours('date', 1, 1, ({ writeDate }, value, [format]) => writeDate(textOf(value), textOf(format))),
  // Values are escaped automatically. The result is HtmlText, so that an explicit `escape` does not escape a value
  // twice.
  ours('escape', 0, 0, ({ isHtml }, value) => (isHtml ? new HtmlText(escapeHtml(textOf(value))) : textOf(value))),
  ours('raw', 0, 0, ({ isHtml }, value) => (isHtml ? new HtmlText(textOf(value)) : textOf(value))),
  ours('newline_to_br', 0, 0, ({ isHtml }, value) => {
    const text = textOf(value);
    return isHtml ? new HtmlText(escapeHtml(text).replaceAll(/\r?\n/g, '<br>\n')) : text;
  }),
  ours('url_encode', 0, 0, (_, value) => encodeURIComponent(textOf(value).toWellFormed())),
  ours('size', 0, 0, (_, value) => {
    const plain: unknown = toValue(value);
    return Array.isArray(plain) ? plain.length : textOf(plain).length;
  }),
  ours('slice', 1, 2, (_, value, [from, count]) =>
    sliced(value, Number(from), count === undefined ? 1 : Number(count)),
  ),
  own('append', 1),
  own('prepend', 1),
  own('capitalize', 0),
  own('upcase', 0),
  own('downcase', 0),
  own('strip', 0),
  own('lstrip', 0),
  own('rstrip', 0),
  own('strip_html', 0),
  own('strip_newlines', 0),
  own('truncate', 0, 2),
  own('truncatewords', 0, 2),
  own('replace', 2),
  own('replace_first', 2),
  own('remove', 1),
  own('remove_first', 1),
  own('split', 1),
  own('join', 0, 1),
  own('first', 0),
  own('last', 0),
  own('plus', 1),
  own('minus', 1),
  own('times', 1),
  own('divided_by', 1),
  own('modulo', 1),
  own('round', 0, 1),
  own('ceil', 0),
  own('floor', 0),
  own('abs', 0),
  own('at_least', 1),
  own('at_most', 1),
]);

/**
 * Filters that only templates with variables may use. The values of variables come from the sender's own application
 * and not from contacts.
 */
export const FOR_VARIABLES: ReadonlySet<string> = new Set(['raw']);

/** Advice for replacing unsupported filters, by filter name. */
export const FILTER_ADVICE: Readonly<Record<string, string>> = {
  raw: 'Remove the filter. Values are always escaped in HTML, because they can come from a form.',
  safe: 'Remove the filter. Values are always escaped in HTML, because they can come from a form.',
  escape_once: 'Remove the filter. Postrider escapes each value once when it inserts the value.',
  json: 'Remove the filter. JSON is not supported in emails.',
  sample: 'Remove the filter. The email to a recipient must be identical on every attempt.',
};

/**
 * Returns a slice of a string or list. Replaces LiquidJS's own filter, which would count the requested length as memory
 * instead of the actual length.
 */
function sliced(value: unknown, from: number, count: number): unknown {
  const plain: unknown = toValue(value);
  const whole = Array.isArray(plain) ? (plain as readonly unknown[]) : textOf(plain);
  const start = from < 0 ? whole.length + from : from;
  if (!(start >= 0) || !(count > 0)) return Array.isArray(whole) ? [] : '';
  return whole.slice(start, start + count);
}
