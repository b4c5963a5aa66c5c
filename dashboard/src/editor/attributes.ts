import type { Attribute } from '@tiptap/core';

/** Where an address may lead from a mail: the web, a mail, a telephone, or wherever a merge tag says. As the server judges. */
export function isAddress(address: string): boolean {
  return /^(?:https?:\/\/|mailto:|tel:|\{\{)[^\s"<>\\]*$/i.test(address.replaceAll(/\{\{[^{}<>]*\}\}/g, '{{x}}'));
}

/** A colour as designs have it. */
export function isColour(colour: string): boolean {
  return /^#[0-9a-fA-F]{6}$/.test(colour);
}

/** What of an element that is pasted is looked at. Tests read the editor's schema where there is no DOM. */
interface Pasted {
  readonly style: { readonly textAlign: string };
  readonly getAttribute: (name: string) => string | null;
}

/** An attribute of an element that is pasted. */
export function pastedOf(element: object, name: string): string | null {
  return (element as Pasted).getAttribute(name);
}

const ALIGNS = ['left', 'center', 'right'];

/** Where a block stands from side to side. */
export const textAlign: Partial<Attribute> = {
  default: null,
  parseHTML: (element: object) => {
    const align = (element as Pasted).style.textAlign;
    return ALIGNS.includes(align) ? align : null;
  },
  renderHTML: ({ textAlign: align }) =>
    ALIGNS.includes(String(align)) ? { style: `text-align: ${String(align)}` } : {},
};

/** A text that is copied and pasted as `data-...`; what is pasted and not `isFine` is not there. */
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

/** As `dataText`, for a whole number from `least` to `most`. */
export function dataNumber(name: string, least: number, most: number): Partial<Attribute> {
  const read = (value: string | null): number | null => {
    const number = value === null || !/^\d{1,5}$/.test(value) ? Number.NaN : Number(value);
    return number >= least && number <= most ? number : null;
  };
  return { ...dataText(name), parseHTML: (element) => read(pastedOf(element, `data-${name}`)) };
}

/** Kept, but neither shown nor taken from what is pasted. */
export const keptOnly: Partial<Attribute> = { default: null, rendered: false, parseHTML: () => null };

/** An address as people give it: what names no scheme is a site or a mailbox. Undefined where it is none. */
export function addressGiven(given: string): string | undefined {
  const address = given.trim();
  if (isAddress(address)) return address;
  if (/^[^\s@/:<>"]+@[^\s@/:<>"]+\.[^\s@/:<>"]+$/.test(address)) return `mailto:${address}`;
  return /^[\w-]+(?:\.[\w-]+)+(?:[/?#][^\s<>"\\]*)?$/.test(address) ? `https://${address}` : undefined;
}
