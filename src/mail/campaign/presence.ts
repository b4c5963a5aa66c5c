import { TypeGuards, type TopLevelToken } from 'liquidjs';
import { childrenOf, type HtmlDocument, type HtmlElement, type HtmlNode } from '../html-document.ts';
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
const UNSEEN = /[\s\u00ad\u034f\u180e\u200b-\u200f\u2060\ufeff]+/g;

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
  const pieces = piecesOf(parsed.document, parsed);
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

/** Everything in a document that may be seen and that every recipient gets. */
function piecesOf(document: HtmlDocument, parsed: ParsedHtml): Piece[] {
  const outputs = new Map(
    parsed.tokens.filter((token) => TypeGuards.isOutputToken(token)).map((token) => [token.begin, token.getText()]),
  );
  const pieces: Piece[] = [];
  /** `link`: where what is read leads; null outside of links. */
  const walk = (nodes: readonly HtmlNode[], parent: HtmlElement | undefined, link: string | null | undefined): void => {
    for (const [index, node] of nodes.entries()) {
      const at = node.sourceCodeLocation?.startOffset;
      const isAll = at === undefined || isForAll(parsed, at);
      if ('tagName' in node) {
        const isLink = node.tagName === 'a' && node.attrs.some(({ name }) => name === 'href');
        const within = isLink ? (isAll ? linkOf(parsed, node) : undefined) : link;
        if (node.tagName === 'img' && isAll && !isPixel(node))
          pieces.push(pieceOf(node, 'picture', within ?? undefined));
        walk(childrenOf(node), node, within);
        continue;
      }
      if (!parent || !isAll) continue;
      if ('value' in node && node.value.replaceAll(UNSEEN, '') !== '') {
        pieces.push({ ...pieceOf(parent, 'words', link ?? undefined), words: node.value });
      }
      const output = 'data' in node && at !== undefined ? outputs.get(at) : undefined;
      if (output === undefined) continue;
      const spelled =
        link === null && isAlone(textOf(nodes[index - 1]), textOf(nodes[index + 1])) ? linkNameIn(output) : link;
      pieces.push({ ...pieceOf(parent, 'output', spelled ?? undefined), isAddress: ADDRESS.test(output) });
    }
  };
  walk(document.childNodes, undefined, null);
  return pieces;
}

function pieceOf(parent: HtmlElement, kind: Piece['kind'], link: string | undefined): Piece {
  return { parent, kind, words: '', link, isAddress: false };
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
