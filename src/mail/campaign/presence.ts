import { TypeGuards } from 'liquidjs';
import { attributeValue, childrenOf, type HtmlElement, type HtmlNode } from '../html-document.ts';
import type { Look } from '../html-look.ts';
import { createStyles, isFaint, isPixel, isTextSeen } from '../html-styles.ts';
import { tokensOf } from '../template/cover.ts';
import { blocksIn, isForAll, tagsAt, type ParsedHtml } from '../template/parsed-html.ts';
import { isAlone, linkNameIn, linkOf } from './merge-links.ts';

/** What every recipient gets to see of the things that a campaign must have. */
export interface Presence {
  readonly address: boolean;
  readonly unsubscribe: boolean;
  /** The link to confirm, which only mails that ask for it must have. */
  readonly confirm: boolean;
}

const ADDRESS = /^\{\{-?\s*account\.address\b/;
/** What is not seen though it is no white space. */
const UNSEEN = /(?:[\s\u00ad\u180e\u200b-\u200f\u2060\ufeff]|\u034f)+/g;

/** A piece of what is shown, and the element that it is directly in. */
interface Piece {
  readonly parent: HtmlElement;
  readonly kind: 'words' | 'picture' | 'output';
  readonly words: string;
  /** The link of the recipient that the piece is part of, or spells out. */
  readonly link: string | undefined;
  readonly isAddress: boolean;
}

/**
 * Whether the postal address and the links to unsubscribe and to confirm are shown to every recipient, wherever the mail is read: what
 * stands in comments or conditions of Liquid does not count, nor what styles hide from anybody. A link counts where its address is
 * the merge tag and nothing else. An address that is written out counts like one that is merged. What Liquid may hide counts with
 * `isGenerous` alone. Undefined when the style sheets are too much work.
 */
export function presenceInHtml(parsed: ParsedHtml, address: string, isGenerous = false): Presence | undefined {
  const styles = createStyles(parsed.document, parsed.covered, tagsAt(parsed));
  if (!styles) return undefined;
  const pieces = piecesOf(parsed);
  const unsure = isGenerous ? new Set<HtmlElement>() : styles.unsure();
  let present: Presence = { address: true, unsubscribe: true, confirm: true };
  for (const [number, environment] of styles.environments().entries()) {
    const looks = styles.looksIn(environment);
    const isSeen = (piece: Piece): boolean => {
      const look = looks.get(piece.parent);
      return look !== undefined && !unsure.has(piece.parent) && isPieceSeen(piece, look, number === 0);
    };
    const shown = presenceOf(pieces.filter(isSeen), address);
    present = {
      address: present.address && shown.address,
      unsubscribe: present.unsubscribe && shown.unsubscribe,
      confirm: present.confirm && shown.confirm,
    };
  }
  return present;
}

/** The same of a text. */
export function presenceInText(source: string, address: string): Presence {
  const tokens = tokensOf(source);
  const blocks = blocksIn(tokens);
  const all = tokens.filter(({ begin }) => isForAll({ blocks }, begin));
  const words = all.map((token) => (TypeGuards.isHTMLToken(token) ? token.getContent() : '')).join(' ');
  const outputs = all.filter((token) => TypeGuards.isOutputToken(token));
  const links = new Set(
    outputs.flatMap((token) =>
      isAlone(source.slice(0, token.begin), source.slice(token.end)) ? [linkNameIn(token.getText())] : [],
    ),
  );
  return {
    address: holds(words, address) || outputs.some((token) => ADDRESS.test(token.getText())),
    unsubscribe: links.has('unsubscribe_url'),
    confirm: links.has('confirm_url'),
  };
}

function isPieceSeen({ kind }: Piece, look: Look, isUsual: boolean): boolean {
  if (look.isFolded) return false;
  return kind === 'picture' ? !look.isGone && !look.isInvisible : isTextSeen(look) && !(isUsual && isFaint(look));
}

function presenceOf(pieces: readonly Piece[], address: string): Presence {
  const links = new Set(pieces.map(({ link }) => link));
  return {
    address: pieces.some(({ isAddress }) => isAddress) || holds(pieces.map(({ words }) => words).join(' '), address),
    unsubscribe: links.has('unsubscribe_url'),
    confirm: links.has('confirm_url'),
  };
}

/** Where in a document a node is. */
interface Place {
  readonly parent: HtmlElement;
  /** The link of the recipient that it is in; undefined in another link, null in none. */
  readonly link: string | null | undefined;
}

/** Everything in a document that may be seen and that every recipient gets. */
function piecesOf(parsed: ParsedHtml): Piece[] {
  const outputs = new Map(
    parsed.tokens.filter((token) => TypeGuards.isOutputToken(token)).map((token) => [token.begin, token.getText()]),
  );
  const pieces: Piece[] = [];
  const isAll = (node: HtmlNode): boolean => isForAll(parsed, startOf(node));
  const addLeaf = (node: HtmlNode, place: Place, beside: readonly (HtmlNode | undefined)[]): void => {
    const output = 'data' in node ? outputs.get(startOf(node)) : undefined;
    if (output !== undefined) pieces.push(outputOf(output, place, beside));
    if ('value' in node && node.value.replaceAll(UNSEEN, '') !== '') pieces.push(pieceOf('words', place, node.value));
  };
  const walk = (nodes: readonly HtmlNode[], place: Place): void => {
    for (const [index, node] of nodes.entries()) {
      if ('tagName' in node) {
        const within = { parent: node, link: linkWithin(node, place, parsed) };
        if (node.tagName === 'img' && isAll(node) && !isPixel(node)) pieces.push(pieceOf('picture', within));
        walk(childrenOf(node), within);
      } else if (isAll(node)) {
        addLeaf(node, place, [nodes[index - 1], nodes[index + 1]]);
      }
    }
  };
  const root = parsed.document.childNodes.find((node): node is HtmlElement => 'tagName' in node);
  if (root) walk(parsed.document.childNodes, { parent: root, link: null });
  return pieces;
}

/** What the parser puts in has no place, and is for all. */
function startOf(node: HtmlNode): number {
  return node.sourceCodeLocation?.startOffset ?? -1;
}

function linkWithin(element: HtmlElement, { link }: Place, parsed: ParsedHtml): Place['link'] {
  if (element.tagName !== 'a' || attributeValue(element, 'href') === undefined) return link;
  return isForAll(parsed, startOf(element)) ? linkOf(parsed, element) : undefined;
}

function outputOf(output: string, place: Place, [before, after]: readonly (HtmlNode | undefined)[]): Piece {
  const isSpelledOut = place.link === null && isAlone(textOf(before), textOf(after));
  const link = isSpelledOut ? linkNameIn(output) : place.link;
  return { ...pieceOf('output', { ...place, link }), isAddress: ADDRESS.test(output) };
}

function pieceOf(kind: Piece['kind'], { link, parent }: Place, words = ''): Piece {
  return { parent, kind, words, link: link ?? undefined, isAddress: false };
}

/** The text of a node beside an output; another output there may write anything. */
function textOf(beside: HtmlNode | undefined): string {
  if (!beside) return '';
  return 'value' in beside ? beside.value : 'data' in beside && beside.data.startsWith('?') ? 'x' : '';
}

/** Letters and digits alone: addresses are broken into lines and set with commas in many ways. */
function holds(words: string, address: string): boolean {
  const wanted = lettersOf(address);
  return wanted !== '' && lettersOf(words).includes(wanted);
}

function lettersOf(text: string): string {
  return text.toLowerCase().replaceAll(/[^\p{L}\p{N}]+/gu, '');
}
