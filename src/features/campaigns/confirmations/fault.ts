import type { Refusal } from '../../../base/refusal.ts';

/** Joins the field errors of a `Refusal` into one string. Without field errors, joins its message and fix. */
export function faultOf({ code, details }: Refusal): string {
  const { errors, fix, message } = details;
  const sentences = Object.entries(errors ?? {}).flatMap(([field, all]) =>
    all.map((sentence) => `${field} ${sentence}`),
  );
  if (sentences.length > 0) return sentences.join(' ');
  return [message ?? code, fix].filter((text) => text !== undefined).join(' ');
}
