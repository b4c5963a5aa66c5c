/** A place that differs from recipient to recipient. */
export type Slot = VariableSlot | LinkSlot;

/** A value of the recipient; `html` says that it stands in HTML and is to be escaped for it. */
export interface VariableSlot {
  readonly slot: string;
  readonly as: 'text' | 'html';
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
