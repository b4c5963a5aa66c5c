import { declarationsOf } from './css-rules.ts';

/** A declaration in a style attribute. */
export interface Written {
  readonly property: string;
  readonly value: string;
  readonly isImportant: boolean;
}

/** Returns the declarations in a style attribute that set one of the requested properties. */
export type StyleReader = (style: string) => readonly Written[];

/** Matches a declaration without escapes and comments. Matching is much faster than full parsing. */
const PLAIN =
  /\s*([a-z-]+)\s*:((?:[^;"'()\\/{}!]|\/(?!\*)|"[^"\\\n]*"|'[^'\\\n]*'|\([^()"'\\]*\))*)(!\s*important\s*)?(?:;|$)/giy;

/** Creates a reader that parses each distinct style once. */
export function createStyleReader(wanted: ReadonlySet<string>): StyleReader {
  const known = new Map<string, readonly Written[]>();
  return (style) => {
    const found =
      known.get(style) ??
      (plainDeclarations(style) ?? declarationsOf(style)).filter(({ property }) => wanted.has(property));
    known.set(style, found);
    return found;
  };
}

/** Parses a simple style. Returns undefined if it needs a full parser. */
function plainDeclarations(style: string): Written[] | undefined {
  const text = style.trim();
  const declarations: Written[] = [];
  PLAIN.lastIndex = 0;
  for (let at = 0; at < text.length; at = PLAIN.lastIndex) {
    const [, property = '', value = '', important] = PLAIN.exec(text) ?? [];
    if (property === '') return undefined;
    declarations.push({ property: property.toLowerCase(), value: value.trim(), isImportant: important !== undefined });
  }
  return declarations;
}
