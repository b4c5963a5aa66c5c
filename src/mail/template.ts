/** A part of text that differs between recipients. */
export type Slot = VariableSlot | LinkSlot;

/**
 * Where a value outside of plain text is inserted: at the start of an address (`address`), in its path (`path`), in its
 * query or fragment (`query`), or in a style (`style`).
 */
export type Within = 'address' | 'path' | 'query' | 'style';

/** A value of the recipient. With `as: 'html'`, it is escaped for HTML. */
export interface VariableSlot {
  readonly slot: string;
  readonly as: 'text' | 'html';
  readonly within?: Within;
  /** Fallback that is used if the value is missing or empty. */
  readonly fallback?: string;
}

/** The address of a recipient's link: the link prefix with this number, followed by the recipient's token. */
export interface LinkSlot {
  readonly link: number;
}

/** Text with slots. All text outside the slots is the same for all recipients. */
export type TemplateText = readonly (string | Slot)[];

/** A header field whose value may contain slots. The rules of `Mail.headers` apply to its name and static text. */
export interface TemplateField {
  readonly name: string;
  readonly value: TemplateText;
}

/** Returns true if a part is a link slot. */
export function isLink(part: string | Slot): part is LinkSlot {
  return typeof part === 'object' && 'link' in part;
}

/** Returns whether the text contains slots. */
export function hasSlots(text: TemplateText): boolean {
  return text.some((part) => typeof part === 'object');
}

/** Characters with a special meaning in HTML text or quoted attributes. */
const SPECIAL = /[&<>"']/;
const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Escapes a value for HTML text and quoted attributes. */
export function escapeHtml(value: string): string {
  return SPECIAL.test(value) ? value.replaceAll(/[&<>"']/g, (character) => ENTITIES[character] ?? '') : value;
}

/** Returns the recipient's value for a slot, or the slot's fallback, escaped for its context. */
export function valueOfSlot(values: Readonly<Record<string, string>>, slot: VariableSlot): string {
  const given = Object.hasOwn(values, slot.slot) ? (values[slot.slot] ?? '') : '';
  return written(given === '' ? (slot.fallback ?? '') : given, slot);
}

/** Escapes a value for its context. */
export function written(value: string, { as, within }: Pick<VariableSlot, 'as' | 'within'>): string {
  const fit = within === undefined ? value : FITTED[within](value);
  return as === 'html' ? escapeHtml(fit) : fit;
}

const FITTED: Readonly<Record<Within, (value: string) => string>> = {
  address: (value) => pathOf(harmless(value)),
  path: pathOf,
  query: (value) => encodeURIComponent(value.toWellFormed()),
  // A value with brackets, colons or semicolons could start another CSS rule or load a resource.
  style: (value) => (/^[\w #.,%-]*$/.test(value) ? value : ''),
};

/**
 * Returns an address, or an empty string if its scheme is not allowed. Ignores white space and control characters in
 * the scheme, as browsers do.
 */
function harmless(value: string): string {
  const address = value.replaceAll(/[\u0000-\u0020\u007f-\u00a0]+/g, ' ').trim();
  const scheme = /^([^/?#:]*):/.exec(address.replaceAll(' ', ''))?.[1]?.toLowerCase();
  return scheme === undefined || ['http', 'https', 'mailto', 'tel'].includes(scheme) ? address : '';
}

/** Encodes a value for use in an address. Keeps the value's separators and existing escapes. */
function pathOf(value: string): string {
  return value
    .toWellFormed()
    .replaceAll(/[^\w\-.~!$&'()*+,;=:@/?#[\]%]+/g, encodeURIComponent)
    .replaceAll(/%(?![0-9a-fA-F]{2})/g, '%25');
}

/** Markers around a slot number: Unicode noncharacters, which `mapText` first removes from the text. */
const OPEN = '\ufdd0';
const CLOSE = '\ufdd1';

/** Transforms text with a string function, and keeps its slots in place. */
export function mapText(text: TemplateText, map: (whole: string) => string): TemplateText {
  const slots: Slot[] = [];
  const marked = text.map((part) => {
    if (typeof part === 'string') return part.replaceAll(/[\ufdd0\ufdd1]/g, '');
    slots.push(part);
    return `${OPEN}${slots.length - 1}${CLOSE}`;
  });
  return map(marked.join(''))
    .split(/(\ufdd0\d+\ufdd1)/)
    .map((part) => (part.startsWith(OPEN) ? (slots[Number(part.slice(1, -1))] ?? '') : part));
}
