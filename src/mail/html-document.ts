import {
  defaultTreeAdapter,
  parse,
  type DefaultTreeAdapterMap,
  type DefaultTreeAdapterTypes,
  type TreeAdapter,
} from 'parse5';

export type HtmlDocument = DefaultTreeAdapterTypes.Document;
export type HtmlElement = DefaultTreeAdapterTypes.Element;
/** An element, text, comment or doctype in a parsed document. */
export type HtmlNode = DefaultTreeAdapterTypes.ChildNode;

/** Maximum nesting depth of elements. */
export const MAX_HTML_DEPTH = 500;
/** Maximum number of elements and comments in a document. */
export const MAX_HTML_NODES = 100_000;
/** Maximum number of attributes per element. */
export const MAX_HTML_ATTRIBUTES = 200;

class HtmlTooLarge extends Error {}

/**
 * Parses HTML as browsers do (HTML standard, section 13.2). The content of `<noscript>` is text. `hasPlaces` adds
 * `sourceCodeLocation` to the nodes. Returns undefined if a limit is exceeded.
 */
export function parseHtml(html: string, { hasPlaces = false } = {}): HtmlDocument | undefined {
  try {
    return parse(html, { sourceCodeLocationInfo: hasPlaces, treeAdapter: boundedAdapter() });
  } catch (error) {
    if (error instanceof HtmlTooLarge) return undefined;
    throw error;
  }
}

/** Creates a tree adapter that stops the parser when a limit is exceeded and keeps comments in document order. */
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
      // After `</body>`, the parser adds comments after the body, but still adds text to the body. Add comments to the
      // current element instead, because comments that represent Liquid must keep their position within the text.
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

/** Returns true if the document or root element already has a body. */
function hasBody(parent: DefaultTreeAdapterTypes.ParentNode): boolean {
  const root = parent.nodeName === '#document' ? parent.childNodes.find((node) => node.nodeName === 'html') : parent;
  return root?.nodeName === 'html' && root.childNodes.some(({ nodeName }) => nodeName === 'body');
}

/** Returns the value of an attribute, or undefined if the element does not have it. */
export function attributeValue(element: HtmlElement, name: string): string | undefined {
  return element.attrs.find((attribute) => attribute.name === name)?.value;
}

/** Returns the child nodes of a node. Returns an empty array if the node cannot have child nodes. */
export function childrenOf(node: HtmlDocument | HtmlNode): readonly HtmlNode[] {
  return 'childNodes' in node ? node.childNodes : [];
}

/** Returns the elements of a document in document order, without the content of `<template>`. */
export function elementsOf(document: HtmlDocument): HtmlElement[] {
  const found: HtmlElement[] = [];
  const waiting: HtmlNode[] = document.childNodes.toReversed();
  for (let node = waiting.pop(); node; node = waiting.pop()) {
    if ('tagName' in node) found.push(node);
    for (const child of childrenOf(node).toReversed()) waiting.push(child);
  }
  return found;
}

/** Returns the body of a document. Returns undefined for a frameset. */
export function bodyOf(document: HtmlDocument): HtmlElement | undefined {
  const root = document.childNodes.find((node): node is HtmlElement => 'tagName' in node);
  return root?.childNodes.find((node): node is HtmlElement => node.nodeName === 'body');
}
