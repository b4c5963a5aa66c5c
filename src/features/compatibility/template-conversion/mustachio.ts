import { faultAt } from '../fields/index.ts';
import { contextAt, expressionOf, loopNames, ROOT, type Context } from './template-paths.ts';
import { MAX_DEPTH, replaceTags, type Tag } from './template-tags.ts';

/** Placeholders for the unsubscribe link, which are replaced when the email is sent. */
const UNSUBSCRIBE = /^pm:unsubscribe(?:_url)?$/i;
/** Matches tags that only Mustachio has. Templates without them that contain Liquid tags stay unchanged. */
const OWN_TAG = /\{\{\s*(?:[#/^&!.{]|pm:)/i;

interface Open {
  readonly path: string;
  readonly tag: 'if' | 'unless' | 'for';
  /** Context after the block. */
  readonly outside: Context;
}

interface State {
  context: Context;
  readonly open: Open[];
  readonly nextName: () => string;
}

/**
 * Converts a template of Postmark, which is written in Mustachio, to Liquid. Supports values, paths, `each`, sections,
 * inverted sections, and comments. Text that is already Liquid stays unchanged. Throws a validation_error on `field` that
 * names the tag and its position if the template contains anything else. Pure.
 */
export function liquidOfMustachio(source: string, field: string): string {
  if (source.includes('{%') && !OWN_TAG.test(source)) return source;
  const state: State = { context: ROOT, open: [], nextName: loopNames(source) };
  const converted = replaceTags(source, field, (tag) => {
    const { inner } = tag;
    if (tag.isComment) return '';
    if (UNSUBSCRIBE.test(inner)) return `{% raw %}${tag.whole}{% endraw %}`;
    if (tag.isRaw) return tag.liquid('{', `${valueAt(inner, tag, state).value} | raw`);
    if (inner.includes('|')) return tag.whole;
    if (/^#each(?:\s|$)/.test(inner)) return openLoop(inner.slice('#each'.length).trim(), tag, state);
    if (inner.startsWith('#')) return openSection('if', inner.slice(1).trim(), tag, state);
    if (inner.startsWith('^')) return openSection('unless', inner.slice(1).trim(), tag, state);
    if (inner.startsWith('/')) return close(inner.slice(1).trim(), tag, state);
    return tag.liquid('{', valueAt(inner, tag, state).value);
  });
  const last = state.open.at(-1);
  if (last) throw faultAt(field, `contains ${startOf(last)} without {{/${last.path}}}.`);
  return converted;
}

function startOf({ path, tag }: Open): string {
  return `{{${tag === 'unless' ? '^' : '#'}${path}}}`;
}

function push(open: Open, tag: Tag, state: State): void {
  if (state.open.length >= MAX_DEPTH) throw tag.refuse(`is nested more than ${MAX_DEPTH} levels deep.`);
  state.open.push(open);
}

function valueAt(path: string, tag: Tag, { context }: State): { readonly at: Context; readonly value: string } {
  const at = contextAt(path, context, ['.']);
  const value = at && expressionOf(at);
  if (!at || value === undefined) throw tag.refuse('is not supported. Use a path such as {{order.number}}.');
  return { at, value };
}

function openLoop(path: string, tag: Tag, state: State): string {
  if (path === '') throw tag.refuse('needs a path.');
  const { at, value } = valueAt(path, tag, state);
  const variable = state.nextName();
  push({ path: 'each', tag: 'for', outside: state.context }, tag, state);
  // The parent of an item is its list.
  state.context = { base: variable, path: [], parent: at };
  return tag.liquid('%', `for ${variable} in ${value}`);
}

function openSection(kind: 'if' | 'unless', path: string, tag: Tag, state: State): string {
  const last = state.open.at(-1);
  // An inverted section inside a section for the same path is its alternative.
  if (kind === 'unless' && last?.tag === 'if' && last.path === path) return tag.liquid('%', 'else');
  const { at, value } = valueAt(path, tag, state);
  push({ path, tag: kind, outside: state.context }, tag, state);
  state.context = at;
  return tag.liquid('%', `${kind} ${value} and ${value} != 0`);
}

function close(path: string, tag: Tag, state: State): string {
  const last = state.open.pop();
  if (!last) throw tag.refuse('does not close any block.');
  if (last.path !== path) throw tag.refuse(`does not end ${startOf(last)}.`);
  state.context = last.outside;
  return tag.liquid('%', `end${last.tag}`);
}
