import {
  evalToken,
  evalTokenValue,
  TypeGuards,
  type CaptureTag,
  type CaseTag,
  type Context,
  type Emitter,
  type ForTag,
  type Template,
} from 'liquidjs';
import { spend, type Work } from './language.ts';
import { HtmlText, lengthOf, textOf } from './values.ts';

/** Makes a tag count its steps each time it is rendered. */
export function weigh(node: Template, work: Work, steps: number): void {
  const render = node.render.bind(node);
  node.render = (context: Context, emitter: Emitter): unknown => {
    spend(work, steps);
    return render(context, emitter);
  };
}

/**
 * Makes a text node count its characters. LiquidJS does not count them, although a loop may write the text many times.
 */
export function weighText(node: Template, text: string, work: Work): void {
  node.render = (context: Context, emitter: Emitter): void => {
    spend(work, 1);
    context.memoryLimit.use(text.length);
    emitter.write(text);
  };
}

/** Makes a case tag count the characters that it compares with the value of each `when`. */
export function weighCase(node: CaseTag, work: Work, steps: number, whens: number): void {
  const render = node.render.bind(node);
  node.render = function* counted(context: Context, emitter: Emitter): Generator<unknown, void, unknown> {
    spend(work, steps);
    context.memoryLimit.use(lengthOf(yield node.value.value(context, false)) * whens);
    yield render(context, emitter);
  };
}

/** Makes a loop count its iterations before the first one, even if its body is empty. */
export function weighLoop(node: ForTag, work: Work, steps: number): void {
  const render = node.render.bind(node);
  node.render = function* counted(context: Context, emitter: Emitter): Generator<unknown, void, Template[]> {
    spend(work, steps + Number(yield turnsOf(node.collection, context)));
    yield render(context, emitter);
  };
}

/**
 * Makes a capture tag count a step and, in HTML, store its content as HtmlText, because the captured values are already
 * escaped.
 */
export function weighCapture(node: CaptureTag, work: Work, isHtml: boolean): void {
  const render = node.render.bind(node);
  node.render = function* counted(context: Context): Generator<unknown, void, string> {
    spend(work, 1);
    yield render(context);
    const scope = context.bottom();
    if (isHtml) Reflect.set(scope, node.variable, new HtmlText(textOf(Reflect.get(scope, node.variable))));
  };
}

/** Returns the number of items in a list or range, or 1 for other values. Does not create an array for a range. */
function* turnsOf(collection: ForTag['collection'], context: Context): Generator<unknown, number, unknown> {
  if (TypeGuards.isRangeToken(collection)) {
    const low = Number(yield evalTokenValue(collection.lhs, context));
    const high = Number(yield evalTokenValue(collection.rhs, context));
    return Math.max(0, high - low + 1) || 0;
  }
  const value = yield evalToken(collection, context);
  return Array.isArray(value) ? value.length : 1;
}
