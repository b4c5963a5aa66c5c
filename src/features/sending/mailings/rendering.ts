import type { Clock } from '../../../base/clock.ts';
import type { Skeleton } from '../../../mail/skeleton.ts';
import { compileTemplate } from '../../../mail/template/compile.ts';
import { sentenceOf } from '../../../mail/template/faults.ts';
import { TemplateTooCostly } from '../../../mail/template/source.ts';
import type { StoredTemplate } from './template-bytes.ts';

/**
 * Number of consecutive recipients whose messages are too expensive to render. After that, the template is considered
 * the cause, not the recipients' values.
 */
const COSTLY_IN_A_ROW = 3;
/** Milliseconds before a template that was too expensive is rendered again. */
const REST_MS = 5_000;

/**
 * Compiles a stored template. Throws an error that describes the problems in the template. Rendering throws
 * TemplateTooCostly if a message is too expensive to render, and for a while after several such messages.
 */
export function rendering(template: StoredTemplate, clock: Clock): Skeleton {
  const compiled = compileTemplate(template);
  if ('faults' in compiled) throw new Error(sentenceOf(compiled.faults));
  if (compiled.isSkeleton) return compiled;
  let costly = 0;
  let restsSinceMs = 0;
  return {
    render(recipient) {
      const restedMs = clock.now() - restsSinceMs;
      if (costly >= COSTLY_IN_A_ROW && restedMs >= 0 && restedMs < REST_MS) {
        throw new TemplateTooCostly('Rendering the previous emails of this template took too long');
      }
      try {
        const mail = compiled.render(recipient);
        costly = 0;
        return mail;
      } catch (error) {
        if (error instanceof TemplateTooCostly) costly += 1;
        restsSinceMs = clock.now();
        throw error;
      }
    },
  };
}
