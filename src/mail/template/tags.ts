/** A tag that may stand in a template. */
export interface AllowedTag {
  /** The tag that ends its block; absent when it has none. */
  readonly end?: string;
  /** Tags that may stand in its block only. */
  readonly between?: readonly string[];
}

/** Every tag that may stand in a template; docs/templates.md shows each. */
export const TAGS: Readonly<Record<string, AllowedTag>> = {
  if: { end: 'endif', between: ['elsif', 'else'] },
  unless: { end: 'endunless', between: ['elsif', 'else'] },
  case: { end: 'endcase', between: ['when', 'else'] },
  for: { end: 'endfor', between: ['else'] },
  break: {},
  continue: {},
  assign: {},
  capture: { end: 'endcapture' },
  comment: { end: 'endcomment' },
  raw: { end: 'endraw' },
  '#': {},
};

/** Tags of Liquid, and of those who write it elsewhere, that may not stand in a mail, and what to do instead. */
export const TAG_ADVICE: Readonly<Record<string, string>> = {
  include: 'Insert the text of the template here. Emails cannot include other templates.',
  render: 'Insert the text of the template here. Emails cannot include other templates.',
  layout: 'Insert the text of the template here. Emails cannot include other templates.',
  block: 'Insert the text of the template here. Emails cannot include other templates.',
  liquid: 'Use a separate tag for each line.',
  echo: 'Write {{ ... }} instead.',
  tablerow: 'Create the rows with {% for %}.',
  cycle: 'Use {% if %} with `forloop.index` instead.',
  increment: 'Count with {% assign n = n | plus: 1 %}.',
  decrement: 'Count with {% assign n = n | minus: 1 %}.',
  elseif: 'Write {% elsif ... %}.',
  elif: 'Write {% elsif ... %}.',
  end: 'Name the block to end: {% endif %} or {% endfor %}.',
};

/** By a tag that ends a block or stands between its parts, the tags to whose blocks it belongs. */
export const BELONGS: ReadonlyMap<string, readonly string[]> = belongings();

function belongings(): Map<string, string[]> {
  const found = new Map<string, string[]>();
  for (const [name, { between = [], end }] of Object.entries(TAGS)) {
    for (const inner of [...between, ...(end === undefined ? [] : [end])]) {
      found.set(inner, [...(found.get(inner) ?? []), name]);
    }
  }
  return found;
}
