import { defineConfig, type Options } from 'tsup';

const shared: Options = {
  format: 'esm',
  target: 'es2022',
  // The rules and the match equity table are inlined, so that the engine is one package without dependencies.
  noExternal: [/^bg-/],
};

/** Files of their own beside the engine, so that a program which needs only these does not load the weights. */
const LIGHT = /\.\/(engine-id|remote)\.ts$/;

export default defineConfig([
  { ...shared, entry: ['src/engine-id.ts', 'src/remote.ts'], splitting: false },
  {
    ...shared,
    entry: ['src/index.ts'],
    dts: { compilerOptions: { paths: { 'bg-rules': ['../rules/dist/index.d.ts'] } } },
    esbuildPlugins: [
      {
        name: 'light-files',
        setup: ({ onResolve }) => {
          onResolve({ filter: LIGHT }, ({ path }) => ({
            path: path.replace(/ts$/, 'js'),
            external: true,
            sideEffects: false,
          }));
        },
      },
    ],
  },
]);
