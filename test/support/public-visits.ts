/** Submission of a page's form without user input: target and fields. */
export interface PageForm {
  /** The attribute as in the page; '' for the page itself. */
  readonly action: string;
  readonly entries: Readonly<Record<string, string>>;
}

/** Returns the first form of a page as a browser reads it. */
export function entriesOf(page: string): PageForm {
  const [, tag = '', inside = ''] = /<form([^>]*)>(.*?)<\/form>/s.exec(page) ?? [];
  const entries: Record<string, string> = {};
  for (const [input] of inside.matchAll(/<input[^>]*>/g)) {
    const name = attributeOf(input, 'name');
    if (name !== undefined && attributeOf(input, 'type') !== 'checkbox')
      entries[name] = attributeOf(input, 'value') ?? '';
  }
  return { action: attributeOf(tag, 'action') ?? '', entries };
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#39;': "'",
};

function attributeOf(tag: string, name: string): string | undefined {
  const value = new RegExp(`\\s${name}="([^"]*)"`).exec(tag)?.[1];
  return value?.replaceAll(/&(?:amp|lt|gt|quot|#39);/g, (entity) => ENTITIES[entity] ?? entity);
}
