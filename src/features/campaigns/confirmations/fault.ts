import type { Refusal } from '../../../base/refusal.ts';

/** Joins the sentences of a refusal into a single string. */
export function faultOf({ code, details }: Refusal): string {
  const { errors, fix, message } = details;
  const sentences = Object.entries(errors ?? {}).flatMap(([field, all]) =>
    all.map((sentence) => `${field} ${sentence}`),
  );
  if (sentences.length > 0) return sentences.join(' ');
  return [message ?? code, fix].filter((text) => text !== undefined).join(' ');
}
