import { faultAt } from '../../fields/index.ts';

/** Matches a merge tag of this API: three braces around a name and an optional fallback. */
const TAG = /\{\{\{\s*([\w.]+)\s*(?:\|([^{}]*))?\}\}\}/g;

/** Postrider's merge tags for broadcast recipients, keyed by their names in this API. */
const RECIPIENT: Readonly<Record<string, string>> = {
  RESEND_UNSUBSCRIBE_URL: 'unsubscribe_url',
  FIRST_NAME: 'contact.first_name',
  LAST_NAME: 'contact.last_name',
  EMAIL: 'contact.email',
};

/** Converts the merge tags in broadcast text to Liquid. Throws validation_error for the field. Pure. */
export function broadcastText(text: string, field: string): string {
  return converted(text, field, (name) => (Object.hasOwn(RECIPIENT, name) ? (RECIPIENT[name] ?? name) : name), {});
}

/**
 * Converts the variables in template text to Liquid. Variables without their own fallback get the fallback in
 * `fallbacks`. Throws validation_error for the field. Pure.
 */
export function templateText(text: string, field: string, fallbacks: Readonly<Record<string, string>>): string {
  return converted(text, field, (name) => name, fallbacks);
}

function converted(
  text: string,
  field: string,
  nameOf: (name: string) => string,
  fallbacks: Readonly<Record<string, string>>,
): string {
  return text.replaceAll(TAG, (_tag, name: string, written: string | undefined) => {
    const fallback = written?.trim() || (Object.hasOwn(fallbacks, name) ? fallbacks[name] : undefined);
    if (fallback === undefined) return `{{ ${nameOf(name)} }}`;
    return `{{ ${nameOf(name)} | default: ${quoted(fallback, field)} }}`;
  });
}

/**
 * Returns a string as a Liquid string literal. Throws validation_error if the string contains both kinds of quotation
 * marks, because Liquid cannot escape them.
 */
function quoted(text: string, field: string): string {
  const mark = ['"', "'"].find((each) => !text.includes(each));
  if (mark === undefined)
    throw faultAt(
      field,
      'contains a fallback with both kinds of quotation marks. Use only one kind of quotation mark.',
    );
  return `${mark}${text}${mark}`;
}
