import { TypeGuards, type TopLevelToken } from 'liquidjs';
import { tokensOf } from '../template/cover.ts';
import { textOfHtml } from '../template/text-of-html.ts';

/** What every recipient gets to see of the things that a campaign must have. */
export interface Presence {
  readonly address: boolean;
  readonly unsubscribe: boolean;
  /** The link to confirm, which only mails that ask for it must have. */
  readonly confirm: boolean;
}

const BLOCKS = new Set(['if', 'unless', 'case', 'for', 'capture', 'comment', 'raw']);
const UNSUBSCRIBE = /^\{\{-?\s*unsubscribe_url\s*(?:\|\s*url_encode\s*)?-?\}\}$/;
const CONFIRM = /^\{\{-?\s*confirm_url\s*(?:\|\s*url_encode\s*)?-?\}\}$/;
const ADDRESS = /^\{\{-?\s*account\.address\b/;
const NOTHING: ReadonlySet<number> = new Set();

/**
 * Whether the postal address and the links to unsubscribe and to confirm are shown to every recipient: what stands in comments, in hidden
 * elements or in conditions does not count. An address that is written out counts like one that is merged.
 */
export function presenceIn(source: string, isHtml: boolean, address: string): Presence {
  const shown = isHtml ? textOfHtml(tokensOf(source), NOTHING, Infinity) : source;
  const all = everybodys(tokensOf(shown));
  const words = lettersOf(all.map((token) => (TypeGuards.isHTMLToken(token) ? token.getContent() : '')).join(' '));
  const wanted = lettersOf(address);
  const outputs = all.filter((token) => TypeGuards.isOutputToken(token)).map((token) => token.getText());
  return {
    address: (wanted !== '' && words.includes(wanted)) || outputs.some((output) => ADDRESS.test(output)),
    unsubscribe: outputs.some((output) => UNSUBSCRIBE.test(output)),
    confirm: outputs.some((output) => CONFIRM.test(output)),
  };
}

/** What stands in no block. */
export function everybodys(tokens: readonly TopLevelToken[]): TopLevelToken[] {
  let depth = 0;
  return tokens.filter((token) => {
    if (!TypeGuards.isTagToken(token)) return depth === 0;
    if (BLOCKS.has(token.name)) depth += 1;
    else if (token.name.startsWith('end')) depth -= 1;
    return false;
  });
}

/** Letters and digits alone: addresses are broken into lines and set with commas in many ways. */
function lettersOf(text: string): string {
  return text.toLowerCase().replaceAll(/[^\p{L}\p{N}]+/gu, '');
}
