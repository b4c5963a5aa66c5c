/** A metric in an expression: its name, and the labels that the expression matches or groups by. */
export interface UsedMetric {
  readonly name: string;
  readonly labels: readonly string[];
}

const AGGREGATIONS = new Set(['sum', 'max', 'min', 'avg', 'count', 'topk']);
const FUNCTIONS = new Set(['rate', 'increase', 'histogram_quantile', 'absent', 'abs', 'time']);
const OPERATORS = new Set(['+', '-', '*', '/', '%', '==', '!=', '>', '<', '>=', '<=', 'and', 'or', 'unless']);
const TOKEN =
  /\s+|(\d+(?:\.\d+)?(?:e\d+)?(?![a-z]))|("(?:[^"\\]|\\.)*")|(\[(?:\d+[smhd]|\$__rate_interval)\])|(=~|!~|==|!=|>=|<=|[-+*/%<>(){},=])|([a-zA-Z_:][\w:]*)/gy;

/**
 * Parses a PromQL expression and returns its metrics. Supports only the syntax of our rules and panels. Throws an error
 * that contains the offending token if the expression is invalid.
 */
export function metricsOf(expression: string): UsedMetric[] {
  const reader = createReader(tokensOf(expression));
  const used: UsedMetric[] = [];
  readExpression(reader, used, []);
  if (reader.peek() !== undefined) throw new Error(`"${reader.peek()}" is too much in ${expression}`);
  return used;
}

type Reader = ReturnType<typeof createReader>;

function tokensOf(expression: string): string[] {
  const tokens: string[] = [];
  TOKEN.lastIndex = 0;
  while (TOKEN.lastIndex < expression.length) {
    const at = TOKEN.lastIndex;
    const match = TOKEN.exec(expression);
    if (!match) throw new Error(`"${expression.slice(at, at + 20)}" is nothing in ${expression}`);
    if (match[0].trim() !== '') tokens.push(match[0]);
  }
  return tokens;
}

function createReader(tokens: readonly string[]) {
  let at = 0;
  const next = (): string => {
    const token = tokens[at];
    if (token === undefined) throw new Error('The expression ends too early');
    at += 1;
    return token;
  };
  return {
    peek: () => tokens[at],
    next,
    expect(wanted: string) {
      const token = next();
      if (token !== wanted) throw new Error(`${wanted} is expected instead of ${token}`);
    },
    takes(wanted: string) {
      if (tokens[at] !== wanted) return false;
      at += 1;
      return true;
    },
  };
}

function readExpression(reader: Reader, used: UsedMetric[], groups: readonly string[]): void {
  readOperand(reader, used, groups);
  while (OPERATORS.has(reader.peek() ?? '')) {
    reader.next();
    readOperand(reader, used, groups);
  }
}

function readOperand(reader: Reader, used: UsedMetric[], groups: readonly string[]): void {
  const token = reader.next();
  if (/^[\d]/.test(token)) return;
  if (token === '(') {
    readExpression(reader, used, groups);
    return reader.expect(')');
  }
  if (AGGREGATIONS.has(token)) {
    const by = reader.takes('by') ? readNames(reader) : [];
    return readArguments(reader, used, [...groups, ...by]);
  }
  if (reader.peek() === '(') {
    if (!FUNCTIONS.has(token)) throw new Error(`${token} is no function that is known`);
    return readArguments(reader, used, groups);
  }
  if (!/^[a-z_]/i.test(token)) throw new Error(`${token} is no operand`);
  const matched = reader.takes('{') ? readMatchers(reader) : [];
  if (reader.peek()?.startsWith('[')) reader.next();
  used.push({ name: token, labels: [...groups, ...matched] });
}

function readArguments(reader: Reader, used: UsedMetric[], groups: readonly string[]): void {
  reader.expect('(');
  do readExpression(reader, used, groups);
  while (reader.takes(','));
  reader.expect(')');
}

function readNames(reader: Reader): string[] {
  reader.expect('(');
  const names: string[] = [];
  do names.push(reader.next());
  while (reader.takes(','));
  reader.expect(')');
  return names;
}

function readMatchers(reader: Reader): string[] {
  const labels: string[] = [];
  do {
    labels.push(reader.next());
    const operator = reader.next();
    if (!['=', '=~', '!=', '!~'].includes(operator)) throw new Error(`${operator} matches nothing`);
    if (!reader.next().startsWith('"')) throw new Error('A label is matched with a text');
  } while (reader.takes(','));
  reader.expect('}');
  return labels;
}
