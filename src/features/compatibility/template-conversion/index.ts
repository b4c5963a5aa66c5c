/** Templates of other vendors: converts their syntax to Liquid, and returns the text that the client sent. */
export { liquidOf } from './handlebars.ts';
export { liquidOfMustachio } from './mustachio.ts';
export { keepWritten } from './written-templates.ts';
export { writtenTexts } from './written-templates.ts';
export type { TemplateTexts } from './written-templates.ts';
