import { TypeGuards } from 'liquidjs';
import { isBrokenLink } from '../campaign/merge-links.ts';
import { attributeValue, elementsOf, type HtmlElement } from '../html-document.ts';
import type { Look } from '../html-look.ts';
import { usualLooks, visibilityOf } from '../html-styles.ts';
import { textBetweenTags } from '../html-tags.ts';
import { writeNodes } from '../html-to-text.ts';
import { parsePlainHtml, parseTemplateHtml, tagsAt, writtenValue } from '../template/parsed-html.ts';

/** What the checks look at in HTML. */
export interface HtmlFacts {
  /** As it was given. */
  readonly html: string;
  readonly elements: readonly HtmlElement[];
  /** How elements look on a large screen. */
  readonly looks: ReadonlyMap<HtmlElement, Look>;
  /** Where outputs of Liquid begin. */
  readonly outputsAt: ReadonlySet<number>;
  readonly images: readonly Image[];
  readonly links: readonly Link[];
  /** What is read of it, without the addresses of links and without texts of pictures. */
  readonly text: string;
}

/** A picture, and its tag as it is written. */
interface Image {
  readonly element: HtmlElement;
  readonly source: string;
}

/** A link: its address as it is written, and as it is when Liquid is covered. */
export interface Link {
  readonly written: string;
  readonly href: string;
  /** Whether it has an address of the recipient in it, and something else. */
  readonly isBroken: boolean;
}

/** Reads HTML; that of a template has Liquid in it, which can be read. Of HTML beyond the limits of the parser, only the text is known. */
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
