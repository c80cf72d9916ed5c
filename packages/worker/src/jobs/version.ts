import manifest from '../../package.json' with { type: 'json' };

export const VERSION: string = manifest.version;

/** True if the first version is older than the second. False if the second is not three numbers: then it says nothing. */
export function isOlder(version: string, least: string): boolean {
  const wanted = /^(\d{1,6})\.(\d{1,6})\.(\d{1,6})$/.exec(least);
  const own = version.split(/[.-]/).map(Number);
  for (const [place, part] of wanted?.slice(1).entries() ?? []) {
    const difference = (own[place] ?? 0) - Number(part);
    if (difference !== 0) return difference < 0;
  }
  return false;
}
