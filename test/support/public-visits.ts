/** The target and the fields of a form, as a browser submits it without user input. */
export interface PageForm {
  /** Value of the `action` attribute. Empty if the form is submitted to the page itself. */
  readonly action: string;
  readonly entries: Readonly<Record<string, string>>;
}

/** Returns the action of the first form of a page, and the values of its inputs except checkboxes. */
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
