import { Refusal } from '../../../base/refusal.ts';
import { fillFromModel } from '../../transactional/templates/index.ts';
import { faultAt } from '../fields/index.ts';
import type { VendorParts } from '../vendors/index.ts';
import type { Mail } from './mail.ts';

/** Renders a stored template with the given values. Throws validation_error, for example if a value is missing. */
export type FillStored = (
  named: { readonly template: string; readonly at: string },
  model: Readonly<Record<string, unknown>>,
  field: string,
) => Promise<Pick<Mail, 'html' | 'subject' | 'text'>>;

/** Creates the function that fills in the stored templates of an account. */
export function storedTemplates(parts: Pick<VendorParts, 'db' | 'html'>, accountId: number): FillStored {
  return async ({ at, template }, model, field) => {
    try {
      return await fillFromModel(parts, accountId, { template, model, isStrict: true, field });
    } catch (error) {
      if (!(error instanceof Refusal) || error.code !== 'not_found') throw error;
      throw faultAt(at, `must be the name of a template. No template has the name ${template}.`);
    }
  };
}
