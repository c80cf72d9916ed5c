import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';

const root = fileURLToPath(new URL('..', import.meta.url));

/** Bundles a module as a page's build does, from the sources or from the built package. */
async function bundle(contents: string, conditions: string[]): Promise<number> {
  const built = await build({
    // The client depends on bg-engine and resolves it as any other program does.
    stdin: { contents, resolveDir: join(root, '../client') },
    bundle: true,
    minify: true,
    format: 'esm',
    write: false,
    conditions,
  });
  return built.outputFiles[0]!.contents.length;
}

describe('EN4 a program loads the weights only if it evaluates', () => {
  it.each([
    ['from the sources', ['@anchor/source']],
    ['as built', []],
  ])('%s', async (_how, conditions) => {
    const id = await bundle("import { ENGINE_ID } from 'bg-engine'; console.log(ENGINE_ID);", conditions);
    const remote = await bundle("import { connectEngine } from 'bg-engine'; console.log(connectEngine);", conditions);
    const whole = await bundle("import { rank } from 'bg-engine'; console.log(rank);", conditions);
    expect(id).toBeLessThan(1000);
    expect(remote).toBeLessThan(4000);
    expect(whole).toBeGreaterThan(100_000);
  });
});

describe('EN5 the examples of the READMEs compile strictly', () => {
  it.each(['engine', 'rules'])('bg-%s', (name) => {
    const text = readFileSync(join(root, '..', name, 'README.md'), 'utf8');
    const examples = [...text.matchAll(/```(?:js|ts)\n([\s\S]*?)```/g)].map(([, code]) => code!);
    expect(examples.length).toBeGreaterThan(0);
    const folder = mkdtempSync(join(tmpdir(), 'readme-'));
    const files = examples.map((code, n) => {
      const file = join(folder, `example-${n}.ts`);
      writeFileSync(file, `${code}\nexport {};\n`);
      return file;
    });
    const sources = {
      'bg-engine': [join(root, 'src/index.ts')],
      'bg-rules': [join(root, '../rules/src/index.ts')],
      'bg-met': [join(root, '../met/src/index.ts')],
    };
    const program = ts.createProgram(files, {
      strict: true,
      noEmit: true,
      noUncheckedIndexedAccess: true,
      allowImportingTsExtensions: true,
      target: ts.ScriptTarget.ES2022,
      module: ts.ModuleKind.Preserve,
      moduleResolution: ts.ModuleResolutionKind.Bundler,
      lib: ['lib.es2023.d.ts', 'lib.dom.d.ts'],
      types: [],
      paths: sources,
    });
    const faults = ts.getPreEmitDiagnostics(program).map(({ messageText, file, start }) => {
      const line = file?.text.slice(0, start).split('\n').length;
      return `${file?.fileName}:${line}: ${ts.flattenDiagnosticMessageText(messageText, ' ')}`;
    });
    expect(faults).toEqual([]);
  });
});
