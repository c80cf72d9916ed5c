import { defineConfig, type Options } from 'tsup';

/** The files of the package import one another as files, so that a program gets only those that it needs. */
const separate: NonNullable<Options['esbuildPlugins']>[number] = {
  name: 'separate-files',
  setup: ({ onResolve }) => {
    onResolve({ filter: /^\.\/(engine|engine-id|remote)\.ts$/ }, ({ path }) => {
      return { path: path.replace(/ts$/, 'js'), external: true, sideEffects: false };
    });
  },
};

const shared: Options = {
  format: 'esm',
  target: 'es2022',
  splitting: false,
  // The rules and the match equity table are inlined, so that the engine is one package without dependencies.
  noExternal: [/^bg-/],
  esbuildPlugins: [separate],
};

export default defineConfig([
  { ...shared, entry: ['src/engine.ts', 'src/engine-id.ts', 'src/remote.ts'] },
  {
    ...shared,
    entry: ['src/index.ts'],
    dts: { compilerOptions: { paths: { 'bg-rules': ['../rules/dist/index.d.ts'] } } },
  },
]);
