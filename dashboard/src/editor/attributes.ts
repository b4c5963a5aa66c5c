import type { Attribute } from '@tiptap/core';

/**
 * Returns whether a link in an email may have this URL, which must start with `http://`, `https://`, `mailto:`, `tel:`,
 * or a merge tag.
 */
export function isAddress(address: string): boolean {
  return /^(?:https?:\/\/|mailto:|tel:|\{\{)[^\s"<>\\]*$/i.test(address.replaceAll(/\{\{[^{}<>]*\}\}/g, '{{x}}'));
}

/** Returns whether a string is a color in the format that designs use. */
export function isColour(colour: string): boolean {
  return /^#[0-9a-fA-F]{6}$/.test(colour);
}

/**
 * The subset of an element's members that this file uses for pasted elements. With this type, tests can read the
 * editor's schema without a DOM.
 */
interface Pasted {
  readonly style: { readonly textAlign: string };
  readonly getAttribute: (name: string) => string | null;
}

/** Returns an attribute of a pasted element. */
export function pastedOf(element: object, name: string): string | null {
  return (element as Pasted).getAttribute(name);
}

const ALIGNS = ['left', 'center', 'right'];

/** Definition of the attribute for the horizontal alignment of a block. */
export const textAlign: Partial<Attribute> = {
  default: null,
  parseHTML: (element: object) => {
    const align = (element as Pasted).style.textAlign;
    return ALIGNS.includes(align) ? align : null;
  },
  renderHTML: ({ textAlign: align }) =>
    ALIGNS.includes(String(align)) ? { style: `text-align: ${String(align)}` } : {},
};

/**
 * Returns the definition of a string attribute, which is copied and pasted as `data-...`. Pasted values are ignored
 * unless `isFine` returns true.
 */
export function dataText(name: string, isFine: (value: string) => boolean = () => true): Partial<Attribute> {
  return {
    default: null,
    parseHTML: (element) => {
      const value = pastedOf(element, `data-${name}`);
      return value !== null && isFine(value) ? value : null;
    },
    renderHTML: (attrs) => (attrs[name] === null || attrs[name] === undefined ? {} : { [`data-${name}`]: attrs[name] }),
  };
}

/** Like `dataText`, but for integers from `least` to `most`. Other pasted values are ignored. */
export function dataNumber(name: string, least: number, most: number): Partial<Attribute> {
  const read = (value: string | null): number | null => {
    const number = value === null || !/^\d{1,5}$/.test(value) ? Number.NaN : Number(value);
    return number >= least && number <= most ? number : null;
  };
  return { ...dataText(name), parseHTML: (element) => read(pastedOf(element, `data-${name}`)) };
}

/** Returns the definition of a flag, which is copied and pasted as `data-...`. A flag that is not set is null. */
export function dataFlag(name: string, attribute: string): Partial<Attribute> {
  return {
    default: null,
    parseHTML: (element) => (pastedOf(element, `data-${name}`) === 'true' ? true : null),
    renderHTML: (attrs) => (attrs[attribute] === true ? { [`data-${name}`]: 'true' } : {}),
  };
}

/** Definition of an attribute that is stored in the design, but neither rendered nor read from pasted content. */
export const keptOnly: Partial<Attribute> = { default: null, rendered: false, parseHTML: () => null };

/**
 * Converts the user's input to a URL. Input without a scheme must be a web address or an email address. Returns
 * undefined for other input.
 */
export function addressGiven(given: string): string | undefined {
  const address = given.trim();
  if (isAddress(address)) return address;
  if (/^[^\s@/:<>"]+@[^\s@/:<>"]+\.[^\s@/:<>"]+$/.test(address)) return `mailto:${address}`;
  return /^[\w-]+(?:\.[\w-]+)+(?:[/?#][^\s<>"\\]*)?$/.test(address) ? `https://${address}` : undefined;
}
