import { makeCatalogue } from './catalogue.ts';
import { makeIdentifyExample } from './identify-example.ts';
import { makeMatchExample } from './match-example.ts';

/** Returns docs/realtime.md with its generated parts replaced. */
export async function withMadeParts(document: string): Promise<string> {
  const withExample = withPart(document, 'identify', await makeIdentifyExample());
  const withFrames = withPart(withExample, 'match', ['```', makeMatchExample(), '```'].join('\n'));
  return withPart(withFrames, 'catalogue', makeCatalogue());
}

function withPart(document: string, name: string, text: string): string {
  const begin = `<!-- ${name}: made by packages/wire/scripts/make-document.ts -->`;
  const end = `<!-- ${name}: end -->`;
  const [before, rest] = document.split(begin);
  const after = rest?.split(end)[1];
  if (before === undefined || after === undefined)
    throw new Error(`the document has no markers for the part "${name}"`);
  return `${before}${begin}\n\n${text}\n\n${end}${after}`;
}
