/** One compound selector: what an element itself must be. */
export interface Compound {
  readonly type: string | undefined;
  readonly id: string | undefined;
  readonly classes: readonly string[];
  readonly attributes: readonly (readonly [name: string, value: string | undefined])[];
  /** Whether the one before it must be the parent, not any ancestor. */
  readonly isChild: boolean;
}

/** A selector with the declarations of its rule; `order` grows from rule to rule. */
export interface CssRule {
  readonly compounds: readonly Compound[];
  readonly specificity: number;
  readonly order: number;
  readonly declarations: readonly CssDeclaration[];
}

/** A property with its value. */
export interface CssDeclaration {
  readonly property: string;
  readonly value: string;
  readonly isImportant: boolean;
}

const COMPOUND = /^(\*|[a-z][\w-]*)?((?:[.#][\w-]+|\[[\w-]+(?:=(?:"[^"\]]*"|'[^'\]]*'|[\w-]+))?\])*)$/i;
const PART = /[.#][\w-]+|\[[^\]]*\]/g;
const MAX_SELECTOR_CHARACTERS = 500;

/**
 * Rules of a style sheet that can be written into elements: types, classes, ids, attributes, descendants and children.
 * Others, and what stands in at-rules, are left out. Linear in the text, whatever is wrong with it.
 */
export function cssRules(sheet: string, firstOrder: number): CssRule[] {
  const css = withoutComments(sheet);
  const rules: CssRule[] = [];
  let at = 0;
  while (at < css.length) {
    const open = find(css, at, '{;');
    if (open === -1) break;
    const prelude = css.slice(at, open).trim();
    if (css[open] === ';') {
      at = open + 1;
      continue;
    }
    const close = prelude.startsWith('@') ? endOfBlock(css, open) : find(css, open + 1, '}');
    const end = close === -1 ? css.length : close;
    if (!prelude.startsWith('@')) {
      const declarations = declarationsOf(css.slice(open + 1, end));
      for (const selector of prelude.split(',')) {
        const rule = ruleOf(selector.trim(), declarations, firstOrder + rules.length);
        if (rule) rules.push(rule);
      }
    }
    at = end + 1;
  }
  return rules;
}

function withoutComments(sheet: string): string {
  const pieces: string[] = [];
  let at = 0;
  while (at < sheet.length) {
    const open = sheet.indexOf('/*', at);
    if (open === -1) break;
    pieces.push(sheet.slice(at, open));
    const close = sheet.indexOf('*/', open + 2);
    at = close === -1 ? sheet.length : close + 2;
  }
  return pieces.join(' ') + sheet.slice(at);
}

/** Where one of the characters stands outside of strings; -1 when none does. */
function find(css: string, from: number, characters: string): number {
  let quote = '';
  for (let at = from; at < css.length; at += 1) {
    const character = css.charAt(at);
    if (character === '\\') at += 1;
    else if (quote !== '') quote = character === quote || character === '\n' ? '' : quote;
    else if (character === '"' || character === "'") quote = character;
    else if (characters.includes(character)) return at;
  }
  return -1;
}

function endOfBlock(css: string, open: number): number {
  let depth = 0;
  let at = open;
  while (at !== -1) {
    depth += css[at] === '{' ? 1 : -1;
    if (depth === 0) return at;
    at = find(css, at + 1, '{}');
  }
  return -1;
}

function declarationsOf(block: string): CssDeclaration[] {
  const declarations: CssDeclaration[] = [];
  let at = 0;
  while (at < block.length) {
    const next = find(block, at, ';');
    const end = next === -1 ? block.length : next;
    const declaration = declarationOf(block.slice(at, end));
    if (declaration) declarations.push(declaration);
    at = end + 1;
  }
  return declarations;
}

function declarationOf(text: string): CssDeclaration | undefined {
  const colon = text.indexOf(':');
  const property = text.slice(0, colon).trim().toLowerCase();
  const written = text.slice(colon + 1).trim();
  // Braces may be Liquid, which is the template's to say.
  if (colon === -1 || !/^-?[a-z][a-z-]*$/.test(property) || written === '' || /[{}<>]/.test(written)) return undefined;
  const mark = written.lastIndexOf('!');
  const isImportant =
    mark !== -1 &&
    written
      .slice(mark + 1)
      .trim()
      .toLowerCase() === 'important';
  const value = isImportant ? written.slice(0, mark).trim() : written;
  return { property, value, isImportant };
}

function ruleOf(selector: string, declarations: readonly CssDeclaration[], order: number): CssRule | undefined {
  if (selector === '' || selector.length > MAX_SELECTOR_CHARACTERS || declarations.length === 0) return undefined;
  const compounds: Compound[] = [];
  let isChild = false;
  for (const word of selector.replaceAll('>', ' > ').split(/\s+/)) {
    if (word === '>') {
      if (isChild || compounds.length === 0) return undefined;
      isChild = true;
      continue;
    }
    const compound = compoundOf(word, isChild);
    if (!compound) return undefined;
    compounds.push(compound);
    isChild = false;
  }
  return isChild ? undefined : { compounds, declarations, order, specificity: specificityOf(compounds) };
}

function compoundOf(word: string, isChild: boolean): Compound | undefined {
  const found = COMPOUND.exec(word);
  if (!found || word === '') return undefined;
  const [, type, parts = ''] = found;
  const all = parts.match(PART) ?? [];
  return {
    type: type === undefined || type === '*' ? undefined : type.toLowerCase(),
    id: all.find((part) => part.startsWith('#'))?.slice(1),
    classes: all.filter((part) => part.startsWith('.')).map((part) => part.slice(1)),
    attributes: all.filter((part) => part.startsWith('[')).map((part) => attributeOf(part)),
    isChild,
  };
}

function attributeOf(part: string): readonly [string, string | undefined] {
  const inside = part.slice(1, -1);
  const equals = inside.indexOf('=');
  if (equals === -1) return [inside.toLowerCase(), undefined];
  return [inside.slice(0, equals).toLowerCase(), inside.slice(equals + 1).replaceAll(/^["']|["']$/g, '')];
}

/** Ids count more than any number of classes, and those more than any number of types (Selectors 4, section 17). */
function specificityOf(compounds: readonly Compound[]): number {
  return compounds.reduce((sum, { attributes, classes, id, type }) => {
    const ofId = id === undefined ? 0 : 1_000_000;
    return sum + ofId + (classes.length + attributes.length) * 1_000 + (type === undefined ? 0 : 1);
  }, 0);
}
