import {
  defaultTreeAdapter,
  parse,
  type DefaultTreeAdapterMap,
  type DefaultTreeAdapterTypes,
  type TreeAdapter,
} from 'parse5';

/** A parsed document. */
export type HtmlDocument = DefaultTreeAdapterTypes.Document;
/** An element of a parsed document. */
export type HtmlElement = DefaultTreeAdapterTypes.Element;
/** An element, text, comment or doctype of a parsed document. */
export type HtmlNode = DefaultTreeAdapterTypes.ChildNode;

/** Elements within elements. Browsers stop nesting at 512. */
export const MAX_HTML_DEPTH = 500;
/** Elements and comments of a document; each costs memory and is matched against style sheets. */
export const MAX_HTML_NODES = 100_000;
/** Attributes of one element; looking one up is a linear search. */
export const MAX_HTML_ATTRIBUTES = 200;

class HtmlTooLarge extends Error {}

/**
 * Parses HTML as browsers do (HTML standard, section 13.2); what is in `<noscript>` is text. `hasPlaces` adds `sourceCodeLocation` to the
 * nodes, which doubles the time. Returns undefined beyond the limits above.
 */
export function parseHtml(html: string, { hasPlaces = false } = {}): HtmlDocument | undefined {
  try {
    return parse(html, { sourceCodeLocationInfo: hasPlaces, treeAdapter: boundedAdapter() });
  } catch (error) {
    if (error instanceof HtmlTooLarge) return undefined;
    throw error;
  }
}

/** A tree adapter that stops the parser at the limits, and keeps comments in order. */
function boundedAdapter(): TreeAdapter<DefaultTreeAdapterMap> {
  let depth = 0;
  let nodes = 0;
  let current: DefaultTreeAdapterTypes.ParentNode | undefined;
  const count = (): void => {
    nodes += 1;
    if (nodes > MAX_HTML_NODES || depth > MAX_HTML_DEPTH) throw new HtmlTooLarge();
  };
  return {
    ...defaultTreeAdapter,
    createElement(name, namespace, attributes) {
      count();
      if (attributes.length > MAX_HTML_ATTRIBUTES) throw new HtmlTooLarge();
      return defaultTreeAdapter.createElement(name, namespace, attributes);
    },
    createCommentNode(data) {
      count();
      return defaultTreeAdapter.createCommentNode(data);
    },
    appendChild(parent, child) {
      // After `</body>` the parser puts comments behind the body but text still into it. What stands for Liquid must stay between texts.
      const isBehind = child.nodeName === '#comment' && current !== undefined && parent !== current && hasBody(parent);
      defaultTreeAdapter.appendChild(isBehind && current ? current : parent, child);
    },
    onItemPush(item) {
      depth += 1;
      current = item;
    },
    onItemPop(_, newTop) {
      depth -= 1;
      current = newTop;
    },
  };
}

/** Whether a document or its root has its body. */
function hasBody(parent: DefaultTreeAdapterTypes.ParentNode): boolean {
  const root = parent.nodeName === '#document' ? parent.childNodes.find((node) => node.nodeName === 'html') : parent;
  return root?.nodeName === 'html' && root.childNodes.some(({ nodeName }) => nodeName === 'body');
}

/** The value of an attribute; undefined where the element does not have it. */
export function attributeValue(element: HtmlElement, name: string): string | undefined {
  return element.attrs.find((attribute) => attribute.name === name)?.value;
}

/** The child elements and texts of a node; none of a node that cannot have any. */
export function childrenOf(node: HtmlDocument | HtmlNode): readonly HtmlNode[] {
  return 'childNodes' in node ? node.childNodes : [];
}

/** The elements of a document in document order, without the contents of `<template>`. */
export function elementsOf(document: HtmlDocument): HtmlElement[] {
  const found: HtmlElement[] = [];
  const waiting: HtmlNode[] = document.childNodes.toReversed();
  for (let node = waiting.pop(); node; node = waiting.pop()) {
    if ('tagName' in node) found.push(node);
    for (const child of childrenOf(node).toReversed()) waiting.push(child);
  }
  return found;
}

/** The body of a document; undefined in one of frames. */
export function bodyOf(document: HtmlDocument): HtmlElement | undefined {
  const root = document.childNodes.find((node): node is HtmlElement => 'tagName' in node);
  return root?.childNodes.find((node): node is HtmlElement => node.nodeName === 'body');
}
