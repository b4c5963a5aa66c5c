import { MAX_HTML_ATTRIBUTES, MAX_HTML_DEPTH, MAX_HTML_NODES } from '../html-document.ts';
import type { TemplateFault } from '../template/source.ts';

/** Returns the error for HTML whose style sheets are too expensive to evaluate. */
export function tooMuchCss(what: 'checked' | 'inlined'): TemplateFault {
  const message = `The style sheets cannot be ${what}, because they are too long or match too many elements.`;
  return { where: 'html', line: 1, column: 1, message, fix: 'Use fewer rules, or do not inline the styles.' };
}

/** Returns the error for HTML that is too large to parse. */
export function tooLarge(): TemplateFault {
  const message = 'The HTML is too large, or its elements are nested too deeply.';
  const fix = `Use at most ${MAX_HTML_NODES} elements and comments, ${MAX_HTML_DEPTH} levels and ${MAX_HTML_ATTRIBUTES} attributes per element, and close each element.`;
  return { where: 'html', line: 1, column: 1, message, fix };
}
