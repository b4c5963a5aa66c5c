import { TypeGuards } from 'liquidjs';
import { attributeValue, childrenOf, type HtmlElement, type HtmlNode } from '../html-document.ts';
import type { Look } from '../html-look.ts';
import { createStyles, isFaint, isPixel, isTextSeen } from '../html-styles.ts';
import { tokensOf } from '../template/cover.ts';
import { blocksIn, isForAll, tagsAt, type ParsedHtml } from '../template/parsed-html.ts';
import { isAlone, linkNameIn, linkOf } from './merge-links.ts';

/** Whether every recipient sees the required elements of a campaign. */
export interface Presence {
  readonly address: boolean;
  readonly unsubscribe: boolean;
  /** The confirmation link. Required only in confirmation emails. */
  readonly confirm: boolean;
}

const ADDRESS = /^\{\{-?\s*account\.address\b/;
/** Invisible characters, including white space. */
const UNSEEN = /(?:[\s\u00ad\u180e\u200b-\u200f\u2060\ufeff]|\u034f)+/g;

/** Text, a Liquid output, or an image in a document, with the element whose styles determine whether it is visible. */
interface Piece {
  readonly parent: HtmlElement;
  readonly kind: 'words' | 'picture' | 'output';
  readonly words: string;
  /**
   * Name of the recipient link around this piece. For an output outside of links, name of the recipient link that it
   * inserts.
   */
  readonly link: string | undefined;
  readonly isAddress: boolean;
}

/**
 * Returns whether every recipient sees the postal address, the unsubscribe link, and the confirmation link. Elements
 * that Liquid or uncertain declarations may hide count only if `isGenerous` is set. Returns undefined if evaluating the
 * style sheets is too expensive.
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

/** Returns whether every recipient sees the required elements in a text part. */
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

/** The context of a node: its parent element and the recipient link around it. */
interface Place {
  readonly parent: HtmlElement;
  /** The recipient link that contains the node. Undefined inside another link, null outside of links. */
  readonly link: string | null | undefined;
}

/**
 * Returns the text, Liquid outputs, and images in a document that every recipient receives. Styles may still hide them.
 */
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

/** Returns the node's offset in the source, or -1 for a node that the parser added. */
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

/**
 * Returns the text of a node next to a Liquid output. If that node is also an output, returns a letter, because an
 * output may produce any text.
 */
function textOf(beside: HtmlNode | undefined): string {
  if (!beside) return '';
  return 'value' in beside ? beside.value : 'data' in beside && beside.data.startsWith('?') ? 'x' : '';
}

/**
 * Returns whether the text contains the postal address. Compares only letters and digits, because line breaks and
 * punctuation vary.
 */
function holds(words: string, address: string): boolean {
  const wanted = lettersOf(address);
  return wanted !== '' && lettersOf(words).includes(wanted);
}

function lettersOf(text: string): string {
  return text.toLowerCase().replaceAll(/[^\p{L}\p{N}]+/gu, '');
}
