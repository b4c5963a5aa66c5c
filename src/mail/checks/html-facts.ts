import { TypeGuards } from 'liquidjs';
import { isBrokenLink } from '../campaign/merge-links.ts';
import { attributeValue, elementsOf, type HtmlElement } from '../html-document.ts';
import type { Look } from '../html-look.ts';
import { usualLooks, visibilityOf } from '../html-styles.ts';
import { textBetweenTags } from '../html-tags.ts';
import { writeNodes } from '../html-to-text.ts';
import { parsePlainHtml, parseTemplateHtml, tagsAt, writtenValue } from '../template/parsed-html.ts';

/** Facts about parsed HTML that the checks use. */
export interface HtmlFacts {
  /** The unmodified input. */
  readonly html: string;
  readonly elements: readonly HtmlElement[];
  /** Computed appearance of elements on a large screen. */
  readonly looks: ReadonlyMap<HtmlElement, Look>;
  /** Offsets of Liquid output tags. */
  readonly outputsAt: ReadonlySet<number>;
  readonly images: readonly Image[];
  readonly links: readonly Link[];
  /** The visible text, without link addresses and alt text. */
  readonly text: string;
}

/** An image, and the HTML of its tag. */
interface Image {
  readonly element: HtmlElement;
  readonly source: string;
}

/** A link. `written` is its URL in the source. In `href`, placeholders replace Liquid. */
export interface Link {
  readonly written: string;
  readonly href: string;
  /** Whether other text in the URL breaks a recipient link. */
  readonly isBroken: boolean;
}

/**
 * Parses HTML, which may contain valid Liquid if `isTemplate` is set. If the HTML exceeds the parser's limits, sets
 * only `html` and `text`.
 */
export function htmlFacts(html: string, isTemplate: boolean): HtmlFacts {
  const parsed = isTemplate ? parseTemplateHtml(html) : parsePlainHtml(html);
  if (!parsed) {
    const nothing = { elements: [], looks: new Map(), outputsAt: new Set<number>(), images: [], links: [] };
    return { html, ...nothing, text: textBetweenTags(html) };
  }
  const { covered, document, tokens } = parsed;
  const elements = elementsOf(document);
  const looks = usualLooks(document, covered, { blocksAt: tagsAt(parsed) });
  return {
    html,
    elements,
    looks,
    outputsAt: new Set(tokens.filter((token) => TypeGuards.isOutputToken(token)).map(({ begin }) => begin)),
    images: elements
      .filter(({ tagName }) => tagName === 'img')
      .map((element) => {
        const place = element.sourceCodeLocation;
        return { element, source: place ? html.slice(place.startOffset, place.endOffset) : '<img>' };
      }),
    links: elements
      .filter(({ tagName }) => tagName === 'a' || tagName === 'area')
      .flatMap((element) => {
        const href = attributeValue(element, 'href')?.trim();
        const written = writtenValue(parsed, element, 'href') ?? href ?? '';
        return href === undefined ? [] : [{ href, written, isBroken: isTemplate && isBrokenLink(written) }];
      }),
    text: writeNodes(document.childNodes, visibilityOf(looks), { addresses: false, alts: false }),
  };
}
