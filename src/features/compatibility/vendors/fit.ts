import { crowdedField } from '../../../mail/skeleton.ts';
import type { MailTemplate } from '../../../mail/skeleton.ts';
import { isLink, type TemplateText } from '../../../mail/template.ts';
import { MAX_FILLED_BYTES } from './limits.ts';
import type { EventDetails } from './types.ts';

/** Values by the names of slots. */
type Values = Readonly<Record<string, string>>;

/**
 * Gives what keeps a recipient's values from being a mail, as it is told of them; undefined where nothing does. A variable may stand in
 * a mail as often as there is room for its name, so that what is put in is bounded as well as what was given.
 */
export function fitting({ headers, html, subject, text }: MailTemplate): (values: Values) => EventDetails | undefined {
  const crowded = crowdedField(headers);
  const whole = measured([subject, html ?? [], text ?? [], ...headers.map(({ value }) => value)]);
  return (values) => {
    const bytes = whole(values);
    if (bytes > MAX_FILLED_BYTES) {
      const sentence = `With the recipient's values, the email has ${bytes} bytes. The maximum is ${MAX_FILLED_BYTES}`;
      return { status: '5.3.4', reason: `552 5.3.4 ${sentence}.` };
    }
    const name = crowded(values);
    if (name === undefined) return undefined;
    return { status: '5.6.0', reason: `554 5.6.0 The recipient's value is too long for a line of the header ${name}.` };
  };
}

/** The bytes of texts with a recipient's values. */
function measured(texts: readonly TemplateText[]): (values: Values) => number {
  let fixed = 0;
  const times = new Map<string, number>();
  for (const part of texts.flat()) {
    if (typeof part === 'string') fixed += Buffer.byteLength(part);
    else if (!isLink(part)) times.set(part.slot, (times.get(part.slot) ?? 0) + 1);
  }
  return (values) => {
    let bytes = fixed;
    for (const [name, count] of times) bytes += count * Buffer.byteLength(values[name] ?? '');
    return bytes;
  };
}
