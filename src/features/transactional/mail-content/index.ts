/** Inputs and error messages for the content of emails that users write: campaigns, automation emails and templates. */
export { contentErrors } from './errors.ts';
export { design } from './inputs.ts';
export { designOf } from './inputs.ts';
export { html } from './inputs.ts';
export { long } from './inputs.ts';
export { MAX_SHORT_CHARACTERS } from './inputs.ts';
export { nullable } from './inputs.ts';
export { oneBody } from './inputs.ts';
export { oneLine } from './inputs.ts';
export { plainText } from './inputs.ts';
export { previewText } from './inputs.ts';
export { subjectOf } from './inputs.ts';
