import tailwind from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { areaOf } from './src/areas.ts';

/** Where the server of `npx vite dashboard` finds the API: that of `npm start` in another terminal. */
const API = 'http://127.0.0.1:8025';

export default defineConfig({
  root: import.meta.dirname,
  base: '/app/',
  plugins: [react(), tailwind()],
  build: {
    outDir: '../dist/dashboard',
    emptyOutDir: true,
    // Sources are in the repository; a map would double what the package weighs.
    sourcemap: false,
    chunkSizeWarningLimit: 700,
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        // Each area of the product is one file; what several use stays in files of its own.
        codeSplitting: {
          groups: [
            { debugName: 'areas', name: (module) => areaOf(module) ?? null, includeDependenciesRecursively: false },
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
