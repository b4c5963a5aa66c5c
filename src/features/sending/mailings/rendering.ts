import type { Clock } from '../../../base/clock.ts';
import type { Skeleton } from '../../../mail/skeleton.ts';
import { compileTemplate } from '../../../mail/template/compile.ts';
import { sentenceOf } from '../../../mail/template/faults.ts';
import { TemplateTooCostly } from '../../../mail/template/source.ts';
import type { StoredTemplate } from './template-bytes.ts';

/** Recipients in a row whose mail costs too much, after which it is the template's fault and not theirs. */
const COSTLY_IN_A_ROW = 3;
/** For how long none is rendered then: each of its recipients would take its time from the mail of others. */
const REST_MS = 5_000;

/** Compiles what is stored. Throws with what is wrong with it; its mails throw TemplateTooCostly where they cost too much. */
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
