/** A place that differs from recipient to recipient. */
export type Slot = VariableSlot | LinkSlot;

/** What a value is part of beside text: the beginning of an address, its path, what follows its path, a style. */
export type Within = 'address' | 'path' | 'query' | 'style';

/** A value of the recipient; `html` says that it stands in HTML and is to be escaped for it. */
export interface VariableSlot {
  readonly slot: string;
  readonly as: 'text' | 'html';
  readonly within?: Within;
  /** Stands for a value that is absent or empty. */
  readonly fallback?: string;
}

/** The address of a tracked link: the prefix of its number and the recipient's token. */
export interface LinkSlot {
  readonly link: number;
}

/** Text with slots: what stands between them is the same for all recipients. */
export type TemplateText = readonly (string | Slot)[];

/** A header field whose value may have slots; names and static text obey the rules of `Mail.headers`. */
export interface TemplateField {
  readonly name: string;
  readonly value: TemplateText;
}

/** A text whose slots are those of the given kind of place. */
export function isLink(part: string | Slot): part is LinkSlot {
  return typeof part === 'object' && 'link' in part;
}

/** True when the text is not the same for all. */
export function hasSlots(text: TemplateText): boolean {
  return text.some((part) => typeof part === 'object');
}

/** Characters that mean something in HTML text or in a quoted attribute. */
const SPECIAL = /[&<>"']/;
const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** A value as it stands in HTML text and in quoted attributes. */
export function escapeHtml(value: string): string {
  return SPECIAL.test(value) ? value.replaceAll(/[&<>"']/g, (character) => ENTITIES[character] ?? '') : value;
}

/** The recipient's value as it stands in a slot; names of slots are anybody's, those of objects' own machinery too. */
export function valueOfSlot(values: Readonly<Record<string, string>>, slot: VariableSlot): string {
  const given = Object.hasOwn(values, slot.slot) ? (values[slot.slot] ?? '') : '';
  return written(given === '' ? (slot.fallback ?? '') : given, slot);
}

/** A value as it stands in a place. */
export function written(value: string, { as, within }: Pick<VariableSlot, 'as' | 'within'>): string {
  const fit = within === undefined ? value : FITTED[within](value);
  return as === 'html' ? escapeHtml(fit) : fit;
}

const FITTED: Readonly<Record<Within, (value: string) => string>> = {
  address: (value) => pathOf(harmless(value)),
  path: pathOf,
  query: (value) => encodeURIComponent(value.toWellFormed()),
  // What has brackets, colons or semicolons may begin a rule of its own, or load something.
  style: (value) => (/^[\w #.,%-]*$/.test(value) ? value : ''),
};

/** Schemes of an address that a value may name; browsers leave out white space and control characters before they look. */
function harmless(value: string): string {
  const address = value.replaceAll(/[\u0000-\u0020\u007f-\u00a0]+/g, ' ').trim();
  const scheme = /^([^/?#:]*):/.exec(address.replaceAll(' ', ''))?.[1]?.toLowerCase();
  return scheme === undefined || ['http', 'https', 'mailto', 'tel'].includes(scheme) ? address : '';
}

/** A value within an address, whose own separators and escapes stay as they are. */
function pathOf(value: string): string {
  return value
    .toWellFormed()
    .replaceAll(/[^\w\-.~!$&'()*+,;=:@/?#[\]%]+/g, encodeURIComponent)
    .replaceAll(/%(?![0-9a-fA-F]{2})/g, '%25');
}

/** Marks around a slot's number while HTML becomes text; characters that no text means (noncharacters of Unicode). */
const OPEN = '\ufdd0';
const CLOSE = '\ufdd1';

/** Turns a text into another by a function of strings, with the slots kept where they stand. */
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
