import { defineConfig } from 'tsup';

// The rules and the match equity table are inlined, so that the engine is one package without dependencies.
export default defineConfig({
  entry: ['src/index.ts'],
  format: 'esm',
  target: 'es2022',
  clean: true,
  noExternal: [/^bg-/],
  dts: { compilerOptions: { paths: { 'bg-rules': ['../rules/dist/index.d.ts'] } } },
});
