/** A node of a design as it is kept: what is empty or null is left out. */
export interface DesignBlock {
  readonly type: string;
  readonly attrs?: Readonly<Record<string, unknown>>;
  readonly content?: readonly DesignBlock[];
  readonly text?: string;
  readonly marks?: readonly { readonly type: string; readonly attrs?: Readonly<Record<string, unknown>> }[];
}

/** Nodes that may hold nothing, in which a caret needs something to stand in all the same. */
const MAY_BE_EMPTY: ReadonlySet<string> = new Set(['section', 'column', 'condition']);

/** Stands in for nothing while a design is edited; it is left out of what is kept for as long as nobody wrote in it. */
const FILLER: DesignBlock = { type: 'paragraph', attrs: { isFiller: true } };

/** A design as the document of the editor: each container has at least a place to write in. Pure. */
export function toDocument(design: DesignBlock): DesignBlock {
  const content = (design.content ?? []).map(toDocument);
  const isBare = content.length === 0 && MAY_BE_EMPTY.has(design.type);
  return {
    ...withoutNulls(design),
    ...(isBare ? { content: [FILLER] } : design.content && { content }),
  };
}

/** The document of the editor as a design, as `readDesign` of the server takes it and as short as may be. Pure. */
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

type Mark = NonNullable<DesignBlock['marks']>[number];

function keptMark({ attrs, type }: Mark): Mark {
  return { type, ...someOf({ attrs: known(attrs) }) };
}

function isBareFiller({ attrs, content = [], type }: DesignBlock): boolean {
  return type === 'paragraph' && attrs?.['isFiller'] === true && content.length === 0;
}

/** The nodes and marks of ProseMirror take no null for a list. */
function withoutNulls(block: DesignBlock): DesignBlock {
  const entries = Object.entries(block).filter(([, value]) => value !== null && value !== undefined);
  // The same names with the same values, but for those that say nothing.
  return Object.fromEntries(entries) as unknown as DesignBlock;
}

function known(attrs: DesignBlock['attrs']): Record<string, unknown> {
  return Object.fromEntries(Object.entries(attrs ?? {}).filter(([, value]) => value !== null && value !== undefined));
}

function someOf({ attrs }: { readonly attrs: Record<string, unknown> }): Pick<DesignBlock, 'attrs'> {
  return Object.keys(attrs).length > 0 ? { attrs } : {};
}
