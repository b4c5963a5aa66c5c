import { ApiProblem } from '../api.ts';

/** Returns a problem for invalid input in the editor, in the same format as field errors from the server. */
export function wrongWith(field: string, sentence: string): ApiProblem {
  return new ApiProblem({
    status: 422,
    name: 'validation_error',
    message: sentence,
    fix: '',
    errors: { [field]: [sentence] },
  });
}
