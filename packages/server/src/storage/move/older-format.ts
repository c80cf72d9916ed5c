/** Record formats of earlier versions. Their records are kept as stored; their live matches are aborted at the next start. */
const OLDER_FORMATS: ReadonlySet<string> = new Set(['bg-record/1']);

export function isOlderFormat({ format }: { readonly format: string }): boolean {
  return OLDER_FORMATS.has(format);
}
