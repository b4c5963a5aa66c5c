import { ApiProblem } from '../api.ts';

/** What a field of the editor was given wrongly, said as the server says it of a field. */
export function wrongWith(field: string, sentence: string): ApiProblem {
  return new ApiProblem({
    status: 422,
    name: 'validation_error',
    message: sentence,
    fix: '',
    errors: { [field]: [sentence] },
  });
}
