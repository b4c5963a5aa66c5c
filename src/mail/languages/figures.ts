import type { Language } from './catalog.ts';
import { numberIn, quoted, writePhrase } from './emails.ts';

/** A rate in percent, the two counts that it is computed from, and its limit. */
export interface Figure {
  readonly name: 'bounce_rate' | 'complaint_rate' | 'open_rate' | 'reached';
  readonly percent: number;
  readonly part: number;
  readonly whole: number;
  readonly limitPercent: number;
}

/** Returns the figures in a language, indented, each on its own line. Pure. */
export function figuresIn(language: Language, figures: readonly Figure[]): string {
  const lines = figures.map(({ limitPercent, name, part, percent, whole }) =>
    writePhrase(language, `figures.${name}`, {
      rate: numberIn(language, percent),
      part: numberIn(language, part),
      whole: numberIn(language, whole),
      limit: numberIn(language, limitPercent),
    }),
  );
  return quoted(lines.join('\n'));
}
