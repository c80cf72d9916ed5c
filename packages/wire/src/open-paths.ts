import { type HttpRoute, httpRoutes } from './http-routes.ts';

/** Folders of files and routes that pages of other origins may read. */
const openFolders = ['/records/', '/log/', '/src/', '/packages/'] as const;

/**
 * True if pages of other origins may read the answers of a route (CORS): those of the buckets `read` and `analysis` and of the open folders,
 * which depend on no secret and change nothing for their requester.
 */
export function isOpenRoute({ bucket, path }: Pick<HttpRoute, 'bucket' | 'path'>): boolean {
  return bucket === 'read' || bucket === 'analysis' || openFolders.some((folder) => path.startsWith(folder));
}

const openPaths = Object.values<HttpRoute>(httpRoutes)
  .filter(isOpenRoute)
  .map(({ path }) => path);
const whole: ReadonlySet<string> = new Set(openPaths);
/** The beginnings of paths with parameters, as far as they are fixed. */
const starts = [
  ...new Set([
    ...openFolders,
    ...openPaths.filter((path) => path.includes(':')).map((path) => path.slice(0, path.indexOf(':'))),
  ]),
];

/** True if pages of other origins may read what the service answers to this path, be it an answer of a route, a file or a refusal. */
export function isOpenPath(path: string): boolean {
  return whole.has(path) || starts.some((start) => path.startsWith(start));
}
