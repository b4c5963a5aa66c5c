import type { Node } from '@tiptap/pm/model';

/** A node of a stored design. It has no empty or null values. */
export interface DesignBlock {
  readonly type: string;
  readonly attrs?: Readonly<Record<string, unknown>>;
  readonly content?: readonly DesignBlock[];
  readonly text?: string;
  readonly marks?: readonly { readonly type: string; readonly attrs?: Readonly<Record<string, unknown>> }[];
}

/** Nodes that may be empty in a design, but need a position for the caret in the editor. */
const MAY_BE_EMPTY: ReadonlySet<string> = new Set(['section', 'column', 'condition']);

/**
 * Placeholder in an empty container while the user edits a design. It is not stored unless the user types text into it.
 */
const FILLER: DesignBlock = { type: 'paragraph', attrs: { isFiller: true } };

/**
 * Converts a design to an editor document. In the document, the email and each section, column, and condition contain
 * at least one block: an empty paragraph if the design has none. Pure.
 */
export function toDocument(design: DesignBlock): DesignBlock {
  const content = (design.content ?? []).map(toDocument);
  const isBare = content.length === 0 && MAY_BE_EMPTY.has(design.type);
  return {
    ...withoutNulls(design),
    ...(isBare ? { content: [FILLER] } : design.content && { content }),
    ...(design.type === 'doc' && content.length === 0 && { content: [{ type: 'paragraph' }] }),
  };
}

/** Converts an editor document to the shortest design that the server's `readDesign` accepts. Pure. */
export function toDesign(document: DesignBlock): DesignBlock {
  const content = (document.content ?? []).filter((each) => !isBareFiller(each)).map(toDesign);
  const attrs = { ...known(document.attrs) };
  delete attrs['isFiller'];
  const marks = (document.marks ?? []).map(keptMark);
  return {
    type: document.type,
    ...someOf({ attrs }),
    ...(content.length > 0 && { content }),
    ...(document.text !== undefined && { text: document.text }),
    ...(marks.length > 0 && { marks }),
  };
}

const KNOWN = new WeakMap<Node, DesignBlock>();

/**
 * Converts an editor document like `toDesign`, but converts only the blocks that have changed since the last call. An
 * editor never modifies a node: each change creates new nodes.
 */
export function designOfDocument(doc: Node): DesignBlock {
  const content = doc.children.map((child) => {
    // Safe cast: the JSON of a node is a block of a design whose values can also be null.
    const block = KNOWN.get(child) ?? toDesign(child.toJSON() as DesignBlock);
    KNOWN.set(child, block);
    return block;
  });
  return { ...toDesign({ type: doc.type.name, attrs: doc.attrs }), content };
}

type Mark = NonNullable<DesignBlock['marks']>[number];

function keptMark({ attrs, type }: Mark): Mark {
  return { type, ...someOf({ attrs: known(attrs) }) };
}

function isBareFiller({ attrs, content = [], type }: DesignBlock): boolean {
  return type === 'paragraph' && attrs?.['isFiller'] === true && content.length === 0;
}

/** Removes null properties, because the nodes and marks of ProseMirror do not accept null instead of an array. */
function withoutNulls(block: DesignBlock): DesignBlock {
  const entries = Object.entries(block).filter(([, value]) => value !== null && value !== undefined);
  // Safe cast: the properties are the same, without null and undefined values.
  return Object.fromEntries(entries) as unknown as DesignBlock;
}

function known(attrs: DesignBlock['attrs']): Record<string, unknown> {
  return Object.fromEntries(Object.entries(attrs ?? {}).filter(([, value]) => value !== null && value !== undefined));
}

function someOf({ attrs }: { readonly attrs: Record<string, unknown> }): Pick<DesignBlock, 'attrs'> {
  return Object.keys(attrs).length > 0 ? { attrs } : {};
}
