import { parseSync } from 'vite';

/** A token of a module that mutations can replace, and its replacement. */
export interface Place {
  readonly line: number;
  readonly start: number;
  readonly end: number;
  readonly change: string;
  /**
   * Identifies the mutation in lists of mutations. Consists of the function, the expression, and the change, so that
   * edits elsewhere in the file do not change it.
   */
  readonly key: string;
  /** Text that replaces the range from `start` to `end`. */
  readonly text: string;
}

/** A node of the syntax tree (ESTree). Declares only the fields that are used here. */
interface Node {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly [field: string]: unknown;
}

/** A node with its ancestors, nearest ancestor first. */
interface Found {
  readonly node: Node;
  readonly parents: readonly Node[];
}

/** A range of the source and its replacement text. */
interface Edit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

const OPPOSITE: Readonly<Record<string, string>> = {
  '<': '<=',
  '<=': '<',
  '>': '>=',
  '>=': '>',
  '===': '!==',
  '!==': '===',
  '+': '-',
  '-': '+',
  '*': '/',
  '/': '*',
  '+=': '-=',
  '-=': '+=',
  '++': '--',
  '--': '++',
  '&&': '||',
  '||': '&&',
};
const ENDS = new Set(['ReturnStatement', 'ThrowStatement', 'ContinueStatement', 'BreakStatement']);
/** Types of TypeScript-only nodes, such as `as`, whose inner expression is executed. */
const WITH_EXPRESSION = new Set(['TSAsExpression', 'TSSatisfiesExpression', 'TSNonNullExpression']);
const MAX_TEXT = 120;

/**
 * Returns the places in a module where one token can be mutated: operators, booleans, numbers, and guards (an `if
 * (...)` that exits). Types are ignored. `path` only determines the language. Throws if the source is not valid
 * TypeScript.
 */
export function placesOf(path: string, source: string): Place[] {
  const { errors, program } = parseSync(path, source);
  const [error] = errors;
  if (error) throw new Error(`${path} cannot be read: ${error.message}`);
  const found: Found[] = [];
  // Safe cast: the parser returns nodes, and their fields are checked individually.
  collect(program as unknown as Node, [], found);
  const counts = new Map<string, number>();
  return found.flatMap((one) => {
    const edit = editOf(one, source);
    if (!edit || !isReadable(path, source.slice(0, edit.start) + edit.text + source.slice(edit.end))) return [];
    const change = `${cut(source.slice(edit.start, edit.end))} -> ${edit.text}`;
    const name = `${functionOf(one.parents)} | ${expressionOf(one, source)} | ${change}`;
    const count = (counts.get(name) ?? 0) + 1;
    counts.set(name, count);
    const line = source.slice(0, edit.start).split('\n').length;
    return [{ ...edit, line, change, key: count === 1 ? name : `${name} | no. ${count}` }];
  });
}

/**
 * Returns whether a mutated module can be parsed. Mutations with a syntax error, such as `a ?? b || c`, do not test the
 * tests.
 */
function isReadable(path: string, source: string): boolean {
  return parseSync(path, source).errors.length === 0;
}

function collect(node: Node, parents: readonly Node[], found: Found[]): void {
  if (node.type === 'ImportDeclaration') return;
  if (node.type.startsWith('TS')) {
    if (WITH_EXPRESSION.has(node.type)) collect(node['expression'] as Node, parents, found);
    return;
  }
  found.push({ node, parents });
  const inner = [node, ...parents];
  for (const child of Object.values(node).flat()) if (isNode(child)) collect(child, inner, found);
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value && 'start' in value;
}

function editOf(found: Found, source: string): Edit | undefined {
  const { node } = found;
  switch (node.type) {
    case 'BinaryExpression':
    case 'LogicalExpression':
    case 'AssignmentExpression':
      return operatorEdit(node, source);
    case 'UpdateExpression':
      return updateEdit(node);
    case 'UnaryExpression':
      return unaryEdit(node);
    case 'Literal':
      return literalEdit(node);
    case 'IfStatement':
      return guardEdit(node);
    default:
      return undefined;
  }
}

function operatorEdit(node: Node, source: string): Edit | undefined {
  const operator = String(node['operator']);
  const text = OPPOSITE[operator];
  if (text === undefined) return undefined;
  const left = node['left'] as Node;
  const right = node['right'] as Node;
  // Skip string concatenation, which is not arithmetic.
  if (text === '-' && (isText(left) || isText(right))) return undefined;
  const start = source.indexOf(operator, left.end);
  return start === -1 || start >= right.start ? undefined : { start, end: start + operator.length, text };
}

function isText(node: Node): boolean {
  if (node.type === 'BinaryExpression') return isText(node['left'] as Node) || isText(node['right'] as Node);
  return node.type === 'TemplateLiteral' || typeof node['value'] === 'string';
}

function updateEdit(node: Node): Edit {
  const operator = String(node['operator']);
  const start = node['prefix'] ? node.start : node.end - 2;
  return { start, end: start + 2, text: OPPOSITE[operator] ?? operator };
}

function unaryEdit(node: Node): Edit | undefined {
  if (node['operator'] !== '!' && node['operator'] !== '-') return undefined;
  return { start: node.start, end: node.start + 1, text: '' };
}

function literalEdit(node: Node): Edit | undefined {
  const { end, start, value } = node;
  if (typeof value === 'boolean') return { start, end, text: String(!value) };
  if (typeof value === 'number') return { start, end, text: String(value + 1) };
  if (typeof value === 'bigint') return { start, end, text: `${value + 1n}n` };
  return undefined;
}

function guardEdit(node: Node): Edit | undefined {
  const test = node['test'] as Node;
  if (node['alternate'] || !leaves(node['consequent'] as Node)) return undefined;
  return { start: test.start, end: test.end, text: 'false' };
}

function leaves(node: Node): boolean {
  const last = node.type === 'BlockStatement' ? (node['body'] as Node[]).at(-1) : node;
  return last !== undefined && ENDS.has(last.type);
}

/** Returns the names of the functions and constants around a node, from the outermost to the innermost. */
function functionOf(parents: readonly Node[]): string {
  const names = parents.flatMap((parent) => {
    const name = parent['id'] ?? (parent.type === 'MethodDefinition' ? parent['key'] : undefined);
    return isNode(name) && typeof name['name'] === 'string' ? [name['name']] : [];
  });
  return names.toReversed().join('.') || 'module';
}

/** Returns the code around a token on one line, shortened to `MAX_TEXT` characters. */
function expressionOf({ node, parents }: Found, source: string): string {
  const around = node.type === 'Literal' || node.type === 'UnaryExpression' ? (parents[0] ?? node) : node;
  const text = around.type === 'IfStatement' ? (around['test'] as Node) : around;
  return cut(source.slice(text.start, text.end));
}

function cut(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ');
  return line.length > MAX_TEXT ? `${line.slice(0, MAX_TEXT)}...` : line;
}
