import { MAX_TABLE_COLUMNS } from './tables.ts';

/** Matches HTML that was copied from this editor. */
const OWN = /\bdata-pm-slice=/;

/**
 * Converts the lists and tables in HTML from other applications, such as Word and Google Docs, to HTML that the editor
 * supports. Without `mayHoldTables`, replaces tables with other blocks. Returns HTML that was copied from this editor
 * unchanged.
 */
export function cleanPaste(html: string, mayHoldTables: boolean): string {
  if (OWN.test(html)) return html;
  const { body } = new DOMParser().parseFromString(html, 'text/html');
  for (const paragraph of body.querySelectorAll<HTMLElement>('p, div')) readWordItem(paragraph);
  for (const item of body.querySelectorAll('li')) readLevel(item);
  for (const first of body.querySelectorAll(ITEM)) if (first.isConnected) joinItems(first);
  for (const list of body.querySelectorAll(':is(ul, ol) > :is(ul, ol)')) nest(list);
  for (const table of body.querySelectorAll('table')) replaceTable(table, mayHoldTables);
  for (const gap of body.querySelectorAll('[id^="docs-internal-guid"] > br, body > br')) gap.remove();
  return body.outerHTML;
}

const ITEM = '[data-item]';

/**
 * Marks a paragraph that is a list item in Word, and removes the bullet or number from its text. Such a paragraph has a
 * style like `mso-list:l0 level2 lfo1`.
 */
function readWordItem(paragraph: HTMLElement): void {
  const level = /mso-list:\s*l\d+\s+level(\d)/i.exec(paragraph.getAttribute('style') ?? '')?.[1];
  if (level === undefined) return;
  const marker = [...paragraph.querySelectorAll('span')].find((span) =>
    /mso-list:\s*ignore/i.test(span.getAttribute('style') ?? ''),
  );
  const text = marker?.textContent?.trim() ?? '';
  marker?.remove();
  mark(paragraph, { level: Number(level), ...numberingOf(text) });
}

/** Marks a list item from Word for the web, where each item is in a separate list and has its level in an attribute. */
function readLevel(item: Element): void {
  const level = Number(item.getAttribute('data-aria-level'));
  const list = item.parentElement;
  if (!(level > 0) || !list) return;
  mark(item, { level, isNumbered: list.localName === 'ol', start: list.getAttribute('start') ?? undefined });
}

interface Item {
  readonly level: number;
  readonly isNumbered: boolean;
  readonly start?: string | undefined;
}

function mark(element: Element, { isNumbered, level, start }: Item): void {
  element.setAttribute('data-item', String(level));
  element.setAttribute('data-list', isNumbered ? 'ol' : 'ul');
  if (start !== undefined) element.setAttribute('data-start', start);
}

/**
 * Returns whether a list item with this marker is numbered or bulleted, and its number if the marker contains only one
 * number. Pure.
 */
function numberingOf(marker: string): Omit<Item, 'level'> {
  const [, number] = /^[([]?((?:\w{1,6}\.)*\w{1,6})[.)\]:]$/.exec(marker) ?? /^(\d+(?:\.\d+)*)$/.exec(marker) ?? [];
  const isNumbered = number !== undefined;
  return { isNumbered, ...(isNumbered && /^\d+$/.test(number) && { start: number }) };
}

/** Combines a list item and the items that directly follow it into lists. */
function joinItems(first: Element): void {
  const holder = holderOf(first);
  const items: Element[] = [];
  for (let next: Element | null = holder; next; next = next.nextElementSibling) {
    const found = next.matches(ITEM) ? [next] : [...next.querySelectorAll(ITEM)];
    if (found.length === 0 || (next !== holder && !next.matches(ITEM) && holderOf(found[0] ?? next) !== next)) break;
    items.push(...found);
  }
  const holders = new Set(items.map(holderOf));
  const lists = listsOf(items);
  holder.before(...lists);
  for (const each of holders) each.remove();
}

/**
 * Returns the element that must be removed together with a list item: the item itself, or the outermost list or wrapper
 * that contains nothing else.
 */
function holderOf(item: Element): Element {
  let holder = item;
  while (holder.parentElement && holder.parentElement.localName !== 'body') {
    const { parentElement: around } = holder;
    const isList = /^(?:ul|ol|div)$/.test(around.localName) && item.localName === 'li';
    if (!isList || [...around.children].some((child) => !child.matches(ITEM) && !child.querySelector(ITEM))) break;
    holder = around;
  }
  return holder;
}

function listsOf(items: readonly Element[]): Element[] {
  const roots: Element[] = [];
  const open: Element[] = [];
  for (const item of items) {
    const level = Math.min(Number(item.getAttribute('data-item')), open.length + 1);
    const name = item.getAttribute('data-list') ?? 'ul';
    open.length = Math.min(open.length, level);
    if (!goesOn(open[level - 1], name, item)) open.length = Math.min(open.length, level - 1);
    const list = open[level - 1] ?? begin(item, name, open.at(-1));
    if (open.length < level) {
      open.push(list);
      if (level === 1) roots.push(list);
    }
    const entry = item.ownerDocument.createElement('li');
    entry.append(...item.childNodes);
    list.append(entry);
  }
  return roots;
}

/**
 * Returns whether a list item continues a list. The item must belong to a list of the same type. A numbered item from
 * Word must also have the next number.
 */
function goesOn(list: Element | undefined, name: string, item: Element): boolean {
  if (list?.localName !== name) return false;
  const number = item.getAttribute('data-start');
  const isNext = Number(list.getAttribute('start') ?? 1) + list.childElementCount === Number(number);
  // Word for the web only stores where the list of each item starts, not the number of the item.
  return name === 'ul' || number === null || item.localName === 'li' || isNext;
}

/** Creates a list, and appends it to the last item of `around` if that list is given. */
function begin(item: Element, name: string, around: Element | undefined): Element {
  const list = item.ownerDocument.createElement(name);
  const start = item.getAttribute('data-start');
  if (start !== null && start !== '1') list.setAttribute('start', start);
  around?.lastElementChild?.append(list);
  return list;
}

/** Moves a list that is a sibling of list items into the item before the list. */
function nest(list: Element): void {
  const before = list.previousElementSibling;
  if (before?.localName === 'li') before.append(list);
}

function replaceTable(table: HTMLTableElement, mayHoldTables: boolean): void {
  const rows = Array.from(table.rows, ({ cells }) => Array.from(cells)).filter((cells) => cells.length > 0);
  const columns = Math.max(0, ...rows.map((cells) => cells.length));
  // A table with a single column, or with other tables inside, is only used for layout.
  const isLayout = columns === 1 || table.querySelector('table') !== null;
  if (isLayout) {
    table.replaceWith(...rows.flat().map((cell) => withContent('div', cell)));
    return;
  }
  const title = table.caption ? [withContent('p', table.caption)] : [];
  const isTable = mayHoldTables && columns <= MAX_TABLE_COLUMNS;
  table.replaceWith(...title, ...(isTable ? asTable(rows, columns) : rows.map(asParagraph)));
}

/** Returns a table, preceded by a block for each of the first rows that have a single cell. */
function asTable(rows: readonly (readonly HTMLTableCellElement[])[], columns: number): Element[] {
  const start = rows.findIndex((cells) => cells.length > 1);
  const titles = rows.slice(0, start).flatMap((cells) => cells.map((cell) => withContent('div', cell)));
  const made = document.createElement('table');
  for (const cells of rows.slice(start)) {
    const row = made.insertRow();
    for (let at = 0; at < columns; at += 1) {
      const cell = cells[at];
      if (cell) unwrapBlocks(cell);
      row.append(cell ? withContent(cell.localName, cell) : document.createElement('td'));
    }
  }
  return [...titles, made];
}

/** Replaces the blocks in a cell with their inline content. */
function unwrapBlocks(cell: Element): void {
  for (const inner of cell.querySelectorAll('p, div, ul, ol, li, h1, h2, h3, h4, h5, h6, blockquote')) {
    inner.replaceWith(...inner.childNodes, ...(inner.nextElementSibling ? [' '] : []));
  }
}

/** Returns a paragraph with the content of all cells of a row in one line, separated by vertical bars. */
function asParagraph(cells: readonly HTMLTableCellElement[]): Element {
  const line = document.createElement('p');
  for (const [at, cell] of cells.entries()) {
    unwrapBlocks(cell);
    for (const gap of cell.querySelectorAll('br')) gap.replaceWith(' ');
    line.append(at === 0 ? '' : ' | ', withContent(cell.localName === 'th' ? 'b' : 'span', cell));
  }
  return line;
}

function withContent(name: string, from: Element): Element {
  const made = from.ownerDocument.createElement(name);
  made.append(...from.childNodes);
  return made;
}
