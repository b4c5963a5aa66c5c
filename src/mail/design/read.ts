import { nearest } from '../template/names.ts';
import { checkLiquid, checkTexts, readAttributes } from './attributes.ts';
import {
  ATTRIBUTES,
  MARKS,
  MAX_DESIGN_CHARACTERS,
  MAX_DESIGN_DEPTH,
  MAX_DESIGN_NODES,
  type Design,
  type NodeType,
} from './schema.ts';
import {
  addFault,
  isRecord,
  joinPath,
  MAX_DESIGN_FAULTS,
  shortName,
  type DesignFault,
  type Loose,
  type Walk,
} from './walk.ts';

const MAX_TEXT_CHARACTERS = 20_000;

const MAX_TABLE_COLUMNS = 8;
const INLINE = ['text', 'mergeTag', 'hardBreak'] as const;
const LISTS = ['bulletList', 'orderedList'] as const;
const LEAVES = ['horizontalRule', 'spacer', 'image', 'video', 'button', 'social', 'html'] as const;
const SIMPLE = ['paragraph', 'heading', ...LISTS, 'blockquote', 'table', ...LEAVES, 'condition'] as const;
const IN_SECTION = [...SIMPLE, 'columns'] as const;

interface Room {
  readonly of: readonly NodeType[];
  readonly least: number;
  readonly most: number;
}

/** Node types that each node may contain. A condition may contain the same types as its parent. */
const ROOMS: Partial<Readonly<Record<NodeType, Room>>> = {
  doc: room([...IN_SECTION, 'section'], 1),
  paragraph: room(INLINE, 0),
  heading: room(INLINE, 0),
  bulletList: room(['listItem'], 1),
  orderedList: room(['listItem'], 1),
  listItem: room(['paragraph', ...LISTS], 1),
  blockquote: room(['paragraph', 'heading', ...LISTS], 1),
  table: room(['tableRow'], 1),
  tableRow: room(['tableCell'], 1, MAX_TABLE_COLUMNS),
  tableCell: room(INLINE, 0),
  columns: room(['column'], 2, 3),
  column: room(SIMPLE, 0),
  section: room(IN_SECTION, 0),
};

/**
 * Parses a design. If it is invalid, returns up to 50 errors with their paths. Treats null attributes as absent,
 * because editors write them.
 */
export function readDesign(value: unknown): Design | { readonly faults: readonly DesignFault[] } {
  const walk: Walk = { faults: [], nodes: 0 };
  const node = readNode(value, '', walk, { depth: 0, allowed: ['doc'] });
  // Measure the size after the walk, because a value that is nested too deeply cannot be serialized as JSON.
  if (walk.faults.length === 0 && JSON.stringify(value).length > MAX_DESIGN_CHARACTERS) {
    addFault(walk, '', 'The design is too long.', `Use at most ${MAX_DESIGN_CHARACTERS} characters as JSON.`);
  }
  if (walk.faults.length > 0 || !node) return { faults: walk.faults };
  // Safe cast: every node has been checked against the schema of its type.
  return node as unknown as Design;
}

interface Around {
  readonly depth: number;
  readonly allowed: readonly NodeType[];
}

function readNode(given: unknown, path: string, walk: Walk, { allowed, depth }: Around): Loose | undefined {
  walk.nodes += 1;
  if (walk.nodes > MAX_DESIGN_NODES) {
    if (walk.nodes === MAX_DESIGN_NODES + 1) {
      addFault(walk, path, `The design has more than ${MAX_DESIGN_NODES} nodes.`, 'Remove some nodes.');
    }
    return undefined;
  }
  if (depth > MAX_DESIGN_DEPTH) {
    addFault(walk, path, 'Nodes are nested too deeply.', `Use at most ${MAX_DESIGN_DEPTH} levels.`);
    return undefined;
  }
  const node = isRecord(given) ? given : {};
  const type = kindOf(node, path, allowed, walk);
  if (type === undefined) return undefined;
  checkKeys(node, type, path, walk);
  const attrs = readAttributes(node['attrs'], ATTRIBUTES[type], joinPath(path, 'attrs'), walk);
  checkTexts(attrs, joinPath(path, 'attrs'), walk);
  return {
    type,
    attrs,
    text: type === 'text' ? readText(node['text'], joinPath(path, 'text'), walk) : '',
    marks: readMarks(node['marks'], joinPath(path, 'marks'), walk),
    content: readContent(node['content'], path, walk, {
      type,
      depth: depth + 1,
      within: type === 'condition' ? room(allowed, 0) : ROOMS[type],
    }),
  };
}

/** Reports an error for each unknown field of a node. */
function checkKeys(node: Loose, type: NodeType, path: string, walk: Walk): void {
  const known = type === 'text' ? ['type', 'text'] : ['type', 'attrs', 'content'];
  if (INLINE.some((inline) => inline === type)) known.push('marks');
  for (const key of Object.keys(node)) {
    if (known.includes(key)) continue;
    const name = shortName(key);
    addFault(
      walk,
      joinPath(path, name),
      `${name} is not a known field of ${type}.`,
      `Known fields: ${known.slice(1).join(', ')}.`,
    );
  }
}

function kindOf(node: Loose, path: string, allowed: readonly NodeType[], walk: Walk): NodeType | undefined {
  const { type } = node;
  if (typeof type === 'string' && Object.hasOwn(ATTRIBUTES, type)) {
    const known = type as NodeType;
    if (allowed.includes(known)) return known;
    addFault(
      walk,
      joinPath(path, 'type'),
      `${known} is not allowed here.`,
      `Allowed here: ${allowed.join(', ') || 'nothing'}.`,
    );
    return undefined;
  }
  const named = typeof type === 'string' ? type.slice(0, 60) : '';
  const meant = nearest(named, Object.keys(ATTRIBUTES));
  addFault(
    walk,
    joinPath(path, 'type'),
    named === '' ? 'A node has no type.' : `${named} is not a known block.`,
    meant === undefined ? `Known blocks: ${Object.keys(ATTRIBUTES).join(', ')}.` : `Use ${meant}.`,
  );
  return undefined;
}

interface Content {
  readonly type: NodeType;
  readonly depth: number;
  readonly within: Room | undefined;
}

function readContent(given: unknown, path: string, walk: Walk, { depth, type, within }: Content): readonly Loose[] {
  const at = joinPath(path, 'content');
  const list = listOf(given, at, walk);
  if (!within) {
    if (list.length > 0) addFault(walk, at, `${type} cannot have content.`, 'Remove the content.');
    return [];
  }
  if (list.length < within.least || list.length > within.most) {
    addFault(walk, at, ...wrongCount(type, list.length, within));
  }
  const read: Loose[] = [];
  for (const [index, child] of list.entries()) {
    if (walk.nodes > MAX_DESIGN_NODES || walk.faults.length >= MAX_DESIGN_FAULTS) break;
    const node = readNode(child, joinPath(at, String(index)), walk, { depth, allowed: within.of });
    if (node) read.push(node);
  }
  if (type === 'table') checkRows(read, at, walk);
  return read;
}

function wrongCount(type: NodeType, count: number, room: Room): readonly [message: string, fix: string] {
  if (type === 'doc' && count === 0) return ['The email has no content.', 'Add at least one block.'];
  return [`${type} must not have ${count} ${count === 1 ? 'node' : 'nodes'}.`, `Use ${rangeOf(room)}.`];
}

/** Reports an error if the rows of a table have different numbers of cells. */
function checkRows(rows: readonly Loose[], path: string, walk: Walk): void {
  const counts = rows.map(({ content }) => (Array.isArray(content) ? content.length : 0));
  const odd = counts.findIndex((count) => count !== counts[0]);
  if (odd === -1) return;
  const count = counts[odd] ?? 0;
  const message = `This row has ${count} ${count === 1 ? 'cell' : 'cells'}, but the first row has ${counts[0]}.`;
  addFault(walk, joinPath(path, String(odd)), message, 'Use the same number of cells in all rows.');
}

function listOf(given: unknown, path: string, walk: Walk): readonly unknown[] {
  if (Array.isArray(given)) return given;
  if (given !== undefined && given !== null) addFault(walk, path, 'This value must be a list.', 'Use a list.');
  return [];
}

function rangeOf({ least, most }: Room): string {
  return most === Number.POSITIVE_INFINITY ? `at least ${least}` : `${least} to ${most}`;
}

function readMarks(given: unknown, path: string, walk: Walk): readonly Loose[] {
  if (given === undefined || given === null) return [];
  if (!Array.isArray(given) || given.length > Object.keys(MARKS).length) {
    addFault(
      walk,
      path,
      'Marks must be a list in which each mark occurs at most once.',
      `Known marks: ${Object.keys(MARKS).join(', ')}.`,
    );
    return [];
  }
  return given.flatMap((mark: unknown, index): Loose[] => {
    const at = joinPath(path, String(index));
    const type = isRecord(mark) ? mark['type'] : undefined;
    const isOdd = !isRecord(mark) || Object.keys(mark).some((key) => key !== 'type' && key !== 'attrs');
    if (isOdd || typeof type !== 'string' || !Object.hasOwn(MARKS, type)) {
      const named = typeof type === 'string' ? ` ${type.slice(0, 60)} with these keys` : '';
      addFault(walk, joinPath(at, 'type'), `Unknown mark${named}.`, `Known marks: ${Object.keys(MARKS).join(', ')}.`);
      return [];
    }
    // Safe cast: the type is a key of `MARKS`.
    const attrs = readAttributes(mark['attrs'], MARKS[type as keyof typeof MARKS], joinPath(at, 'attrs'), walk);
    checkTexts(attrs, joinPath(at, 'attrs'), walk);
    return [{ type, attrs }];
  });
}

function readText(given: unknown, path: string, walk: Walk): string {
  if (typeof given !== 'string' || given === '' || given.length > MAX_TEXT_CHARACTERS) {
    addFault(
      walk,
      path,
      'A text node has no text, or its text is too long.',
      `Use 1 to ${MAX_TEXT_CHARACTERS} characters.`,
    );
    return '';
  }
  checkLiquid(given, path, walk);
  return given;
}

function room(of: readonly NodeType[], least: number, most = Number.POSITIVE_INFINITY): Room {
  return { of, least, most };
}
