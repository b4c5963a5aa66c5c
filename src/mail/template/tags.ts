/** A tag that templates may use. */
export interface AllowedTag {
  /** The tag that ends the block, if this tag starts a block. */
  readonly end?: string;
  /** Tags that are allowed only inside the block. */
  readonly between?: readonly string[];
}

/** All supported tags. docs/templates.md documents them. */
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

/** Alternatives to unsupported tags in Liquid and similar languages. */
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
  end: 'Use {% endif %} or {% endfor %} to end the block.',
};

/** Maps each tag that ends or divides a block to the tags that can start this block. */
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
