import { registerHooks } from 'node:module';

// Loaded before the program, so that its listener refuses in the usual way alone: what the shortcut brings is measured
// beside it. Only here; the product has no such switch.

const SHORTCUT = new URL('../../src/http/overload-shortcut.ts', import.meta.url).href;
const NONE = 'export const createShortcut = () => ({ watch() {}, take() {} });';

registerHooks({
  load: (url, context, next) =>
    url === SHORTCUT ? { format: 'module', source: NONE, shortCircuit: true } : next(url, context),
});
