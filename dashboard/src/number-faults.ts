import { ApiProblem } from './api.ts';
import { textOf } from './form-values.ts';

/**
 * Returns a problem in the format of the API if a number field contains something other than a number, otherwise null.
 */
export function numberFaults(form: FormData, names: readonly string[]): ApiProblem | null {
  const wrong = names.filter((name) => Number.isNaN(Number(textOf(form, name).replaceAll(',', ''))));
  if (wrong.length === 0) return null;
  return new ApiProblem({
    status: 422,
    name: 'validation_error',
    message: 'Some fields must contain a number.',
    fix: 'Enter digits, or leave the fields empty.',
    errors: Object.fromEntries(wrong.map((name) => [name, ['must be a number.']] as const)),
  });
}
