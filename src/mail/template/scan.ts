import {
  LiquidError,
  Output,
  Tokenizer,
  TypeGuards,
  Value,
  type Liquid,
  type TagToken,
  type TopLevelToken,
} from 'liquidjs';
import type { FaultList } from './faults.ts';
import { nearest } from './names.ts';
import { MAX_DEPTH, MAX_MARK_CHARACTERS, MAX_MARKS } from './source.ts';
import { BELONGS, TAG_ADVICE, TAGS } from './tags.ts';

/** Tags whose argument is a single value. */
const VALUED = new Set(['if', 'unless', 'elsif', 'case']);

interface Open {
  readonly name: string;
  readonly at: number;
  hasElse: boolean;
}

/**
 * Splits a part into text, tags, and outputs. Checks limits and the structure of blocks. If there are errors, adds them
 * to `faults` and returns undefined.
 */
export function scan(source: string, liquid: Liquid, faults: FaultList): TopLevelToken[] | undefined {
  const marks = source.match(/\{[{%]/g)?.length ?? 0;
  if (marks > MAX_MARKS) {
    faults.add(0, `The template has ${marks} tags and outputs.`, `Use at most ${MAX_MARKS}.`);
    return undefined;
  }
  const tokens = cut(source, liquid, faults);
  if (!tokens) return undefined;
  checkLengths(tokens, faults);
  checkBlocks(tokens, faults);
  if (faults.faults.length === 0) return tokens;
  checkSyntax(tokens, liquid, faults);
  return undefined;
}

/** Checks the expressions in tags and outputs separately, so that several errors are reported at once. */
export function checkSyntax(tokens: readonly TopLevelToken[], liquid: Liquid, faults: FaultList): void {
  for (const token of tokens) {
    if (faults.isFull()) return;
    if (token.size() <= MAX_MARK_CHARACTERS) checkToken(token, liquid, faults);
  }
}

/** Adds the LiquidJS error for a tag or output. */
export function addSyntaxFault(faults: FaultList, error: unknown, at: number): void {
  const said = error instanceof Error ? (error.message.split(/, line:|\n/)[0] ?? '') : '';
  const place = LiquidError.is(error) && error.token.begin > at ? error.token.begin : at;
  faults.add(
    place,
    `Syntax error: ${said}.`,
    'Use syntax such as {{ first_name | default: "there" }} or {% if vip %}.',
  );
}

function cut(source: string, liquid: Liquid, faults: FaultList): TopLevelToken[] | undefined {
  try {
    return new Tokenizer(source, liquid.options.operators).readTopLevelTokens(liquid.options);
  } catch (error) {
    const { message, token } = LiquidError.is(error) ? error : { message: '', token: undefined };
    const at = token?.begin ?? 0;
    if (message.startsWith('output')) faults.add(at, 'An output tag is not closed.', 'End it with }}.');
    else if (message.startsWith('raw')) faults.add(at, '{% raw %} is not closed.', 'End it with {% endraw %}.');
    else if (message.startsWith('tag')) faults.add(at, 'A tag is not closed.', 'End it with %}.');
    else faults.add(Math.max(0, source.lastIndexOf('{%', at)), 'A tag has no name.', 'Add a name, or remove the tag.');
    return undefined;
  }
}

function checkBlocks(tokens: readonly TopLevelToken[], faults: FaultList): void {
  const open: Open[] = [];
  for (const token of tokens) {
    if (!TypeGuards.isTagToken(token)) continue;
    const innermost = open.at(-1);
    // Within a comment, only its end tag is recognized.
    if (innermost?.name === 'comment' && token.name !== 'endcomment') continue;
    if (Object.hasOwn(TAGS, token.name)) {
      startBlock(token, open, faults);
    } else if (BELONGS.has(token.name)) {
      inBlock(token, open, faults);
    } else {
      addUnknownTag(token, faults);
    }
  }
  for (const { at, name } of open) faults.add(at, `{% ${name} %} is not closed.`, `End it with {% end${name} %}.`);
}

function startBlock({ begin, name }: TagToken, open: Open[], faults: FaultList): void {
  if ((name === 'break' || name === 'continue') && !open.some((block) => block.name === 'for')) {
    faults.add(begin, `{% ${name} %} is outside a loop.`, 'Put the tag between {% for %} and {% endfor %}.');
  }
  if (TAGS[name]?.end === undefined) return;
  open.push({ name, at: begin, hasElse: false });
  if (open.length === MAX_DEPTH + 1) {
    faults.add(begin, `Blocks are nested ${open.length} levels deep.`, `Use at most ${MAX_DEPTH}.`);
  }
}

function inBlock({ begin, name }: TagToken, open: Open[], faults: FaultList): void {
  const owners = BELONGS.get(name) ?? [];
  const innermost = open.at(-1);
  if (!innermost || !owners.includes(innermost.name)) {
    const meant = innermost ? ` {% ${innermost.name} %} is still open.` : '';
    faults.add(
      begin,
      `{% ${name} %} has no matching {% ${owners.join(' %} or {% ')} %}.${meant}`,
      'Open or close the matching block.',
    );
    // Close the block that the author meant, so that a mistake is reported only once.
    const meantAt = open.findLastIndex((block) => owners.includes(block.name));
    if (name.startsWith('end') && meantAt !== -1) open.splice(meantAt);
    return;
  }
  if (name.startsWith('end')) {
    open.pop();
    return;
  }
  if (innermost.hasElse) faults.add(begin, `{% ${name} %} comes after {% else %}.`, 'Put a single {% else %} last.');
  innermost.hasElse ||= name === 'else';
}

function addUnknownTag({ begin, name }: TagToken, faults: FaultList): void {
  if (Object.hasOwn(TAG_ADVICE, name)) {
    faults.add(begin, `The ${name} tag is not allowed in emails.`, TAG_ADVICE[name] ?? '');
    return;
  }
  const meant = nearest(name, [...Object.keys(TAGS), ...BELONGS.keys()]);
  const fix = meant === undefined ? `Known tags: ${Object.keys(TAGS).join(', ')}.` : `Did you mean {% ${meant} %}?`;
  faults.add(begin, `${name} is not a known tag.`, fix);
}

function checkToken(token: TopLevelToken, liquid: Liquid, faults: FaultList): void {
  try {
    if (TypeGuards.isTagToken(token)) {
      if (VALUED.has(token.name)) void new Value(token.args, liquid);
    } else if (TypeGuards.isOutputToken(token)) {
      void new Output(token, liquid);
    }
  } catch (error) {
    addSyntaxFault(faults, error, token.begin);
  }
}

/**
 * Rejects long tags, which are slow to parse. Parsing a tag that consists of brackets would recurse once for each
 * bracket.
 */
function checkLengths(tokens: readonly TopLevelToken[], faults: FaultList): void {
  for (const token of tokens) {
    if (TypeGuards.isHTMLToken(token) || token.size() <= MAX_MARK_CHARACTERS) continue;
    faults.add(token.begin, `A tag has ${token.size()} characters.`, `Use at most ${MAX_MARK_CHARACTERS}.`);
  }
}
