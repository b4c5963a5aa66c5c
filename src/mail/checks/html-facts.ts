import { htmlTags, type HtmlAttribute, type HtmlTag } from '../html-tags.ts';
import { decodeEntities } from '../html-tokens.ts';
import { htmlToText } from '../html-to-text.ts';
import { coverLiquid } from '../template/cover.ts';

/** What the checks look at in HTML. */
export interface HtmlFacts {
  /** As it was given. */
  readonly html: string;
  /** With Liquid covered, where it is a template; each character stands where it stood. */
  readonly covered: string;
  readonly tags: readonly HtmlTag[];
  readonly images: readonly Tagged[];
  readonly links: readonly Link[];
  /** What is read of it, without the addresses of links. */
  readonly text: string;
}

/** A tag as it is written. */
interface Tagged {
  readonly tag: HtmlTag;
  readonly source: string;
}

/** A link: its address as it is written, and as it is when Liquid is covered. */
export interface Link {
  readonly written: string;
  readonly href: string;
}

/** Reads HTML; that of a template has Liquid in it, which can be read. Linear. */
export function htmlFacts(html: string, isTemplate: boolean): HtmlFacts {
  const covered = isTemplate ? coverLiquid(html) : html;
  const tags = [...htmlTags(covered)];
  const images: Tagged[] = [];
  const links: Link[] = [];
  for (const tag of tags) {
    if (tag.isClose) continue;
    if (tag.name === 'img') images.push({ tag, source: html.slice(tag.start, tag.end) });
    const href = tag.name === 'a' || tag.name === 'area' ? attributeOf(tag, 'href') : undefined;
    if (href) links.push({ href: decodeEntities(href.value).trim(), written: valueIn(html, href) });
  }
  return { html, covered, tags, images, links, text: htmlToText(covered).replaceAll(/ ?\([a-z]+:[^\s()]*\)/gi, '') };
}

/** The attribute of a tag; of those that are given twice the first counts. */
export function attributeOf(tag: HtmlTag, wanted: string): HtmlAttribute | undefined {
  return tag.attributes.find(({ name }) => name === wanted);
}

function valueIn(html: string, { end, start }: HtmlAttribute): string {
  return html.slice(start, end).replaceAll(/^["']|["']$/g, '');
}
