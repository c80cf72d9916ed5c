import preact from '@preact/preset-vite';
import { defaultClientConditions, defineConfig } from 'vite';
import { viteSingleFile } from 'vite-plugin-singlefile';

// Builds the verifier as one file for users to save. It runs after the page was built.
export default defineConfig({
  plugins: [preact({ devToolsEnabled: false, reactAliasesEnabled: false }), viteSingleFile()],
  resolve: { conditions: ['@anchor/source', ...defaultClientConditions] },
  publicDir: false,
  build: { target: 'es2022', emptyOutDir: false, rolldownOptions: { input: 'anchor-verify.html' } },
});
