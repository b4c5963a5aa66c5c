import tailwind from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { areaOf } from './src/areas.ts';

/** URL of the API for `npx vite dashboard`. Run `npm start` in another terminal to serve it. */
const API = 'http://127.0.0.1:8025';

/**
 * Pages with the email editor. Each has its own script file, because its area also has pages without the editor.
 * Modules that both pages import are in the file of the first page.
 */
const COMPOSERS = [
  { name: 'composer', page: '/pages/campaigns/edit.tsx' },
  { name: 'template-composer', page: '/pages/templates/template.tsx' },
];

/** Returns the names of all modules that import a module, directly or indirectly, and of the module itself. */
function importersOf(module: string, direct: (module: string) => readonly string[]): ReadonlySet<string> {
  const all = new Set([module]);
  for (const each of all) for (const importer of direct(each)) all.add(importer);
  return all;
}

export default defineConfig({
  root: import.meta.dirname,
  base: '/app/',
  plugins: [react(), tailwind()],
  build: {
    outDir: '../dist/dashboard',
    emptyOutDir: true,
    // Source maps would double the size of the package.
    sourcemap: false,
    chunkSizeWarningLimit: 700,
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        // Bundles the modules of each area into one file. Modules that belong to no area stay in separate files.
        codeSplitting: {
          groups: [
            {
              debugName: 'areas',
              name: (module, context) => {
                const area = areaOf(module);
                if (area === undefined) return null;
                const all = [...importersOf(module, (each) => context.getModuleInfo(each)?.importers ?? [])];
                return COMPOSERS.find(({ page }) => all.some((each) => each.endsWith(page)))?.name ?? area;
              },
              includeDependenciesRecursively: false,
            },
          ],
        },
      },
      preserveEntrySignatures: 'allow-extension',
    },
  },
  server: {
    proxy: Object.fromEntries(
      [
        '/dashboard',
        '/transactional',
        '/inbox',
        '/domains',
        '/me',
        '/contacts',
        '/contact-segments',
        '/contact-tags',
        '/contact-fields',
        '/lists',
        '/forms',
        '/f/',
        '/double-opt-in',
        '/campaigns',
        '/privacy',
      ].map((path) => [path, API] as const),
    ),
  },
});
