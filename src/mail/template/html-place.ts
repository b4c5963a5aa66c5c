import type { Within } from '../template.ts';

/**
 * State of a simplified HTML tokenizer at a position (HTML standard, section 13.2.5). Covers the states that determine
 * whether and how a value can be inserted.
 */
export interface HtmlPlace {
  readonly kind: 'text' | 'open' | 'tag' | 'name' | 'equals' | 'before-value' | 'value' | 'comment' | 'raw';
  /** Tag name in lower case. Starts with `/` in end tags. In the state 'raw', the element's name. */
  readonly tag: string;
  /** Attribute name in lower case. */
  readonly attribute: string;
  /** Quotation mark around the attribute value. Empty if the value is unquoted. */
  readonly quote: string;
  /**
   * The kind of content at the current position: a part of a URL, or a style. Undefined if the attribute contains
   * neither.
   */
  readonly within: Within | undefined;
}

/** How a value is escaped at a position, or the reason why no value is allowed there. */
export type Insertion =
  | { readonly within: Within | undefined; readonly isText: boolean }
  | { readonly refused: string };

/** Tokenizer state at the start of a document. */
export const AT_TEXT: HtmlPlace = { kind: 'text', tag: '', attribute: '', quote: '', within: undefined };

const ADDRESSES =
  /^(href|src|action|formaction|background|poster|cite|longdesc|data|manifest|ping|profile|usemap|srcset|xlink:href)$/;
/**
 * Elements whose content is not parsed as markup. RAW_TEXT matches those whose content is escapable text: character
 * references in it are decoded.
 */
const RAW = /^(title|textarea|script|style|xmp|iframe|noembed|noframes|plaintext)$/;
const RAW_TEXT = /^(title|textarea)$/;
const AMONG_NAMES = new Set<HtmlPlace['kind']>(['tag', 'name', 'equals']);
const NAME_END = /[\s/>=]/g;

/** Continues tokenizing from a state. Calls `onTag` for each start tag, with its end offset in the text. */
export function readOn(from: HtmlPlace, text: string, onTag?: (name: string, end: number) => void): HtmlPlace {
  let place = from;
  let at = 0;
  while (at < text.length) {
    const step = STEPS[place.kind](place, text, at);
    if (place.kind === 'tag' && text[step.at - 1] === '>' && !place.tag.startsWith('/')) onTag?.(place.tag, step.at);
    place = step.place;
    at = step.at;
  }
  return place;
}

/** Returns how a value must be escaped at a position. */
export function insertionAt(place: HtmlPlace): Insertion {
  switch (place.kind) {
    case 'text':
    case 'comment':
      return { within: undefined, isText: true };
    case 'raw':
      if (RAW_TEXT.test(place.tag)) return { within: undefined, isText: true };
      return { refused: `A value is not allowed in <${place.tag}>, because it cannot be escaped there.` };
    case 'value':
      return inValue(place);
    case 'before-value':
      return { refused: `The ${place.attribute} attribute has a value without quotes.` };
    default:
      return { refused: 'A value is not allowed in the name of a tag or attribute.' };
  }
}

/** Returns the state after a value, or after a template part that may write one. */
export function behindValue(place: HtmlPlace): HtmlPlace {
  return place.within === 'address' ? { ...place, within: 'path' } : place;
}

/**
 * Returns the state after a condition whose branches end in the given states, or undefined if these states are
 * incompatible.
 */
export function joined(a: HtmlPlace, b: HtmlPlace): HtmlPlace | undefined {
  if (AMONG_NAMES.has(a.kind) && AMONG_NAMES.has(b.kind) && a.tag === b.tag) {
    return { ...AT_TEXT, kind: 'tag', tag: a.tag };
  }
  if (a.kind !== b.kind || a.tag !== b.tag || a.attribute !== b.attribute || a.quote !== b.quote) return undefined;
  if (a.within === b.within) return a;
  const either = [a.within, b.within];
  // In one branch, the address may still be empty. Treat the next value as the start of the address, so that it cannot
  // set an unsafe scheme.
  return { ...a, within: either.includes('address') ? 'address' : 'query' };
}

function inValue({ attribute, quote, within }: HtmlPlace): Insertion {
  if (quote === '') return { refused: `The ${attribute} attribute has a value without quotes.` };
  if (attribute.startsWith('on') || attribute === 'srcdoc') {
    return { refused: `A value is not allowed in the ${attribute} attribute, because it cannot be escaped there.` };
  }
  return { within, isText: false };
}

interface Step {
  readonly place: HtmlPlace;
  readonly at: number;
}

type Stepper = (place: HtmlPlace, text: string, at: number) => Step;

const STEPS: Readonly<Record<HtmlPlace['kind'], Stepper>> = {
  text: (place, text, at) => {
    const open = text.indexOf('<', at);
    if (open === -1) return { place, at: text.length };
    if (text.startsWith('<!--', open)) {
      const empty = /^-?>/.exec(text.slice(open + 4, open + 6))?.[0];
      return empty === undefined
        ? { place: { ...AT_TEXT, kind: 'comment' }, at: open + 4 }
        : { place: AT_TEXT, at: open + 4 + empty.length };
    }
    if (/[a-zA-Z/!?]/.test(text[open + 1] ?? '')) return { place: { ...AT_TEXT, kind: 'open' }, at: open + 1 };
    // If `<` is the last character, a value may follow and become the name of the tag.
    return open + 1 === text.length ? { place: { ...AT_TEXT, kind: 'open' }, at: open + 1 } : { place, at: open + 1 };
  },
  open: (place, text, at) => {
    if (place.tag === '' && !/[a-zA-Z/!?]/.test(text[at] ?? '')) return { place: AT_TEXT, at };
    // '</' is part of the name, so that end tags do not open elements.
    const end = endOf(text, text[at] === '/' ? at + 1 : at, /[\s/>]/g);
    const tag = (place.tag + text.slice(at, end)).toLowerCase();
    return { place: { ...place, kind: 'tag', tag }, at: end };
  },
  tag: (place, text, at) => {
    if (text[at] === '>') return { place: behindTag(place), at: at + 1 };
    if (/[\s/]/.test(text[at] ?? '')) return { place, at: at + 1 };
    return { place: { ...place, kind: 'name', attribute: '' }, at };
  },
  name: (place, text, at) => {
    // An equals sign in the first position is part of the attribute name.
    const end = endOf(text, place.attribute === '' ? at + 1 : at, NAME_END);
    const attribute = (place.attribute + text.slice(at, end)).toLowerCase();
    return { place: { ...place, kind: end < text.length ? 'equals' : 'name', attribute }, at: end };
  },
  equals: (place, text, at) => {
    if (/\s/.test(text[at] ?? '')) return { place, at: at + 1 };
    if (text[at] === '=') return { place: { ...place, kind: 'before-value' }, at: at + 1 };
    return { place: { ...place, kind: 'tag', attribute: '' }, at };
  },
  'before-value': (place, text, at) => {
    const character = text[at] ?? '';
    if (/\s/.test(character)) return { place, at: at + 1 };
    if (character === '>') return { place: behindTag(place), at: at + 1 };
    const isQuoted = character === '"' || character === "'";
    return {
      place: { ...place, kind: 'value', quote: isQuoted ? character : '', within: withinOf(place.attribute) },
      at: isQuoted ? at + 1 : at,
    };
  },
  value: (place, text, at) => {
    const end = endOf(text, at, place.quote === '' ? /[\s>]/g : place.quote === '"' ? /"/g : /'/g);
    if (end < text.length) {
      const after = { ...place, kind: 'tag', attribute: '', quote: '', within: undefined } as const;
      return { place: after, at: place.quote === '' ? end : end + 1 };
    }
    return { place: { ...place, within: afterStatic(place.within, text.slice(at, end)) }, at: end };
  },
  comment: (_, text, at) => {
    const close = /--!?>/g;
    close.lastIndex = at;
    const found = close.exec(text);
    return found
      ? { place: AT_TEXT, at: close.lastIndex }
      : { place: { ...AT_TEXT, kind: 'comment' }, at: text.length };
  },
  raw: (place, text, at) => {
    const close = new RegExp(`</${place.tag}(?=[\\s/>])`, 'gi');
    close.lastIndex = at;
    const found = close.exec(text);
    if (!found) return { place, at: text.length };
    return { place: { ...AT_TEXT, kind: 'tag', tag: `/${place.tag}` }, at: found.index + found[0].length };
  },
};

function behindTag({ tag }: HtmlPlace): HtmlPlace {
  return RAW.test(tag) ? { ...AT_TEXT, kind: 'raw', tag } : AT_TEXT;
}

function withinOf(attribute: string): Within | undefined {
  if (attribute === 'style') return 'style';
  return ADDRESSES.test(attribute) ? 'address' : undefined;
}

/** Returns the part of an address that follows the static text. Ignores leading white space. */
function afterStatic(within: Within | undefined, text: string): Within | undefined {
  if (within !== 'address' && within !== 'path') return within;
  if (/[?#]/.test(text)) return 'query';
  return text.trim() === '' ? within : 'path';
}

function endOf(text: string, from: number, end: RegExp): number {
  end.lastIndex = from;
  return end.exec(text)?.index ?? text.length;
}
