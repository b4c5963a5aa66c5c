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
  include: 'Put its text here: a mail is one text.',
  render: 'Put its text here: a mail is one text.',
  layout: 'Put its text here: a mail is one text.',
  block: 'Put its text here: a mail is one text.',
  liquid: 'Write a tag for each line.',
  echo: 'Write {{ ... }} instead.',
  tablerow: 'Write the rows with {% for %}.',
  cycle: 'Write it with {% if %} and forloop.index.',
  increment: 'Count with {% assign n = n | plus: 1 %}.',
  decrement: 'Count with {% assign n = n | minus: 1 %}.',
  elseif: 'Write {% elsif ... %}.',
  elif: 'Write {% elsif ... %}.',
  end: 'Name what ends: {% endif %}, {% endfor %}.',
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
