import { contrastOf, READABLE_CONTRAST } from '../contrast.ts';
import { COVER } from '../template/cover.ts';
import type { HtmlNode } from '../html-document.ts';
import type { Look } from '../html-look.ts';
import { isTextSeen } from '../html-styles.ts';
import { fine, found, type Finding } from './finding.ts';
import type { HtmlFacts } from './html-facts.ts';

/** The least contrast of large text (WCAG 2.2, 1.4.3). */
const LARGE_CONTRAST = 3;

/** Whether text can be told from its ground, by its styles on a large screen; what pictures do is not looked at. */
export function judgeContrast({ elements, looks, outputsAt }: HtmlFacts): Finding {
  const faint = new Set<string>();
  const isWritten = (node: HtmlNode): boolean => {
    if ('value' in node) return node.value.replaceAll(COVER, '').trim() !== '';
    return 'data' in node && outputsAt.has(node.sourceCodeLocation?.startOffset ?? -1);
  };
  for (const element of elements) {
    const look = looks.get(element);
    const pair = look && faintPair(look);
    if (pair !== undefined && element.childNodes.some((node) => isWritten(node))) faint.add(pair);
  }
  if (faint.size === 0) return fine('contrast', 'All text with known colors has enough contrast.');
  const message = 'Some text has low contrast with its background.';
  const fix = 'Use colors with a contrast ratio of at least 4.5, or 3 for large text.';
  return found('contrast', 'warning', message, { fix, where: [...faint] });
}

/** The colours of an element whose text can hardly be told from its ground; undefined where it can, or nobody knows. */
function faintPair(look: Look): string | undefined {
  const { color, ground, isLarge } = look;
  if (!isTextSeen(look) || color === undefined || ground === undefined) return undefined;
  const ratio = contrastOf(color, ground);
  return ratio >= (isLarge ? LARGE_CONTRAST : READABLE_CONTRAST)
    ? undefined
    : `${color} on ${ground} (${ratio.toFixed(1)})`;
}
