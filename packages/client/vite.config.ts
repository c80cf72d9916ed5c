import preact from '@preact/preset-vite';
import { defaultClientConditions, defineConfig } from 'vite';
import { offlineShell } from './offline/plugin.ts';
import { precompress } from './offline/precompress.ts';
import { PAGE, preloadPage } from './offline/preload-page.ts';

const server = `http://127.0.0.1:${process.env.ANCHOR_SERVER_PORT ?? 3000}`;

export default defineConfig({
  plugins: [
    preact({ devToolsEnabled: false, reactAliasesEnabled: false }),
    preloadPage(),
    offlineShell(),
    precompress(),
  ],
  // Workspace packages are bundled from their sources, so a client build needs no other build first.
  resolve: { conditions: ['@anchor/source', ...defaultClientConditions] },
  build: {
    target: 'es2022',
    // The content security policy forbids inline scripts, and every targeted browser preloads modules natively.
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    rolldownOptions: {
      // The page is an entry beside index.html, which boots it, so that `$initial` means the modules with which it starts.
      input: { boot: 'index.html', page: PAGE },
      preserveEntrySignatures: 'allow-extension',
      output: {
        chunkFileNames: ({ name }) => `assets/${name.split('~')[0]}-[hash].js`,
        assetFileNames: ({ names: [name = 'asset'] }) => `assets/${name.replace(/[~.].*/, '')}-[hash][extname]`,
        codeSplitting: {
          // Many small files cost more in headers and requests than they save. The page starts with one chunk, and
          // boards, matches and records share a few.
          groups: [
            { name: 'page', tags: ['$initial'], test: /^(?!.*client\/offline\/)/, priority: 3 },
            // The texts in another language need it before the page, so it may import nothing of the page.
            {
              name: 'boot',
              test: /\/client\/(?:index\.html|src\/boot|src\/strings\/(?:chosen|forms|language))|^\0/,
              priority: 4,
            },
            // A separate chunk: otherwise its code that runs at load time would wait for a chunk that waits for it.
            // Before the log, because a group takes what its modules import: matches would load the log for its hash functions.
            {
              name: 'crypto',
              test: /\/record\/src\/(?:crypto\/|canonical)|@noble\/(?:ed25519|hashes)\/(?!sha3)|canonicalize/,
              priority: 2,
            },
            // Only pages that check the public log load it; ML-DSA alone is larger than all other cryptography.
            {
              name: 'log',
              test: /\/packages\/log\/src\/|@noble\/(?:post-quantum|curves)\/|hashes\/sha3/,
              priority: 1,
            },
            // The drawing of a board, which the home page shows. Merged with the rules it would load them too.
            {
              name: 'drawing',
              test: /\/client\/src\/board\/(?:small-board|frame|pieces|checkers|dice|cube|paints|geometry)\./,
              priority: 1,
            },
            // The bundler merges small chunks by size alone: the board and its material could end in two that import each other.
            {
              name: 'board',
              test: /\/client\/src\/board\/(?:board|pips|place-buttons|drag-gesture|use-drag|material)\./,
              priority: 1,
            },
            { name: 'rules', test: /\/packages\/rules\/src\//, priority: 1 },
            // Only review and study board read match files. Merged with the table all pages of a match would load the readers.
            { name: 'imports', test: /\/record\/src\/(?:import|ogxm)\/|\/play\/match-file\./, priority: 1 },
            {
              name: 'table',
              test: /\/(?:record|session|client)\/src\/(?!ui|pages\/(?:review|player))/,
              minShareCount: 2,
              entriesAware: true,
              // Modules that the same pages load are a chunk, so chunks import only those that more pages load: no
              // cycles (FL6). The bundler merges smaller ones than this, whose pages then load more than they need (FL11).
              entriesAwareMergeThreshold: 2_000,
            },
          ],
        },
      },
    },
  },
  // The engine is one file with a fixed name, so that code which must not load it can recognise it.
  worker: { format: 'es', rolldownOptions: { output: { entryFileNames: 'assets/engine-[hash].js' } } },
  server: {
    port: Number(process.env.ANCHOR_CLIENT_PORT ?? 5173),
    strictPort: true,
    proxy: {
      '/ws': { target: server, ws: true },
      '/api': server,
      '/records': server,
      '/log': server,
      '/healthz': server,
      // Only the paths that the server serves: during development the client's own sources are under /src/ too.
      '^/src/(rules|record|met)/': server,
    },
  },
});
